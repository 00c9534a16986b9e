import type { IRange } from '@univerjs/core';
import {
  ArrayValueObject,
  type BaseFunction,
  type BaseReferenceObject,
  type BaseValueObject,
  ErrorType,
  functionDate,
  functionLogical,
  functionLookup,
  type FunctionVariantType,
  IFunctionService,
  NumberValueObject,
} from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { MAX_COLUMNS, MAX_ROWS } from '../../core/sheet';
import { daysFromSerial, MS_PER_DAY } from '../../core/calendar/dates';

/** The engine's function of that name. */
function functionIn(list: readonly unknown[], name: string): BaseFunction {
  const named = list as readonly (readonly [implementation: { readonly prototype: BaseFunction }, name: string])[];
  return named.find(([, own]) => own === name)![0].prototype;
}

/**
 * Mends: the engine's SORT puts the rows of its argument itself in order, which all formulas of a calculation share: with
 * `=SORT(A1:A9)` anywhere, `=A1:A9*2` or `=XLOOKUP("x",B1:B9,A1:A9)` took A1:A9 as sorted. Here it sorts a copy.
 *
 * Can go when test/browser/workbench.test.ts, "reads a range as it is, though another formula sorts it", passes without
 * it.
 */
export function sortCopies(): void {
  const sort = functionIn(functionLookup, 'SORT');
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { calculate } = sort;
  sort.calculate = function (array: BaseValueObject, ...others: readonly BaseValueObject[]) {
    return calculate.call(this, array.isArray() ? array.mapValue((value) => value) : array, ...others);
  };
}

/**
 * Mends: the engine's EDATE goes beyond the end of a shorter month: a month after 31 January it finds 3 March. Here it
 * finds the last day of February.
 *
 * Can go when test/browser/workbench.test.ts, "finds the same day of another month, or its last one", passes without it.
 */
export function stayInMonths(): void {
  const edate = functionIn(functionDate, 'EDATE');
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { calculate } = edate;
  edate.calculate = function (start: BaseValueObject, months: BaseValueObject) {
    const dates = calculate.call(this, start, months);
    if (!(dates instanceof ArrayValueObject)) return dates;
    return dates.mapValue((date, row, column) => {
      if (!date.isNumber()) return date;
      const serial = Number(date.getValue());
      const isInMonth = dayOf(serial) === dayOf(Number(valueIn(start, row, column).getValue()));
      return isInMonth ? date : NumberValueObject.create(serial - dayOf(serial), date.getPattern());
    });
  };
}

/**
 * Mends: the engine's WORKDAY.INTL counts from 0 if its first or second argument is a cell.
 *
 * Can go when test/browser/workbench-calculations.test.ts, "functions take the same from cells as from constants", passes
 * without it.
 */
export function countWorkdaysFromCells(): void {
  const workday = functionIn(functionDate, 'WORKDAY.INTL');
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { calculate } = workday;
  workday.calculate = function (start: BaseValueObject, days: BaseValueObject, ...others: readonly BaseValueObject[]) {
    return calculate.call(this, onlyOne(start), onlyOne(days), ...others);
  };
}

/**
 * Mends: IFERROR and IFNA put their second argument in the place of a value that is on its way, as if it had failed. In
 * Excel such a cell waits.
 *
 * Can go when test/browser/workbench.test.ts, "say so, and cells that depend on them wait too", passes without it.
 */
export function waitInsteadOfFailing(): void {
  for (const name of ['IFERROR', 'IFNA']) {
    const fallBack = functionIn(functionLogical, name);
    // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
    const { calculate } = fallBack;
    fallBack.calculate = function (value: BaseValueObject, ...others: readonly BaseValueObject[]) {
      const one = onlyOne(value);
      return one.isError() && one.getValue() === ErrorType.CONNECT ? one : calculate.call(this, value, ...others);
    };
  }
}

/**
 * Mends: the engine's ROWS and COLUMNS count what is read of a range, which ends with the sheets.
 *
 * Can go when test/browser/workbench-calculations.test.ts, "a reference to the rest of the grid is read", passes without
 * it.
 */
export function countWholeRanges(sheet: Spreadsheet): void {
  const count = (name: string, countIn: (range: IRange) => number): void => {
    const executor = sheet.serviceOf(IFunctionService).getExecutor(name)!;
    const calculate = executor.calculate.bind(executor);
    executor.needsReferenceObject = true;
    executor.calculate = (argument: FunctionVariantType) =>
      argument.isReferenceObject()
        ? NumberValueObject.create(countIn((argument as BaseReferenceObject).getRangeData()))
        : calculate(argument as BaseValueObject);
  };
  // A whole row has no first and last column.
  const sizeOr = (size: number, whole: number): number => (Number.isNaN(size) ? whole : size);
  count('ROWS', ({ startRow, endRow }) => sizeOr(endRow - startRow + 1, MAX_ROWS));
  count('COLUMNS', ({ startColumn, endColumn }) => sizeOr(endColumn - startColumn + 1, MAX_COLUMNS));
}

/** The day of the month of a serial. */
const dayOf = (serial: number): number =>
  new Date(daysFromSerial(Math.floor(serial), '1900') * MS_PER_DAY).getUTCDate();

/** The value in an array of one. */
const onlyOne = (value: BaseValueObject): BaseValueObject =>
  value instanceof ArrayValueObject && value.getRowCount() === 1 && value.getColumnCount() === 1
    ? value.getFirstCell()
    : value;

/** One value, row or column stands for all. */
function valueIn(values: BaseValueObject, row: number, column: number): BaseValueObject {
  if (!(values instanceof ArrayValueObject)) return values;
  const at = values.getRowCount() === 1 ? 0 : row;
  return values.get(at, values.getColumnCount() === 1 ? 0 : column)!;
}
