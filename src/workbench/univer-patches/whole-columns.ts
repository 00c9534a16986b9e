import {
  ArrayValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
  type FunctionVariantType,
  Interpreter,
  NullValueObject,
  NumberValueObject,
} from '@univerjs/preset-sheets-core';
import { isNullCell, type ObjectMatrix, RANGE_TYPE } from '@univerjs/core';
import { MAX_ROWS } from '../../core/sheet';
import { arrayOf } from '../engine/executor';
import { type FormulaPart, type FormulaSteps, KIND } from './branches-not-taken';

/** References to more cells are read by the rows that have something in them. */
const MAX_CELLS = 100_000;
/** What a blank row adds is found beside as many others. */
const ROWS_IN_SAMPLE = 8;

const namesIn = (names: string): readonly string[] => names.split(' ');

/** What one blank row more does to the result of a function. */
const BLANK_ROWS = new Map([
  ...namesIn('SUM SUMSQ SUMPRODUCT COUNT COUNTA COUNTIF COUNTIFS').map((name) => [name, 'adds'] as const),
  ...namesIn('MAX MIN SUMIF SUMIFS AVERAGEIF AVERAGEIFS MAXIFS MINIFS VLOOKUP XLOOKUP LOOKUP UNIQUE').map(
    (name) => [name, 'means nothing'] as const,
  ),
  ...namesIn(
    'AVERAGE PRODUCT MEDIAN LARGE SMALL STDEV STDEV.S STDEV.P VAR VAR.S VAR.P PERCENTILE PERCENTILE.INC ' +
      'PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC RANK RANK.EQ RANK.AVG SUBTOTAL AGGREGATE',
  ).map((name) => [name, 'means nothing without a number'] as const),
  ...namesIn('MATCH XMATCH').map((name) => [name, 'moves places'] as const),
  ['FILTER', 'may stay'] as const,
]);
/** These take each of their arguments by itself. */
const ONE_BY_ONE = new Set(namesIn('SUM SUMSQ COUNT COUNTA AVERAGE PRODUCT MAX MIN MEDIAN SUBTOTAL'));
/** These make one row of each, or leave some. */
const ROW_BY_ROW = new Set(
  namesIn(
    'IF IFERROR IFNA NOT ISBLANK ISNUMBER ISTEXT ISNONTEXT ISLOGICAL ISERROR ISERR ISNA ABS SIGN INT ROUND ROUNDUP ' +
      'ROUNDDOWN TRUNC MOD POWER SQRT EXP LN LOG LOG10 LEN LEFT RIGHT MID UPPER LOWER TRIM TEXT VALUE EXACT SEARCH ' +
      'FIND SUBSTITUTE REPLACE CONCATENATE DATE YEAR MONTH DAY WEEKDAY EOMONTH EDATE HOUR MINUTE SECOND UNIQUE FILTER',
  ),
);

const CELLS = [KIND.reference, KIND.range];

/**
 * Mends: functions read a million cells of a column that has a value in its last one, seconds for each formula, and of a
 * sheet that ends earlier `=SUMPRODUCT((A:A="")*1)` counts too few. Here what they make of whole columns is calculated
 * for the rows in which something stands, and for one blank row in place of all others.
 *
 * Can go when "a whole column with a value in its last cell is calculated as quickly as its values alone", of
 * test/unit/workbench/univer-patches/functions.test.ts, and "counts the blank rows where they count" pass without it.
 */
export function readRowsInUse(): void {
  const steps = Interpreter.prototype as unknown as FormulaSteps;
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { _execute } = steps;
  /** Parts that are references to some rows at the moment. */
  const held = new Map<FormulaPart, BaseReferenceObject>();
  steps._execute = function (part, refOffsetX = 0, refOffsetY = 0) {
    const reference = held.get(part);
    if (reference) {
      part.setValue(reference);
      return 0;
    }
    const run = (): FunctionVariantType => {
      _execute.call(this, part, refOffsetX, refOffsetY);
      return part.getValue()!;
    };
    const columns = wholeColumnsOf(part, (one) => this._execute(one, refOffsetX, refOffsetY));
    if (!columns) run();
    else {
      const runWith = (rows: readonly number[]): FunctionVariantType => {
        for (const [one, whole] of columns.references) held.set(one, withRows(whole, rows));
        try {
          return run();
        } finally {
          for (const [one] of columns.references) held.delete(one);
        }
      };
      part.setValue(resultOf(part, columns, run, runWith));
    }
    return 0;
  };
}

