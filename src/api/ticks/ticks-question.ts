import type { BarRule } from '../../core/calendar/bar-rules';
import type { SessionsIn } from './tick-hours';

/** The maximum number of ticks to read for one formula. */
export const MAX_TICKS = 200_000;

export interface TicksQuestion {
  /** Upper case. */
  readonly symbol: string;
  readonly startMs: number;
  /** Not included in the window. */
  readonly endMs: number;
  /** This many rows from the start of the window; if negative, the newest ones. */
  readonly limit: number;
  /** Requests bars instead of ticks. */
  readonly bars?: BarRule | undefined;
  /** The sessions of the index's exchange, if it is known. */
  readonly sessionsIn?: SessionsIn | undefined;
  /** Only the first page is to be read. */
  readonly isSample?: boolean;
}
