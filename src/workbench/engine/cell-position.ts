import type { IRange } from '@univerjs/core';
import type { BaseReferenceObject } from '@univerjs/preset-sheets-core';
import { type Block, cellOf, runsOf } from '../../core/sheet';

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
  readonly range: IRange;
}

/** Joins neighbours, so that a filled column is one range instead of thousands. */
export function rangesOf(positions: readonly CellPosition[]): SheetRange[] {
  const sheetOf = ({ unitId, sheetId }: CellPosition): string => `${unitId}!${sheetId}`;
  const sheets = new Map(positions.map((position) => [sheetOf(position), position]));
  const cells = new Map(
    positions.map((position) => [positionKey(position), cellOf(sheetOf(position), position.row, position.column)]),
  );
  return runsOf([...cells.values()]).map((run) => {
    const { unitId, sheetId } = sheets.get(run.sheet)!;
    return { unitId, sheetId, range: engineRangeOf(run) };
  });
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

/** The part of a block that is on a sheet of a size, at least its first cell. */
export const partOnSheet = (
  block: Block,
  { rowCount, columnCount }: { rowCount: number; columnCount: number },
): Block => ({
  ...block,
  rows: Math.max(1, Math.min(block.rows, rowCount - block.row)),
  columns: Math.max(1, Math.min(block.columns, columnCount - block.column)),
});

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
