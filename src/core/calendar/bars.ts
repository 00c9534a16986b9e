import { columns, type Row } from '../columns';
import type { BarRule } from './bar-rules';

/** One bar of prices: the Unix time at which it begins, and the mid prices of the ticks in it. */
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
export interface Price {
  readonly timeMs: number;
  readonly price: unknown;
}

/** Prices in order of time → the bars that they fill. Left out is what is not a number or lies outside of every bar. */
export function barsOf(prices: Iterable<Price>, rule: BarRule): Bar[] {
  const single: Bar[] = [];
  for (const { timeMs, price } of prices) {
    if (typeof price === 'number' && Number.isFinite(timeMs))
      single.push({ time: timeMs / 1000, open: price, high: price, low: price, close: price, count: 1 });
  }
  return mergeBars(single, rule);
}

/** Bars in order of time → the longer bars that they fill. Left out is what begins outside of every bar. */
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
