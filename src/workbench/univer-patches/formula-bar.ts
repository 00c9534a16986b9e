import { DeviceInputEventType, IEditorBridgeService } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** After these another formula may stand in the selected cell, or fill it. */
const CHANGES =
  /^sheet\.mutation\.(?:insert-|remove-|move-|reorder-)|^formula\.mutation\.set-formula-calculation-result$/;

/**
 * Mends: the formula bar goes on to show what the selected cell had before rows or columns came, went or moved, before
 * its sheet was sorted, and before a result filled it. In the cells of a spill it is empty until something is typed.
 *
 * Can go when the row above a selected formula can be deleted, and a cell of a spill be selected first of all, without
 * it; test/unit/workbench/univer-patches/formula-bar.test.ts has what it does.
 */
export function followSelectedCell(sheet: Spreadsheet): void {
  const editor = sheet.serviceOf(IEditorBridgeService);
  // It begins as if a cell had been double clicked.
  Object.assign(editor.isVisible(), { eventType: DeviceInputEventType.Keyboard });
  const textIn = (state: ReturnType<typeof editor.getLatestEditCellState>): string | undefined =>
    state?.documentLayoutObject.documentModel?.getBody()?.dataStream;
  let isDue = false;
  sheet.commands.onCommandExecuted(({ id }) => {
    if (isDue || !CHANGES.test(id)) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      const isShown = textIn(editor.getLatestEditCellState()) === textIn(editor.getEditCellState() ?? undefined);
      if (!isShown && !editor.isVisible().visible) editor.refreshEditCellState();
    });
  });
}
