import type { Cancellation } from './cancellation';

/** One evaluation of one cell's formula. */
export interface Call {
  /** True while the user previews part of a formula: nothing may be fetched. */
  readonly isPreview: boolean;
  readonly cancellation: Cancellation;
}
