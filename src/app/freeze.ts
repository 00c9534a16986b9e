import type { Block } from '../core/a1';
import type { Session } from './session';

export { frozenBlocks } from './frozen';
export type { FrozenBlock } from './frozen';
export { thaw } from './thaw';
export type { ThawReport } from './thaw';

export type FreezeScope = 'selection' | 'sheet' | 'workbook';

export interface FreezeReport {
  readonly frozenCount: number;
  /** With a sentence for the reader. */
  readonly skipped: readonly { readonly block: Block; readonly reason: string }[];
}

/** Replaces whole formulas by the values and formats that they show, and keeps the formulas in the workbook. */
export function freeze(
  session: Session, scope: FreezeScope, onProgress: (done: number, total: number) => void, signal: AbortSignal,
): Promise<FreezeReport> {
  onProgress(0, 0);
  return Promise.reject(new Error(`Not yet in ${session.host.name}: ${scope} ${String(signal.aborted)}`));
}
