import { RemoveSheetMutation, SetWorksheetActiveOperation } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from './spreadsheet';

/**
 * Shows a neighbour before the sheet on the screen is removed. The engine shows it only afterwards: meanwhile it would
 * fail to draw the formulas of other sheets that become #REF!, and keep no step to undo.
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
