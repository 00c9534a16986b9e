import {
  ArrayValueObject,
  type BaseValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  IFunctionService,
  NumberValueObject,
  StringValueObject,
} from '@univerjs/preset-sheets-core';
import type { Nullable } from '@univerjs/core';
import { AN_ERROR, compareInOrder, type SortValue } from '../engine/row-sort';
import type { Spreadsheet } from '../sheet/spreadsheet';
import type { Calculate } from './wrong-functions';

/** What is private in the engine's texts, arrays and functions. */
interface ComparedTexts {
  getValue(): unknown;
  _checkWildcard(pattern: string, operator: string): BooleanValueObject;
  _compareString(text: string, other: string, operator: string): boolean;
}
interface SearchedArrays {
  /** Added by source-changes: an array that is TRUE where a value stands. `isEqual` is asked where it may be written otherwise. */
  placesOf(value: BaseValueObject, isEqual: (one: BaseValueObject) => boolean): ArrayValueObject;
  _binarySearch(
    value: BaseValueObject,
    values: readonly BaseValueObject[],
    places: readonly number[],
    isDescending?: 0 | 1,
    matchType?: 0 | 1 | 2,
  ): number | undefined;
}
interface OneByOne {
  _handleSingleObject(...values: readonly unknown[]): BaseValueObject;
  _getResult(value: BaseValueObject, among: BaseValueObject, matchMode: number, searchMode: number): BaseValueObject;
}

/**
 * Mends what is found, and what is equal.
 *
 * - `=A1="*"` is TRUE for any text. As in Excel, only some functions take * and ? for other letters here: XLOOKUP, XMATCH
 *   if they are told to, and SEARCH, which did not.
 * - `="ä"<"b"` is FALSE, and so are criteria such as "<b".
 * - MATCH, VLOOKUP, HLOOKUP and LOOKUP find the first of several equal values in order, in place of the last, and
 *   `MATCH(1E+306,A:A)` the largest number in place of the last one.
 * - VLOOKUP, HLOOKUP, XLOOKUP and XMATCH find a blank cell for 0 and for an empty text, and FALSE for a blank cell.
 * - SORT and SORTBY put texts such as "-" among the numbers, and "a" before "A", and one TRUE is another than the next.
 * - XLOOKUP and XMATCH find the last of equal next smaller or larger values in place of the first, and of texts any.
 *   XMATCH does not search values in falling order. MATCH with -1 finds values in any order, in place of none.
 */
export function mendLookups(sheet: Spreadsheet): void {
  const executorOf = (name: string): { calculate: Calculate } & OneByOne =>
    sheet.serviceOf(IFunctionService).getExecutor(name)! as never;
  let isLiteral = false;
  const texts = StringValueObject.prototype as unknown as ComparedTexts;
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { _checkWildcard } = texts;
  texts._checkWildcard = function (pattern, operator) {
    if (!isLiteral) return _checkWildcard.call(this, pattern, operator);
    return BooleanValueObject.create(this._compareString(lower(this), pattern, operator));
  };
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { _compareString } = texts;
  texts._compareString = function (text, other, operator) {
    if (text === other || /^(?:=|<>)$/.test(operator)) return _compareString.call(this, text, other, operator);
    return (COLLATOR.compare(text, other) || (text < other ? -1 : 1)) < 0 === operator.startsWith('<');
  };
  /** ComparedTexts are compared letter by letter unless an argument says otherwise. */
  const compareLetters = (name: string, modeAt?: number): void => {
    const executor = executorOf(name);
    const calculate = executor.calculate.bind(executor);
    executor.calculate = (...values) => {
      const before = isLiteral;
      isLiteral = modeAt === undefined || valueOf(values[modeAt]) !== 2;
      try {
        return calculate(...values);
      } finally {
        isLiteral = before;
      }
    };
  };
  compareLetters('COMPARE');
  compareLetters('SWITCH');
  compareLetters('XLOOKUP', 4);
  compareLetters('XMATCH', 2);
  findNearest();

  Object.assign(executorOf('SORT'), {
    _sort:
      (column: number, order?: number): RowOrder =>
      (row, other) =>
        compareInOrder(sortValueOf(row[column]), sortValueOf(other[column]), order === -1),
  });
  Object.assign(executorOf('SORTBY'), {
    _compare: (one: SortedValue, other: SortedValue, order: number): number =>
      compareInOrder(sortValueOf(one), sortValueOf(other), order === -1),
  });

  const mend = (
    name: string,
    change: (executor: OneByOne, ...values: readonly BaseValueObject[]) => BaseValueObject | undefined,
  ): void => {
    const executor = executorOf(name);
    const handle = executor._handleSingleObject.bind(executor);
    executor._handleSingleObject = (...values) =>
      change(executor, ...(values as readonly BaseValueObject[])) ?? handle(...values);
  };
  mend('MATCH', (_, value, among, type) => {
    if (Number(type) !== 1 || value.isNull() || !(among instanceof ArrayValueObject)) return undefined;
    const place = among.binarySearch(value);
    return place === undefined ? ErrorValueObject.create(ErrorType.NA) : NumberValueObject.create(place + 1);
  });
  mend('XMATCH', (executor, value, among, matchMode, searchMode) =>
    searchMode.getValue() === -2 ? executor._getResult(value, among, Number(matchMode.getValue()), -2) : undefined,
  );
  mend('SEARCH', (_, pattern, within, start) => {
    if (!pattern.isString() || !within.isString() || !/[*?~]/.test(lower(pattern))) return undefined;
    const from = Math.floor(Number(start.getValue())) - 1;
    const found =
      from < 0
        ? -1
        : lower(within)
            .slice(from)
            .search(expressionOf(lower(pattern)));
    return found < 0 ? ErrorValueObject.create(ErrorType.VALUE) : NumberValueObject.create(found + from + 1);
  });
}

