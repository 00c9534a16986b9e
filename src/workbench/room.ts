import { SetWorksheetColumnCountCommand, SetWorksheetRowCountCommand } from '@univerjs/preset-sheets-core';
import type { Block } from '../core/a1';
import type { Spreadsheet } from './spreadsheet';

/** Makes a sheet large enough for a block: the engine's sheets end where their data once ended. */
export function makeRoom(sheet: Spreadsheet, block: Block): void {
  const worksheet = sheet.worksheetNamed(block.sheet);
  const target = { unitId: sheet.workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
  const [rowCount, columnCount] = [block.row + block.rows, block.column + block.columns];
  if (rowCount > worksheet.getRowCount()) sheet.commands.syncExecuteCommand(SetWorksheetRowCountCommand.id, { ...target, rowCount });
  if (columnCount > worksheet.getColumnCount()) {
    sheet.commands.syncExecuteCommand(SetWorksheetColumnCountCommand.id, { ...target, columnCount });
  }
}
