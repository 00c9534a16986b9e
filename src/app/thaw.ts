import type { Block } from '../core/a1';
import type { FrozenBlock } from './frozen';
import type { Session } from './session';

export interface ThawReport {
  readonly thawedCount: number;
  /** With a sentence for the reader; a block whose cells were deleted has no place any more. */
  readonly skipped: readonly { readonly block: Block | undefined; readonly reason: string }[];
}

/** Puts the formulas back where their values are. */
export function thaw(
  session: Session, blocks: readonly FrozenBlock[], options: { readonly overwriteEdited: boolean },
  onProgress: (done: number, total: number) => void, signal: AbortSignal,
): Promise<ThawReport> {
  onProgress(0, blocks.length);
  return Promise.reject(new Error(`Not yet in ${session.host.name}: ${String(options.overwriteEdited)} ${String(signal.aborted)}`));
}
