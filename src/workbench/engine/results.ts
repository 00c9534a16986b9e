import {
  ArrayValueObject,
  type BaseValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  NumberValueObject,
  StringValueObject,
} from '@univerjs/preset-sheets-core';
import { type Cell, isFormatted } from '../../core/cell';
import { CellError } from '../../core/errors';
import type { Outcome } from '../../functions/evaluate/outcome';

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
