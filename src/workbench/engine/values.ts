import {
  ArrayValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
  type FunctionVariantType,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  NumberValueObject,
  StringValueObject,
} from '@univerjs/preset-sheets-core';
import type { CellPosition } from './cell-position';
import { CellError, type ErrorCode } from '../../core/errors';
import { isMarked } from '../../core/last-value-mark';
import { type Cell, isFormatted } from '../../core/cell';
import type { Outcome } from '../../functions/evaluate/invoke';
import { keptMark } from './shown-cell';

const PENDING_CODE = '#GETTING_DATA';

/**
 * The engine's value → a raw argument: null for blank cells and omitted arguments, CellError for errors, rows for
 * ranges.
 */
export function argumentOf(variant: FunctionVariantType): unknown {
  const value = valueOf(variant);
  if (!(value instanceof ArrayValueObject)) return scalarOf(value, value.getPattern());
  const reference = variant.isReferenceObject() ? (variant as BaseReferenceObject) : undefined;
  const formatAt = reference ? formatsOf(reference) : () => undefined;
  const rows = value
    .getArrayValue()
    .map((row, down) =>
      row.map((cell, across) =>
        cell ? scalarOf(cell, (cell.isNumber() ? formatAt(down, across) : undefined) ?? cell.getPattern()) : null,
      ),
    );
  return reference?.isColumn() ? inUse(rows) : rows;
}

/** Of a whole column only the part in use is meant, as in Excel. */
const inUse = (rows: unknown[][]): unknown[][] =>
  rows.slice(
    0,
    1 +
      Math.max(
        0,
        rows.findLastIndex((row) => row.some((cell) => cell !== null && cell !== '')),
      ),
  );

/** The value behind a reference, as the engine's own functions receive it. */
export const valueOf = (variant: FunctionVariantType): BaseValueObject =>
  variant.isReferenceObject() ? (variant as BaseReferenceObject).toArrayValueObject() : (variant as BaseValueObject);

/**
 * The number formats of a range's values. By itself the engine reports for the first cell its own format, or that of
 * its previous value, so that a last value would look fresh.
 */
function formatsOf(reference: BaseReferenceObject): (down: number, across: number) => string | undefined {
  const { startRow, startColumn } = reference.getRangePosition();
  const styles = reference.getCurrentStylesData();
  return (down, across) => {
    const cell = reference.getCellData(startRow + down, startColumn + across);
    return keptMark(cell) ?? styles.getStyleByCell(cell)?.n?.pattern ?? '';
  };
}

function scalarOf(value: BaseValueObject, format: string): unknown {
  if (value.isNull()) return null;
  if (value.isError()) return new CellError(String(value.getValue()) as ErrorCode);
  const held = value.getValue();
  // Only a mark adds information to the number: that it is a last value.
  return isMarked(format) ? { type: 'FormattedNumber', basicValue: held, numberFormat: format } : held;
}

const isPendingCell = (value: unknown): boolean => value instanceof CellError && value.code === PENDING_CODE;

/** Whether an argument depends on a cell that is still waiting: asking now would ask the wrong question. */
export const isPending = (argument: unknown): boolean =>
  Array.isArray(argument) ? argument.some((row: unknown[]) => row.some(isPendingCell)) : isPendingCell(argument);

/** Whether an argument is a range that contains this cell. */
export function covers(variant: BaseValueObject, { unitId, sheetId, row, column }: CellPosition): boolean {
  if (!(variant instanceof ArrayValueObject)) return false;
  const [top, left] = [variant.getCurrentRow(), variant.getCurrentColumn()];
  // A calculated array has no position.
  if (top < 0 || left < 0 || variant.getUnitId() !== unitId || variant.getSheetId() !== sheetId) return false;
  return row >= top && row < top + variant.getRowCount() && column >= left && column < left + variant.getColumnCount();
}

const ENGINE_ERRORS = new Map<string, ErrorType>(Object.values(ErrorType).map((type) => [type, type]));

/** What a cell shows while its answer is pending. */
export const PENDING: BaseValueObject = ErrorValueObject.create(ErrorType.CONNECT);

/** An answer → the engine's value; a matrix of more than one cell spills. */
export function engineValue(outcome: Outcome): BaseValueObject {
  if (outcome instanceof CellError) return cellValue(outcome);
  const [rowCount, columnCount] = [outcome.length, outcome[0]?.length ?? 0];
  if (rowCount <= 1 && columnCount <= 1) return cellValue(outcome[0]?.[0] ?? '');
  return ArrayValueObject.create({
    calculateValueList: outcome.map((row) => row.map(cellValue)),
    rowCount,
    columnCount,
    unitId: '',
    sheetId: '',
    row: -1,
    column: -1,
  });
}

function cellValue(cell: Cell): BaseValueObject {
  if (typeof cell === 'number') return NumberValueObject.create(cell);
  if (typeof cell === 'string') return StringValueObject.create(cell);
  if (typeof cell === 'boolean') return BooleanValueObject.create(cell);
  if (isFormatted(cell)) return NumberValueObject.create(cell.value, cell.format);
  return ErrorValueObject.create(ENGINE_ERRORS.get(cell.code) ?? ErrorType.ERROR);
}
