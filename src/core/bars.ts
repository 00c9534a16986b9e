import type { Row } from './columns';
import { columns } from './columns';

/** One bar of prices: the Unix time at which it begins, and the mid prices of the ticks in it. */
export const BAR = columns({ time: 'unix', open: 'number', high: 'number', low: 'number', close: 'number', count: 'integer' });

interface Bar {
  readonly time: number;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  count: number;
}

/** A price and its time in milliseconds since 1970. */
export interface Price {
  readonly timeMs: number;
  readonly price: unknown;
}

/** Prices in order of time → the bars that they fill; bars begin at multiples of their length in UTC. What is no number is left out. */
export function barsOf(prices: Iterable<Price>, lengthMs: number): Row[] {
  const bars: Bar[] = [];
  for (const { timeMs, price } of prices) {
    if (typeof price !== 'number' || !Number.isFinite(timeMs)) continue;
    const time = Math.floor(timeMs / lengthMs) * lengthMs / 1000;
    const last = bars.at(-1);
    if (last?.time !== time) {
      bars.push({ time, open: price, high: price, low: price, close: price, count: 1 });
      continue;
    }
    last.high = Math.max(last.high, price);
    last.low = Math.min(last.low, price);
    last.close = price;
    last.count++;
  }
  return bars.map((bar) => ({ ...bar }));
}
