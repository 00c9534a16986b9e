import { ObjectMatrix, type Worksheet } from '@univerjs/core';
import {
  type ISetFormulaCalculationResultMutation,
  type ISetRangeValuesCommandParams,
  SetFormulaCalculationResultMutation,
  SetRangeValuesCommand,
  SetWorksheetColWidthMutation,
} from '@univerjs/preset-sheets-core';
import { pixelsOf } from './new-sheet';
import type { Spreadsheet } from './spreadsheet';
import { formatAt, GENERAL, textAt, valueAt } from '../engine/cell-contents';
import type { CellPosition } from '../engine/cell-position';
import { spillAt } from '../engine/spills';
import { Pauses } from '../../core/pauses';

/** Later rows are about as long as the first ones. */
const MAX_ROWS_READ = 100;

/** The width that somebody has chosen for a column, in pixels; undefined for a column of the usual width. */
export const chosenWidth = (worksheet: Worksheet, column: number): number | undefined =>
  worksheet.getColumnManager().getColumn(column)?.w;

/**
 * Widens columns whose width nobody has chosen for what they would show as signs: dates and other numbers with a format,
 * calculated or typed. Texts are cut, as in Excel. Neither an undo step nor a change of the workbook.
 */
export function widenForResults(sheet: Spreadsheet): void {
  const given = new WeakMap<Worksheet, Map<number, number>>();
  let due: CellPosition[] = [];

  const widen = (position: CellPosition, columns: number, rows: number): void => {
    const worksheet = sheet.sheetOf(position);
    if (!worksheet) return;
    const widths = given.get(worksheet) ?? new Map<number, number>();
    given.set(worksheet, widths);
    const usual = worksheet.getConfig().defaultColumnWidth;
    for (let { column } = position; column < position.column + columns; column++) {
      // Other programs write the usual width for each column.
      const chosen = chosenWidth(worksheet, column) ?? usual;
      if (chosen !== (widths.get(column) ?? usual)) continue;
      let colWidth = worksheet.getColumnWidth(column);
      const before = colWidth;
      for (let { row } = position; row < position.row + Math.min(rows, MAX_ROWS_READ); row++) {
        const characters = charactersAt(sheet, { ...position, row, column });
        if (characters > 0)
          colWidth = Math.max(colWidth, pixelsOf(characters, worksheet.getComposedCellStyle(row, column)));
      }
      if (colWidth === before) continue;
      widths.set(column, colWidth);
      const ranges = [{ startRow: 0, endRow: worksheet.getRowCount() - 1, startColumn: column, endColumn: column }];
      sheet.commands.syncExecuteCommand(
        SetWorksheetColWidthMutation.id,
        { unitId: position.unitId, subUnitId: position.sheetId, ranges, colWidth },
        { fromFormula: true },
      );
    }
  };

  const widenSoon = (position: CellPosition): void => {
    if (due.push(position) > 1) return;
    requestAnimationFrame(() => void widenDue());
  };
  const widenDue = async (): Promise<void> => {
    const positions = due;
    due = [];
    const pauses = new Pauses();
    for (const one of positions) {
      if (pauses.isDue) await pauses.take();
      const { columns, rows } = spillAt(sheet, one) ?? { columns: 1, rows: 1 };
      widen(one, columns, rows);
    }
  };

  sheet.commands.onCommandExecuted(({ id, params }) => {
    if (id === SetRangeValuesCommand.id) {
      const { unitId, subUnitId, range, redoUndoId } = params as ISetRangeValuesCommandParams;
      // Only an editor gives its step an id.
      if (!unitId || !subUnitId || !range || redoUndoId === undefined) return;
      for (let column = range.startColumn; column <= range.endColumn; column++)
        widenSoon({ unitId, sheetId: subUnitId, row: range.startRow, column });
    }
    if (id !== SetFormulaCalculationResultMutation.id) return;
    for (const [unitId, sheets] of Object.entries((params as ISetFormulaCalculationResultMutation).unitData))
      for (const [sheetId, cells] of Object.entries(sheets ?? {}))
        new ObjectMatrix(cells).forValue((row, column) => widenSoon({ unitId, sheetId, row, column }));
  });
}

/** How much room a cell needs that would otherwise show signs. */
const charactersAt = (sheet: Spreadsheet, position: CellPosition): number =>
  typeof valueAt(sheet, position) === 'number' && formatAt(sheet, position) !== GENERAL
    ? textAt(sheet, position).length
    : 0;
