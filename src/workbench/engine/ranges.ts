import type { IRange } from '@univerjs/core';
import type { BaseReferenceObject } from '@univerjs/preset-sheets-core';
import type { Block } from '../../core/sheet/a1';

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
