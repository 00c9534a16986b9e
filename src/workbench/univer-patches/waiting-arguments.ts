import type { Nullable } from '@univerjs/core';
import {
  ArrayValueObject,
  type BaseValueObject,
  ErrorType,
  type FunctionVariantType,
  IFunctionService,
} from '@univerjs/preset-sheets-core';
import { MdExecutor, readValues } from '../engine/executor';
import type { Spreadsheet } from '../sheet/spreadsheet';
import type { Calculate } from './wrong-functions';

/** Operators, which hand it on themselves, and functions that choose a value, need only its place, or tell its error. */
const OTHERS = new Set(
  'COMPARE PLUS MINUS MULTIPLY DIVIDED IF IFS SWITCH CHOOSE INDEX OFFSET ROW ROWS COLUMN COLUMNS AREAS CELL FORMULATEXT ISFORMULA ISREF SHEET ERROR.TYPE'.split(
    ' ',
  ),
);

/**
 * Mends: the engine takes a value that is on its way for an error. So IFERROR puts its second argument in its place,
 * ISNUMBER says no, and COUNT and XLOOKUP leave it out: a model says "no data" while its requests are under way. In Excel
 * such a cell waits, and here too.
 *
 * @param isWaiting whether any value is on its way: nothing is searched otherwise
 */
export function waitForArguments(sheet: Spreadsheet, isWaiting: () => boolean): void {
  /** The first value of each range that is on its way: many formulas read the same one. */
  const found = new WeakMap<object, BaseValueObject | undefined>();
  const waitingIn = (value: FunctionVariantType): BaseValueObject | undefined => {
    const held = readValues(value);
    const rows = held instanceof ArrayValueObject ? held.getArrayValue() : [[held]];
    if (!found.has(held)) found.set(held, rows.flat().find(isOnItsWay));
    return found.get(held);
  };
  for (const [name, executor] of sheet.serviceOf(IFunctionService).getExecutors()) {
    if (executor instanceof MdExecutor || OTHERS.has(String(name))) continue;
    const calculate = executor.calculate.bind(executor) as Calculate;
    executor.calculate = (...values: FunctionVariantType[]) =>
      (isWaiting() ? values.map(waitingIn).find((one) => one) : undefined) ?? calculate(...values);
  }
}

export const isOnItsWay = (value: Nullable<FunctionVariantType>): value is BaseValueObject =>
  value?.isValueObject() === true && (value as BaseValueObject).getValue() === ErrorType.CONNECT;
