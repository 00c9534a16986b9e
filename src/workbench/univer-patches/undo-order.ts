import type { IUndoRedoItem, IUndoRedoService } from '@univerjs/core';

/**
 * Mends: the engine joins steps into one that undoes the earliest change first, and therefore ends in an intermediate
 * state. Here the latest is undone first.
 *
 * Can go when test/browser/workbench-undo-and-snapshots.test.ts, "an insertion that replaces cells is undone in one
 * step", passes without it.
 */
export function joinInOrder(service: IUndoRedoService): void {
  Object.assign(service, { _tryBatchingElements: join });
}

function join(step: IUndoRedoItem, next: IUndoRedoItem): void {
  step.redoMutations.push(...next.redoMutations);
  step.undoMutations.unshift(...next.undoMutations);
}
