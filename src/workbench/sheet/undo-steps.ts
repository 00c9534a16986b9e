import { CommandType, type IUndoRedoItem, IUndoRedoService } from '@univerjs/core';
import type { Attachments, SavedAttachments } from '../engine/attachments';
import type { Spreadsheet } from './spreadsheet';

const SET_ATTACHMENTS = 'workbench.mutation.set-attachments';

interface SetAttachments {
  readonly unitId: string;
  readonly attachments: SavedAttachments;
}

/** Combines many changes into one undo step. The product's data in the workbook is undone and redone with its cells. */
export class UndoSteps {
  readonly #sheet: Spreadsheet;
  readonly #attachments: Attachments;
  #isRunning = false;

  constructor(sheet: Spreadsheet, attachments: Attachments) {
    this.#sheet = sheet;
    this.#attachments = attachments;
    sheet.commands.registerCommand({
      id: SET_ATTACHMENTS,
      type: CommandType.MUTATION,
      handler: (_, params: SetAttachments) => {
        if (params.unitId === sheet.workbook.getUnitId()) attachments.restore(params.attachments);
        return true;
      },
    });
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isRunning) return work();
    this.#isRunning = true;
    const service = this.#sheet.get(IUndoRedoService);
    const unitID = this.#sheet.workbook.getUnitId();
    const before = this.#attachments.save();
    Object.assign(service, { _tryBatchingElements: join });
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the engine has no other way to join steps
    const batch = service.__tempBatchingUndoRedo(unitID);
    try {
      return await work();
    } finally {
      const after = this.#attachments.save();
      if (JSON.stringify(before) !== JSON.stringify(after)) service.pushUndoRedo(stepOf(unitID, before, after));
      batch.dispose();
      this.#isRunning = false;
    }
  }
}

/**
 * Replaces the engine's own join, which undoes the earliest change first and therefore ends in an intermediate state.
 */
function join(step: IUndoRedoItem, next: IUndoRedoItem): void {
  step.redoMutations.push(...next.redoMutations);
  step.undoMutations.unshift(...next.undoMutations);
}

const stepOf = (unitID: string, before: SavedAttachments, after: SavedAttachments): IUndoRedoItem => ({
  unitID,
  undoMutations: [{ id: SET_ATTACHMENTS, params: { unitId: unitID, attachments: before } }],
  redoMutations: [{ id: SET_ATTACHMENTS, params: { unitId: unitID, attachments: after } }],
});
