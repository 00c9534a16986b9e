import type { Cancellation } from './cancellation';

/** When an answer had been asked for, in ms. One object for everybody who is given the answer, so that handing it on costs nothing. */
export interface Asked {
  readonly at: number;
}

/** One evaluation of one cell's formula. */
export interface Call {
  /** True while the user previews part of a formula: nothing may be fetched. */
  readonly isPreview: boolean;
  readonly cancellation: Cancellation;
  /** True for the repeated question of a stream: it wants an answer newer than the fresh one, and lets others go first. */
  readonly isPoll?: boolean;
  /** The cell that asks, such as "Model!B7"; absent where the host does not tell. */
  readonly address?: string | undefined;
  /** Answers asked for before that time (in ms) do not count. Set by the session's cell log while the cell is refreshed. */
  notBefore?: number | undefined;
  /** Of the answers that the call was given, the oldest. Written by the cache. */
  asked?: Asked | undefined;
}