const nameOf = (part: FormulaPart): string => (part.nodeType === KIND.function ? part.getToken().toUpperCase() : '');

/** What a function makes of all rows, by what it makes of some. */
function resultOf(
  part: FormulaPart,
  columns: WholeColumns,
  run: () => FunctionVariantType,
  runWith: (rows: readonly number[]) => FunctionVariantType,
): FunctionVariantType {
  const [name, children, { isLarge }] = [nameOf(part), part.getChildren(), columns];
  const kind = BLANK_ROWS.get(name);
  const mayCount = kind === 'adds' && (!isOfCells(part) || name.startsWith('COUNTIF'));
  const isMiddle = /^(?:AVERAGE|MEDIAN)$/.test(name) && children.length === 1 && !isOfCells(part);
  if (!isLarge && !mayCount && !isMiddle) return run();
  const { rows, blank } = rowsInUse(columns);
  const first = isLarge ? runWith(rows) : run();
  if (blank === undefined) return first;
  if (kind === 'may stay' || (isLarge && rowCountOf(first) === rows.length)) {
    const more = name === 'UNIQUE' ? first : runWith([...rows, blank]);
    return isLarge && rowCountOf(more) !== rowCountOf(first) ? run() : first;
  }
  if (mayCount && !first.isError()) {
    const others = columns.count - (isLarge ? rows.length : columns.height);
    const filled = rows.filter((row) => row !== blank);
    for (const some of [filled.slice(0, ROWS_IN_SAMPLE), filled]) {
      const [one, two] = [runWith([...some, blank]), runWith([...some, blank, blank])] as BaseValueObject[];
      if (one!.isError() || rowCountOf(one!) !== rowCountOf(first)) continue;
      return (first as BaseValueObject).plus(two!.minus(one!).multiply(NumberValueObject.create(others)));
    }
  }
  if (kind === 'means nothing without a number' && !isOfCells(part)) {
    const ofBlank = runWith([blank]) as BaseValueObject;
    const areNumbers = children.some(isNumbers);
    const all = areNumbers && isLarge ? run() : first;
    const [more, of] = [columns.count - columns.height, (count: number) => NumberValueObject.create(count)];
    if (areNumbers && isMiddle && more > 0)
      return name === 'MEDIAN'
        ? ofBlank
        : (all as BaseValueObject)
            .multiply(of(columns.height))
            .plus(ofBlank.multiply(of(more)))
            .divided(of(columns.count));
    if (areNumbers) return all;
  }
  return kind === 'moves places' ? placed(first, rows) : first;
}

const isOfCells = (part: FormulaPart): boolean =>
  part.getChildren().every(({ nodeType }) => nodeType === KIND.value || CELLS.includes(nodeType));

const rowCountOf = (value: FunctionVariantType): number =>
  value instanceof ArrayValueObject ? value.getRowCount() : 1;

function isNumbers(part: FormulaPart): boolean {
  const value = part.getValue();
  const first = value instanceof ArrayValueObject ? value.getFirstCell() : value;
  return part.nodeType !== KIND.value && first?.isReferenceObject() === false && (first as BaseValueObject).isNumber();
}

/** Places among some rows as those among all. */
function placed(found: FunctionVariantType, rows: readonly number[]): FunctionVariantType {
  const place = (one: BaseValueObject): BaseValueObject =>
    one.isNumber() ? NumberValueObject.create(rows[Number(one.getValue()) - 1]! + 1) : one;
  return found instanceof ArrayValueObject ? found.mapValue(place) : place(found as BaseValueObject);
}

/** Whole or large columns with which a function calculates row by row. */
interface WholeColumns {
  readonly references: ReadonlyMap<FormulaPart, BaseReferenceObject>;
  /** How many rows each has; if they differ, that matters to nobody. */
  readonly count: number;
  /** How many of them the engine would read. */
  readonly height: number;
  /** Whether these are too many. */
  readonly isLarge: boolean;
}

