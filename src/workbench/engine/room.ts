import { ErrorType, SetWorksheetColumnCountMutation, SetWorksheetRowCountMutation } from '@univerjs/preset-sheets-core';
import { ObjectMatrix } from '@univerjs/core';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { type CellPosition, blockOfEngineRange } from './cell-position';
import { valueAt } from './shown-cell';
import { type Block, MAX_COLUMNS, MAX_ROWS } from '../../core/sheet';

/** Free rows and columns beyond an added block, so that the user can go on. */
const [SPARE_ROWS, SPARE_COLUMNS] = [100, 5];

/** Makes a sheet large enough for a block: the engine's sheets end at their data. Not an undo step of its own. */
export function makeRoom(sheet: Spreadsheet, block: Block): void {
  const worksheet = sheet.worksheetNamed(block.sheet);
  const target = { unitId: sheet.workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
  const [rowCount, columnCount] = [
    Math.min(block.row + block.rows + SPARE_ROWS, MAX_ROWS),
    Math.min(block.column + block.columns + SPARE_COLUMNS, MAX_COLUMNS),
  ];
  if (block.row + block.rows > worksheet.getRowCount())
    sheet.commands.syncExecuteCommand(SetWorksheetRowCountMutation.id, { ...target, rowCount });
  if (block.column + block.columns > worksheet.getColumnCount())
    sheet.commands.syncExecuteCommand(SetWorksheetColumnCountMutation.id, { ...target, columnCount });
}

/**
 * Makes room for results that end beyond their sheet, which the engine shows as #SPILL!. Returns their cells, to be
 * evaluated again.
 */
export function makeRoomForSpills(sheet: Spreadsheet): CellPosition[] {
  const unitId = sheet.workbook.getUnitId();
  const positions: CellPosition[] = [];
  for (const [sheetId, ranges] of Object.entries(sheet.formulas.getArrayFormulaRange()[unitId] ?? {})) {
    const worksheet = sheet.workbook.getSheetBySheetId(sheetId);
    if (!worksheet) continue;
    new ObjectMatrix(ranges).forValue((row, column, range) => {
      const block = blockOfEngineRange(worksheet.getName(), range);
      const [endRow, endColumn] = [block.row + block.rows, block.column + block.columns];
      const isBeyond = endRow > worksheet.getRowCount() || endColumn > worksheet.getColumnCount();
      const position = { unitId, sheetId, row, column };
      if (!isBeyond || endRow > MAX_ROWS || endColumn > MAX_COLUMNS) return;
      if (valueAt(sheet, position) !== ErrorType.SPILL) return;
      makeRoom(sheet, block);
      positions.push(position);
    });
  }
  return positions;
}
