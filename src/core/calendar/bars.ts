import { columns, type Row } from '../columns';
import type { BarRule } from './bar-rules';

/** One bar of prices: its start as a Unix time, and the mid prices of its ticks. */
export const BAR = columns({
  time: 'unix',
  open: 'number',
  high: 'number',
  low: 'number',
  close: 'number',
  count: 'integer',
});

export interface Bar {
  /** Unix seconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly count: number;
}

/** A price and its time in milliseconds since 1970. */
interface PricePoint {
  readonly timeMs: number;
  readonly price: unknown;
}

/** Prices in order of time → the bars that contain them. Skips prices that are not numbers or lie outside every bar. */
export function barsOf(prices: Iterable<PricePoint>, rule: BarRule): Bar[] {
  const single: Bar[] = [];
  for (const { timeMs, price } of prices) {
    if (typeof price === 'number' && Number.isFinite(timeMs))
      single.push({ time: timeMs / 1000, open: price, high: price, low: price, close: price, count: 1 });
  }
  return mergeBars(single, rule);
}

/** Bars in order of time → the longer bars that contain them. Skips bars that begin outside every longer bar. */
export function mergeBars(bars: readonly Bar[], rule: BarRule): Bar[] {
  const merged: { -readonly [Field in keyof Bar]: Bar[Field] }[] = [];
  for (const bar of bars) {
    const time = rule.startOf(bar.time * 1000) / 1000;
    if (Number.isNaN(time)) continue;
    const last = merged.at(-1);
    if (last?.time !== time) {
      merged.push({ ...bar, time });
      continue;
    }
    last.high = Math.max(last.high, bar.high);
    last.low = Math.min(last.low, bar.low);
    last.close = bar.close;
    last.count += bar.count;
  }
  return merged;
}

export const rowsOfBars = (bars: readonly Bar[]): readonly Row[] => bars.map((bar) => ({ ...bar }));
