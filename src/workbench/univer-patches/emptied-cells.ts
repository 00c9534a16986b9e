import { type ICellData, type Nullable, ObjectMatrix } from '@univerjs/core';
import { type ISetRangeValuesMutationParams, SetRangeValuesMutation } from '@univerjs/preset-sheets-core';
import { NOTHING } from '../engine/cell-contents';
import type { Spreadsheet } from '../sheet/spreadsheet';

const isEmptied = (cell: Nullable<ICellData>): cell is ICellData =>
  cell?.v === '' && !cell.f && !cell.si && !cell.p?.body;

/**
 * Mends: the engine writes an empty text where nothing is pasted, and into a cell whose text was deleted in its editor.
 * COUNTA would count it, and `=B1*C1` would be #VALUE!, until the workbook is opened again: a file has no such cell.
 *
 * Can go when test/unit/workbench/univer-patches/emptied-cells.test.ts passes without it.
 */
export function leaveEmptiedCellsBlank(sheet: Spreadsheet): void {
  sheet.commands.beforeCommandExecuted(({ id, params }, options) => {
    // The result of a formula may be an empty text.
    if (id !== SetRangeValuesMutation.id || options?.fromFormula) return;
    const { cellValue } = params as ISetRangeValuesMutationParams;
    new ObjectMatrix(cellValue ?? {}).forValue((_row, _column, cell) => {
      if (isEmptied(cell)) Object.assign(cell, NOTHING);
    });
  });
}
