import type { IRange } from '@univerjs/core';
import type { BaseReferenceObject } from '@univerjs/preset-sheets-core';
import type { Block } from '../../core/sheet';

/** One cell of the workbook, counted from zero. */
export interface CellPosition {
  readonly unitId: string;
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** The same text for the same cell, as a key for maps. */
export const positionKey = (position: CellPosition): string =>
  `${position.unitId}!${position.sheetId}!${position.row},${position.column}`;

/** Cells of one sheet, both ends included. */
export interface SheetRange {
  readonly unitId: string;
  readonly sheetId: string;
  readonly range: {
    readonly startRow: number;
    readonly endRow: number;
    readonly startColumn: number;
    readonly endColumn: number;
  };
}

const sheetOf = (position: CellPosition): string => `${position.unitId}!${position.sheetId}`;

/** Joins vertical neighbours, so that a filled column is one range instead of thousands. */
export function rangesOf(positions: readonly CellPosition[]): SheetRange[] {
  const sorted = [...positions].sort((a, b) =>
    sheetOf(a) < sheetOf(b) ? -1 : sheetOf(a) > sheetOf(b) ? 1 : a.column - b.column || a.row - b.row,
  );
  const ranges: SheetRange[] = [];
  let previous: CellPosition | undefined;
  for (const position of sorted) {
    const { unitId, sheetId, row, column } = position;
    const last = ranges.at(-1);
    const isBelow =
      previous !== undefined &&
      sheetOf(previous) === sheetOf(position) &&
      previous.column === column &&
      (previous.row === row || previous.row === row - 1);
    if (last && isBelow) ranges[ranges.length - 1] = { ...last, range: { ...last.range, endRow: row } };
    else
      ranges.push({ unitId, sheetId, range: { startRow: row, endRow: row, startColumn: column, endColumn: column } });
    previous = position;
  }
  return ranges;
}

/** A block in the engine's form, with both ends included. */
export const engineRangeOf = ({ row, column, rows, columns }: Block): IRange => ({
  startRow: row,
  startColumn: column,
  endRow: row + rows - 1,
  endColumn: column + columns - 1,
});

/** The engine uses NaN for the ends of whole rows and columns; those are taken from `extent`. */
export function blockOfEngineRange(
  sheet: string,
  range: IRange,
  extent?: { readonly rows: number; readonly columns: number },
): Block {
  const [row, column] = [range.startRow || 0, range.startColumn || 0];
  const endRow = Number.isNaN(range.endRow) && extent ? extent.rows - 1 : range.endRow;
  const endColumn = Number.isNaN(range.endColumn) && extent ? extent.columns - 1 : range.endColumn;
  return { sheet, row, column, rows: endRow - row + 1, columns: endColumn - column + 1 };
}

/** A reference to other cells of the same sheet. */
export function referTo(reference: BaseReferenceObject, range: IRange): BaseReferenceObject {
  const part = Object.assign(
    Object.create(Object.getPrototypeOf(reference) as object) as BaseReferenceObject,
    reference,
  );
  part.setRangeData(range);
  part.setRefOffset(0, 0);
  return part;
}
