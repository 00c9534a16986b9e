import { RemoveSheetMutation, SetWorksheetActiveOperation } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/**
 * Mends: the engine shows another sheet only after the one on the screen is removed. Meanwhile it fails to draw the
 * formulas of other sheets that become #REF!, and keeps no step to undo. Here a neighbour is shown before.
 *
 * Can go when test/browser/workbench-undo-and-snapshots.test.ts, "a deleted sheet comes back in one step, with the
 * values of formulas that refer to it", passes without it.
 */
export function leaveDeletedSheets(sheet: Spreadsheet): void {
  sheet.commands.beforeCommandExecuted(({ id, params }) => {
    if (id !== RemoveSheetMutation.id) return;
    const { unitId, subUnitId } = params as { unitId: string; subUnitId: string };
    if (unitId !== sheet.workbook.getUnitId() || subUnitId !== sheet.workbook.getActiveSheet().getSheetId()) return;
    const sheets = sheet.workbook.getSheets();
    const index = sheets.findIndex((candidate) => candidate.getSheetId() === subUnitId);
    const neighbour = [...sheets.slice(0, index).reverse(), ...sheets.slice(index + 1)].find(
      (candidate) => !candidate.isSheetHidden(),
    );
    if (!neighbour) return;
    sheet.commands.syncExecuteCommand(SetWorksheetActiveOperation.id, { unitId, subUnitId: neighbour.getSheetId() });
  });
}
