import type { BarRule } from '../../core/calendar/bar-rules';
import type { SessionsIn } from './tick-probe';

/** More ticks than this are not read for one formula. */
export const MOST_TICKS = 200_000;

export interface TicksQuestion {
  /** Upper case. */
  readonly symbol: string;
  readonly startMs: number;
  /** Not in the window any more. */
  readonly endMs: number;
  /** So many rows from the beginning of the window; negative for the newest. */
  readonly limit: number;
  /** Bars instead of the ticks themselves. */
  readonly bars?: BarRule | undefined;
  /** Of the exchange of the index, where that is known. */
  readonly sessionsIn?: SessionsIn | undefined;
  /** No more than the first page is to be read. */
  readonly isSample?: boolean;
}
