import { ArrayValueObject, type BaseValueObject, type FunctionVariantType } from '@univerjs/preset-sheets-core';
import type { CellPlace } from './cell-place';
import { CellError, type ErrorCode } from '../../core/errors';
import { isMarked } from '../../core/mark';

const PENDING = '#GETTING_DATA';

/** The engine's value → a raw argument: blank cells and omitted arguments are null, errors CellError, ranges rows. */
export function argumentOf(variant: FunctionVariantType): unknown {
  if (variant.isReferenceObject()) return null;
  if (variant instanceof ArrayValueObject)
    return variant.getArrayValue().map((row) => row.map((cell) => scalarOf(cell ?? null)));
  return scalarOf(variant as BaseValueObject);
}

function scalarOf(value: BaseValueObject | null): unknown {
  if (value === null || value.isNull()) return null;
  if (value.isError()) return new CellError(String(value.getValue()) as ErrorCode);
  const held = value.getValue();
  const pattern = value.getPattern();
  // Only a mark says what the number itself does not: that it is a last value.
  return isMarked(pattern) ? { type: 'FormattedNumber', basicValue: held, numberFormat: pattern } : held;
}

const isPendingCell = (value: unknown): boolean => value instanceof CellError && value.code === PENDING;

/** Whether an argument waits for a cell that is itself still waiting: asking now would ask the wrong question. */
export const isPending = (argument: unknown): boolean =>
  Array.isArray(argument) ? argument.some((row: unknown[]) => row.some(isPendingCell)) : isPendingCell(argument);

/** Whether an argument is a range in which this cell lies. */
export function covers(variant: FunctionVariantType, { unitId, sheetId, row, column }: CellPlace): boolean {
  if (!(variant instanceof ArrayValueObject)) return false;
  const [top, left] = [variant.getCurrentRow(), variant.getCurrentColumn()];
  // An array that was calculated begins nowhere.
  if (top < 0 || left < 0 || variant.getUnitId() !== unitId || variant.getSheetId() !== sheetId) return false;
  return row >= top && row < top + variant.getRowCount() && column >= left && column < left + variant.getColumnCount();
}
