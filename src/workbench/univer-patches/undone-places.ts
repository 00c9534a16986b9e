import { RedoCommand, UndoCommand } from '@univerjs/core';
import { SetSelectionsOperation, SetWorksheetActiveOperation } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/**
 * Mends: when cells that were cut from one sheet and pasted on another go back, the engine selects them on their sheet and
 * shows the other. What is typed then overwrites a cell that is not marked. Here the sheet of the selection is shown.
 *
 * Can go when test/unit/workbench/univer-patches/undone-places.test.ts passes without it.
 */
export function showUndonePlaces(sheet: Spreadsheet): void {
  let selectedOn: string | undefined;
  const isStep = (id: string): boolean => id === UndoCommand.id || id === RedoCommand.id;
  sheet.commands.beforeCommandExecuted(({ id }) => {
    if (isStep(id)) selectedOn = undefined;
  });
  sheet.commands.onCommandExecuted(({ id, params }) => {
    if (id === SetSelectionsOperation.id) selectedOn = (params as { readonly subUnitId: string }).subUnitId;
    if (!isStep(id) || selectedOn === undefined || selectedOn === sheet.workbook.getActiveSheet().getSheetId()) return;
    const target = { unitId: sheet.workbook.getUnitId(), subUnitId: selectedOn };
    sheet.commands.syncExecuteCommand(SetWorksheetActiveOperation.id, target);
  });
}
