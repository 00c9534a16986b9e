import { countBefore } from '../basics';
import { columns, type Row } from '../columns';
import { MS_PER_DAY } from './dates';

/** A half-open time span (the end is excluded), in milliseconds since 1970. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How time is divided into bars. Times are milliseconds since 1970. */
export interface BarRule {
  /** Unique for each rule. */
  readonly id: string;
  /** Approximate length of a bar. */
  readonly lengthMs: number;
  /** Start of the bar that contains the moment; NaN outside every bar. */
  startOf(timeMs: number): number;
  /** End of the bar that begins at the moment. */
  endOf(startMs: number): number;
  /**
   * The bar boundary `count` bars after a moment, or before it if `count` is negative. A bar that contains the moment
   * counts.
   */
  step(timeMs: number, count: number): number;
}

/**
 * Bars of equal length.
 * @param originMs the start of one of the bars
 */
export const barsOfLength = (lengthMs: number, originMs = 0): BarRule => ({
  id: `${lengthMs} ${originMs}`,
  lengthMs,
  startOf: (timeMs) => Math.floor((timeMs - originMs) / lengthMs) * lengthMs + originMs,
  endOf: (startMs) => startMs + lengthMs,
  step(timeMs, count) {
    const barNumber = (timeMs - originMs) / lengthMs;
    return ((count > 0 ? Math.floor(barNumber) : Math.ceil(barNumber)) + count) * lengthMs + originMs;
  },
});

/** One bar for each session, from opening to close. The sessions are in order of time and do not overlap. */
export function barsOfSessions(id: string, sessions: readonly Span[]): BarRule {
  const starts = sessions.map(({ fromMs }) => fromMs);
  /** Number of sessions that begin at or before the moment. */
  const countBegun = (timeMs: number): number => countBefore(starts, timeMs + 1);
  return {
    id,
    lengthMs: MS_PER_DAY,
    startOf(timeMs) {
      const session = sessions[countBegun(timeMs) - 1];
      return session !== undefined && timeMs < session.toMs ? session.fromMs : NaN;
    },
    endOf: (startMs) => sessions[countBegun(startMs) - 1]?.toMs ?? NaN,
    step(timeMs, count) {
      if (count > 0) {
        const begun = countBegun(timeMs);
        const isInside = begun > 0 && timeMs < sessions[begun - 1]!.toMs;
        return sessions[begun + count - (isInside ? 1 : 0)]?.fromMs ?? Infinity;
      }
      return sessions[countBegun(timeMs - 1) + count]?.fromMs ?? (count < 0 ? -Infinity : Infinity);
    },
  };
}

/** One bar of prices: its start as a Unix time, and the mid prices of its ticks. */
export const BAR = columns({
  time: 'unix',
  open: 'number',
  high: 'number',
  low: 'number',
  close: 'number',
  count: 'integer',
});

export interface Bar extends Row {
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
