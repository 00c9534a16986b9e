import { BLANK, type Cell, isFormatted } from '../../core/cell';
import { CellError } from '../../core/errors';
import type { Outcome } from './outcome';

/** Whether two outcomes would look the same in the sheet, including error messages. */
export function isSameOutcome(one: Outcome, other: Outcome): boolean {
  if (one instanceof CellError || other instanceof CellError) return isSameCell(one as Cell, other as Cell);
  if (one.length !== other.length) return false;
  return one.every((row, index) => {
    const counterpart = other[index] ?? [];
    return (
      row.length === counterpart.length && row.every((cell, column) => isSameCell(cell, counterpart[column] ?? BLANK))
    );
  });
}

function isSameCell(one: Cell, other: Cell): boolean {
  if (one === other) return true;
  if (one instanceof CellError)
    return other instanceof CellError && one.code === other.code && one.message === other.message;
  return isFormatted(one) && isFormatted(other) && one.value === other.value && one.format === other.format;
}