/** Of equal values in order the last, and of next smaller or larger ones in any order the first. */
function findNearest(): void {
  const { prototype } = ArrayValueObject;
  const arrays = prototype as unknown as SearchedArrays;
  // oxlint-disable typescript/unbound-method -- called on the instances below
  const { _binarySearch } = arrays;
  const { orderSearch, isEqual } = prototype;
  // oxlint-enable typescript/unbound-method
  // Which only lookups ask.
  prototype.isEqual = function (value) {
    return isFoundByPlace(value) ? whereEqual(this, value) : isEqual.call(this, value);
  };
  arrays._binarySearch = function (value, values, places, isDescending = 0, matchType = 1) {
    if (isDescending === 1 || matchType !== 1)
      return _binarySearch.call(this, value, values, places, isDescending, matchType);
    let [start, end] = [0, values.length - 1];
    while (start <= end) {
      const middle = Math.floor((start + end) / 2);
      if (order(values[middle]!, value) <= 0) start = middle + 1;
      else end = middle - 1;
    }
    return places[end];
  };
  // MATCH does not say from which end it searches. With -1 it goes to the first value that is too small.
  prototype.orderSearch = function (value, searchType, isFromEnd, ...others) {
    const isNextLarger = Number(searchType) === 2;
    if (isFromEnd === undefined && Number(searchType) === 0 && isFoundByPlace(value))
      return whereEqual(this, value).getFirstTruePosition();
    if (isFromEnd === undefined && !isNextLarger)
      return orderSearch.call(this, value, searchType, isFromEnd, ...others);
    let best: BaseValueObject | undefined;
    let place: { readonly row: number; readonly column: number } | undefined;
    const look = (one: Nullable<BaseValueObject>, row: number, column: number): boolean => {
      if (!one || one.isNull() || one.isError() || !areAlike(one, value)) return true;
      const by = order(one, value);
      if (isFromEnd === undefined && by < 0) return false;
      const isNearer =
        by === 0 || (by < 0 === (Number(searchType) === 1) && (!best || order(one, best) < 0 === by > 0));
      if (!isNearer || (best && by !== 0 && order(one, best) === 0)) return true;
      [best, place] = [one, { row, column }];
      return by !== 0;
    };
    if (isFromEnd) this.iteratorReverse(look);
    else this.iterator(look);
    return place;
  };
}

/** For * and ? each cell is asked. */
const isFoundByPlace = (value: BaseValueObject): boolean => !value.isString() || !/[*?~]/.test(lower(value));

const whereEqual = (array: ArrayValueObject, value: BaseValueObject): ArrayValueObject =>
  (array as unknown as SearchedArrays).placesOf(value, (one) => one.compare(value, '=' as never).getValue() === true);

const areAlike = (one: BaseValueObject, other: BaseValueObject): boolean =>
  one.isString() === other.isString() && one.isBoolean() === other.isBoolean();

type SortedValue = Nullable<BaseValueObject>;
type RowOrder = (row: readonly SortedValue[], other: readonly SortedValue[]) => number;

function sortValueOf(one: SortedValue): SortValue {
  if (!one || one.isNull()) return null;
  return one.isError() ? AN_ERROR : one.getValue();
}

const COLLATOR = new Intl.Collator();

const order = (one: BaseValueObject, other: BaseValueObject): number =>
  one.isString() && other.isString()
    ? COLLATOR.compare(lower(one), lower(other))
    : Number(one.getValue()) - Number(other.getValue());

const lower = (text: { getValue(): unknown }): string => String(text.getValue()).toLocaleLowerCase();

const valueOf = (value: FunctionVariantType | undefined): unknown =>
  value instanceof ArrayValueObject
    ? value.getFirstCell().getValue()
    : (value as BaseValueObject | undefined)?.getValue();

/** What * and ? stand for, unless they follow a ~. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    pattern.replace(/~([*?~])|[*?]|[.+^${}()|[\]\\]/g, (found, letter?: string) =>
      letter !== undefined ? `\\${letter}` : found === '*' ? '[^]*' : found === '?' ? '[^]' : `\\${found}`,
    ),
  );
