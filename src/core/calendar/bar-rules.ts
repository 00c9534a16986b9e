import { MS_PER_DAY } from './dates';

/** A stretch of time, its end not in it, in milliseconds since 1970. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How time is cut into bars. Times are milliseconds since 1970. */
export interface BarRule {
  /** Different for different rules. */
  readonly id: string;
  /** Of a bar, about. */
  readonly lengthMs: number;
  /** When the bar begins in which a moment lies; NaN where it lies in none. */
  startOf(timeMs: number): number;
  /** The boundary behind so many bars from a moment on; before it, where the count is negative. A bar that is cut by the moment counts. */
  step(timeMs: number, count: number): number;
}

/**
 * Bars of equal length.
 *
 * @param originMs where one of them begins
 */
export const barsOfLength = (lengthMs: number, originMs = 0): BarRule => ({
  id: `${lengthMs} ${originMs}`,
  lengthMs,
  startOf: (timeMs) => Math.floor((timeMs - originMs) / lengthMs) * lengthMs + originMs,
  step(timeMs, count) {
    const place = (timeMs - originMs) / lengthMs;
    return ((count > 0 ? Math.floor(place) : Math.ceil(place)) + count) * lengthMs + originMs;
  },
});

/** A bar for each session, from its opening up to its closing. Sessions are in order of time and do not overlap. */
export function barsOfSessions(id: string, sessions: readonly Span[]): BarRule {
  /** How many sessions begin before that moment, or at it. */
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
