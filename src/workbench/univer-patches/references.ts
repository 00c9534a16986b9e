import { CellValueType, type ICellData } from '@univerjs/core';
import { BaseReferenceObject } from '@univerjs/preset-sheets-core';

/** A reference to more cells is read as far as the sheets of its workbook reach. */
const MAX_BLANK_CELLS = 100_000;

/**
 * Mends: the engine takes a cell with an empty text, such as `=""`, for a blank one, so that it counts as 0: with
 * `=IF(A1<5,…)` a loan runs on past its end. And a reference to the rest of the grid, such as C1:XFD1048576, has it read 17
 * billion blank cells: here it ends with the sheets, as A:A does.
 *
 * Can go when test/unit/workbench/univer-patches/calculations.test.ts, "an empty text is a text" and "a reference to the
 * rest of the grid is read", pass without it.
 */
export function readEmptyTextsAndFarCells(): void {
  const { prototype } = BaseReferenceObject;
  // oxlint-disable typescript/unbound-method -- called on the instances below
  const { getCellData, iterator, toArrayValueObject } = prototype;
  // oxlint-enable typescript/unbound-method
  prototype.getCellData = function (row, column) {
    const cell = getCellData.call(this, row, column) as ICellData | undefined;
    const isEmptyText = cell?.v === '' && cell.t === CellValueType.STRING;
    // The engine takes what has a formula for no blank cell.
    return isEmptyText ? { ...cell, f: '=""' } : cell;
  };
  prototype.toArrayValueObject = function (useCache) {
    return asFarAsSheetsReach(this, () => toArrayValueObject.call(this, useCache));
  };
  prototype.iterator = function (callback) {
    asFarAsSheetsReach(this, () => iterator.call(this, callback));
  };
}

/** All references to the same rows or columns end at the same one: they are calculated with one another. */
function asFarAsSheetsReach<T>(reference: BaseReferenceObject, read: () => T): T {
  const whole = reference.getRangeData();
  const { startRow, endRow, startColumn, endColumn } = reference.getRangePosition();
  if ((endRow - startRow + 1) * (endColumn - startColumn + 1) <= MAX_BLANK_CELLS) return read();
  const sheets = Object.values(reference.getUnitData()[reference.getUnitId()] ?? {});
  const beyond = (start: number, end: number, count: (sheet: NonNullable<(typeof sheets)[number]>) => number): number =>
    Math.max(0, end - Math.max(start, ...sheets.map((sheet) => count(sheet) - 1)));
  reference.setRangeData({
    ...whole,
    endRow: whole.endRow - beyond(startRow, endRow, ({ rowCount }) => rowCount),
    endColumn: whole.endColumn - beyond(startColumn, endColumn, ({ columnCount }) => columnCount),
  });
  try {
    return read();
  } finally {
    reference.setRangeData(whole);
  }
}
