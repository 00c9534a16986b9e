import { MS_PER_DAY } from './units';

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
  /**
   * The bar boundary `count` bars after a moment, or before it if `count` is negative. A bar that contains the moment
   * counts.
   */
  step(timeMs: number, count: number): number;
}

/**
 * Bars of equal length.
 *
 * @param originMs the start of one of the bars
 */
export const barsOfLength = (lengthMs: number, originMs = 0): BarRule => ({
  id: `${lengthMs} ${originMs}`,
  lengthMs,
  startOf: (timeMs) => Math.floor((timeMs - originMs) / lengthMs) * lengthMs + originMs,
  step(timeMs, count) {
    const barNumber = (timeMs - originMs) / lengthMs;
    return ((count > 0 ? Math.floor(barNumber) : Math.ceil(barNumber)) + count) * lengthMs + originMs;
  },
});

/** One bar for each session, from opening to close. The sessions are in order of time and do not overlap. */
export function barsOfSessions(id: string, sessions: readonly Span[]): BarRule {
  /** Number of sessions that begin at or before the moment. */
  const countBegun = (timeMs: number): number => {
    let [low, high] = [0, sessions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sessions[middle]!.fromMs <= timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    id,
    lengthMs: MS_PER_DAY,
    startOf(timeMs) {
      const session = sessions[countBegun(timeMs) - 1];
      return session !== undefined && timeMs < session.toMs ? session.fromMs : NaN;
    },
    step(timeMs, count) {
      if (count > 0) {
        const begun = countBegun(timeMs);
        const isInside = begun > 0 && timeMs < sessions[begun - 1]!.toMs;
        return sessions[begun + count - (isInside ? 1 : 0)]?.fromMs ?? Infinity;
      }
      return sessions[countBegun(timeMs - 1) + count]?.fromMs ?? -Infinity;
    },
  };
}
