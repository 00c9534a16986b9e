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
  /** Bars of that length instead of the ticks themselves. */
  readonly barMs?: number | undefined;
}
