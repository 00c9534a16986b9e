import {
  ArrayValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
  type FunctionVariantType,
  IFunctionService,
  NullValueObject,
  NumberValueObject,
} from '@univerjs/preset-sheets-core';
import { isNullCell, type ObjectMatrix } from '@univerjs/core';
import type { Calculate } from './wrong-functions';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** A reference to more cells is read by the rows that have something in them. */
const MAX_CELLS = 100_000;
/** An array of as many rows was calculated from a whole column, and is read row by row beside others. */
const MAX_ROWS_BESIDE = 1_000;

const namesIn = (names: string): readonly string[] => names.split(' ');

/** These make one value of all cells that are not blank, each argument by itself. */
const OF_ALL = namesIn(
  'SUM COUNT COUNTA AVERAGE MAX MIN PRODUCT MEDIAN LARGE SMALL SUMSQ STDEV STDEV.S STDEV.P VAR VAR.S VAR.P ' +
    'PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC ' +
    'RANK RANK.EQ RANK.AVG SUBTOTAL AGGREGATE',
);
/** These read their arguments row by row, and a blank row more or less changes nothing. */
const ROW_BY_ROW = namesIn('SUMIF SUMIFS AVERAGEIF AVERAGEIFS MAXIFS MINIFS SUMPRODUCT VLOOKUP XLOOKUP LOOKUP');
/** For these each blank row may count. */
const COUNTING = namesIn('COUNTIF COUNTIFS');
/** These find the place of a row. */
const PLACING = namesIn('MATCH XMATCH');

/**
 * Mends: functions read a million cells of a column that has a value in its last one, a second for each formula. Here
 * they read the rows in which something stands, and one blank row for all others.
 *
 * Can go when "a whole column with a value in its last cell is calculated as quickly as its values alone" of
 * test/unit/workbench/univer-patches/functions.test.ts passes without it.
 */
export function readRowsInUse(sheet: Spreadsheet): void {
  const mend = (
    names: readonly string[],
    change: (calculate: Calculate, values: readonly FunctionVariantType[]) => FunctionVariantType,
  ): void => {
    for (const name of names) {
      const executor = sheet.serviceOf(IFunctionService).getExecutor(name)!;
      const calculate = executor.calculate.bind(executor) as Calculate;
      const takesReferences = executor.needsReferenceObject;
      executor.needsReferenceObject = true;
      const calculateArrays: Calculate = (...values) => calculate(...(takesReferences ? values : values.map(arrayOf)));
      executor.calculate = (...values: FunctionVariantType[]) => change(calculateArrays, values);
    }
  };
  mend(OF_ALL, (calculate, values) => calculate(...values.map((one) => inUseOf([one])?.read()[0] ?? one)));
  mend(ROW_BY_ROW, (calculate, values) => calculate(...(inUseOf(values)?.read() ?? values)));
  mend(COUNTING, (calculate, values) => {
    const inUse = inUseOf(values);
    if (!inUse) return calculate(...values);
    const counted = calculate(...inUse.read()) as BaseValueObject;
    if (inUse.blank === undefined) return counted;
    const others = NumberValueObject.create(inUse.blanks - 1);
    const ofBlank = calculate(...inUse.read([inUse.blank])) as BaseValueObject;
    return counted.plus(ofBlank.multiply(others));
  });
  mend(PLACING, (calculate, values) => {
    const inUse = inUseOf(values);
    const found = calculate(...(inUse?.read() ?? values)) as BaseValueObject;
    const placed = (one: BaseValueObject): BaseValueObject =>
      inUse && one.isNumber() ? NumberValueObject.create(inUse.rows[Number(one.getValue()) - 1]! + 1) : one;
    return found instanceof ArrayValueObject ? found.mapValue(placed) : placed(found);
  });
}

const isReference = (value: FunctionVariantType): value is BaseReferenceObject => value.isReferenceObject();

const arrayOf = (value: FunctionVariantType): FunctionVariantType =>
  isReference(value) ? value.toArrayValueObject() : value;

/** The rows of large references in which something stands, counted from the first row of each. */
interface RowsInUse {
  readonly rows: readonly number[];
  /** The first of the rows in which nothing stands, which is one of `rows`; undefined if there is none. */
  readonly blank: number | undefined;
  /** How many of those there are. */
  readonly blanks: number;
  /** The arguments with those rows alone. */
  readonly read: (rows?: readonly number[]) => readonly FunctionVariantType[];
}

/** Undefined if no argument is large, or if they do not have the same rows. */
function inUseOf(values: readonly FunctionVariantType[]): RowsInUse | undefined {
  const isLarge = (value: FunctionVariantType): value is BaseReferenceObject => {
    if (!isReference(value)) return false;
    const { startRow, endRow, startColumn, endColumn } = value.getRangePosition();
    return (endRow - startRow + 1) * (endColumn - startColumn + 1) > MAX_CELLS;
  };
  const large = values.filter(isLarge);
  const [count, ...others] = new Set(
    large.map((one) => one.getRangePosition()).map(({ startRow, endRow }) => endRow - startRow + 1),
  );
  const isBeside = (one: FunctionVariantType): boolean =>
    one instanceof ArrayValueObject && one.getRowCount() > MAX_ROWS_BESIDE;
  if (count === undefined || others.length > 0 || values.some(isBeside)) return undefined;
  const filled = new Set(large.flatMap(filledRows));
  const rows = [...filled].sort((one, other) => one - other);
  const place = rows.findIndex((row, index) => row !== index);
  const blank = place >= 0 ? place : rows.length < count ? rows.length : undefined;
  if (blank !== undefined) rows.splice(blank, 0, blank);
  return {
    rows,
    blank,
    blanks: count - filled.size,
    read: (wanted = rows) => values.map((value) => (isLarge(value) ? withRows(value, wanted) : value)),
  };
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
    ArrayValueObject.create({
      calculateValueList: rows.map((row) => columns.map((column) => valueAt(startRow + row, column))),
      rowCount: rows.length,
      columnCount: columns.length,
      // Nobody keeps what is found in it as what is found in the sheet.
      unitId: '',
      sheetId: '',
      row: -1,
      column: -1,
    });
  // For functions that look which rows are hidden.
  const iterator: BaseReferenceObject['iterator'] = (callback) => {
    for (const row of rows)
      for (const column of columns)
        if (callback(valueAt(startRow + row, column), startRow + row, column) === false) return;
  };
  return Object.assign(Object.create(reference) as BaseReferenceObject, { toArrayValueObject: read, iterator });
}
