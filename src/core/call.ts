import type { Cancellation } from './cancellation';

/** One evaluation of one cell's formula: what it is given. */
export interface Call {
  /** True while the user previews part of a formula: nothing may be fetched. */
  readonly isPreview: boolean;
  readonly cancellation: Cancellation;
  /** True for the repeated question of a stream: it needs an answer newer than the fresh one, and lets others go first. */
  readonly isPoll?: boolean;
  /** How old an answer may be that a gateway has kept, in ms: the interval of a stream. */
  readonly maxAgeMs?: number;
  /** The cell that asks, such as "Model!B7"; absent where the host does not tell. */
  readonly address?: string | undefined;
  /** True for a look at what a formula would give: it asks for no more than a first page. */
  readonly isSample?: boolean;
  /** Where the call leaves what became of it; absent where nobody will look. */
  readonly trace?: CallTrace | undefined;
}

/** What a call leaves behind. Written by the cache, read by the cell log and by last values. */
export interface CallTrace {
  /** When the oldest of the answers that the call received had been requested. */
  oldest?: RequestTime | undefined;
}

/** When an answer was requested, in ms. One object for everybody who receives the answer, so that passing it on costs nothing. */
export interface RequestTime {
  readonly at: number;
}