/** Undefined if there are none, or if they do not have the same rows where they should. */
function wholeColumnsOf(part: FormulaPart, execute: (part: FormulaPart) => void): WholeColumns | undefined {
  const parts = BLANK_ROWS.has(nameOf(part)) ? referencesIn(part) : undefined;
  if (parts === undefined || parts.length === 0) return undefined;
  const references = new Map<FormulaPart, BaseReferenceObject>();
  const [counts, heights] = [new Set<number>(), new Set<number>()];
  let isLarge = false;
  for (const one of parts) {
    execute(one);
    const value = one.getValue();
    if (!value?.isReferenceObject()) continue;
    const reference = value as BaseReferenceObject;
    const { startRow, endRow, startColumn, endColumn } = reference.getRangePosition();
    const height = endRow - startRow + 1;
    const isMany = height * (endColumn - startColumn + 1) > MAX_CELLS;
    const isWhole = reference.getRangeData().rangeType === RANGE_TYPE.COLUMN;
    if (!isMany && !isWhole) continue;
    isLarge ||= isMany;
    references.set(one, reference);
    heights.add(height);
    counts.add(isWhole ? MAX_ROWS : height);
  }
  const [[count], [height]] = [[...counts], [...heights]];
  if (
    count === undefined ||
    height === undefined ||
    (counts.size > 1 && !(isOfCells(part) && ONE_BY_ONE.has(nameOf(part))))
  )
    return undefined;
  return { references, count, height, isLarge: isLarge || heights.size > 1 };
}

/** The rows in which something stands and the first in which nothing does, counted from the first of the columns. */
function rowsInUse({ references, count }: WholeColumns): { readonly rows: readonly number[]; readonly blank?: number } {
  const filled = new Set([...references.values()].flatMap(filledRows));
  const rows = [...filled].sort((one, other) => one - other);
  if (rows.length === count) return { rows };
  const place = rows.findIndex((row, index) => row !== index);
  const blank = place >= 0 ? place : rows.length;
  rows.splice(blank, 0, blank);
  return { rows, blank };
}

/** The references with which a part calculates row by row; undefined if it does anything else with them. */
function referencesIn(part: FormulaPart): FormulaPart[] | undefined {
  const found: FormulaPart[] = [];
  for (const child of part.getChildren()) {
    const type = child.nodeType;
    if (CELLS.includes(type)) found.push(child);
    else if (type === KIND.lambda || type === KIND.lambdaParameter) return undefined;
    else if (type !== KIND.function || ROW_BY_ROW.has(nameOf(child))) {
      const own = referencesIn(child);
      if (!own) return undefined;
      found.push(...own);
    } else if (!BLANK_ROWS.has(nameOf(child))) return undefined;
  }
  return found;
}

function filledRows(reference: BaseReferenceObject): number[] {
  const { startRow, endRow, startColumn, endColumn } = reference.getRangePosition();
  const data = reference.getCurrentActiveSheetData() as { cellData: ObjectMatrix<unknown> } | undefined;
  const all = [
    data?.cellData,
    reference.getCurrentRuntimeSheetData(),
    reference.getCurrentActiveArrayFormulaCellData(),
    reference.getCurrentRuntimeActiveArrayFormulaCellData(),
  ];
  return all.flatMap((cells) =>
    Object.entries(cells?.getMatrix() ?? {}).flatMap(([row, inRow]) => {
      const isInside = Number(row) >= startRow && Number(row) <= endRow;
      return isInside && holds(inRow as object, startColumn, endColumn) ? [Number(row) - startRow] : [];
    }),
  );
}

function holds(inRow: object, first: number, last: number): boolean {
  if (last - first < 10) {
    for (let column = first; column <= last; column++) if (column in inRow) return true;
    return false;
  }
  return Object.keys(inRow).some((column) => Number(column) >= first && Number(column) <= last);
}

/** A reference that is read as if it had these rows alone. */
function withRows(reference: BaseReferenceObject, rows: readonly number[]): BaseReferenceObject {
  const { startRow, startColumn, endColumn } = reference.getRangePosition();
  const columns = Array.from({ length: endColumn - startColumn + 1 }, (_, index) => startColumn + index);
  const valueAt = (row: number, column: number): BaseValueObject => {
    const cell = reference.getCellData(row, column);
    return isNullCell(cell) ? NullValueObject.create() : reference.getCellValueObject(cell!);
  };
  const read = (): ArrayValueObject =>
    arrayOf(rows.map((row) => columns.map((column) => valueAt(startRow + row, column))));
  // For functions that look which rows are hidden.
  const iterator: BaseReferenceObject['iterator'] = (callback) => {
    for (const row of rows)
      for (const column of columns)
        if (callback(valueAt(startRow + row, column), startRow + row, column) === false) return;
  };
  // LOOKUP changes the range that it gets.
  const getRangeData = (): ReturnType<BaseReferenceObject['getRangeData']> => ({ ...reference.getRangeData() });
  return Object.assign(Object.create(reference) as BaseReferenceObject, {
    toArrayValueObject: read,
    iterator,
    getRangeData,
  });
}
