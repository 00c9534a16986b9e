import { type Matrix, MarkedNumber, isFormatted } from '../core/cell';
import { CellError, notAvailable, type ErrorCode } from '../core/errors';
import type { ReturnedTypes } from './features';

export type ExcelResult = ExcelCell | ExcelCell[][];

/**
 * The boundary to Excel: everything it returns is acceptable to Excel, whatever comes in. An error of the whole cell is
 * thrown, as Excel expects; nothing but a CustomFunctions.Error is ever thrown. A 1 × 1 number, the common case, passes
 * unchanged.
 */
export function toExcel(
  outcome: Matrix | CellError,
  result: 'matrix' | 'scalar',
  features: ReturnedTypes,
): ExcelResult {
  const only = onlyCell(outcome);
  if (typeof only === 'number' && Number.isFinite(only)) return result === 'scalar' ? only : (outcome as number[][]);
  const converted = convert(outcome, features);
  if (converted instanceof CellError) throw customFunctionsError(converted);
  if (result === 'matrix') return converted;
  return converted[0]?.[0] ?? '';
}

function convert(outcome: unknown, features: ReturnedTypes): ExcelCell[][] | CellError {
  try {
    if (outcome instanceof CellError) return outcome;
    const rows = Array.isArray(outcome)
      ? outcome.map((row: unknown): unknown[] => (Array.isArray(row) ? row : [row]))
      : [[outcome]];
    const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
    if (width === 0) return notAvailable('There is nothing to show');
    const only = onlyCell(rows);
    if (only instanceof CellError) return only;
    return fitToMessage(rows.map((row) => excelRow(row, width, features)));
  } catch (problem) {
    return notAvailable('The result could not be written: please report this', problem);
  }
}

function onlyCell(outcome: unknown): unknown {
  if (!Array.isArray(outcome) || outcome.length !== 1) return undefined;
  const [row] = outcome as unknown[];
  return Array.isArray(row) && row.length === 1 ? row[0] : undefined;
}

/** All rows get equal length; holes and missing ends are blank. */
function excelRow(row: readonly unknown[], width: number, features: ReturnedTypes): ExcelCell[] {
  const cells = new Array<ExcelCell>(width);
  for (let column = 0; column < width; column += 1) cells[column] = excelCell(row[column], features);
  return cells;
}

export type ExcelCell = number | string | boolean | NumberValue | ExcelError;

/** A number with a number format and, if Excel supports them, properties for formulas such as =A1.asOf. */
interface NumberValue {
  readonly type: 'Double' | 'FormattedNumber';
  readonly basicValue: number;
  readonly numberFormat?: string;
  readonly properties?: Readonly<Record<string, PropertyValue>>;
  readonly provider?: { readonly description: string };
  readonly layouts?: { readonly compact: { readonly icon: string } };
}

/** A property must be a data type. */
export type PropertyValue = NumberValue | { readonly type: 'String'; readonly basicValue: string };

/** An error as a data type: the only form in which Excel accepts codes such as #REF!. It has no message. */
interface ErrorValue {
  readonly type: 'Error';
  readonly basicType: 'Error';
  readonly basicValue: ErrorCode;
  readonly errorType: string;
}

/** Also a real Error, which Microsoft's types omit. */
export type ThrowableError = CustomFunctions.Error & Error;

type ExcelError = ThrowableError | ErrorValue;

/**
 * A cell as Excel accepts it. Any other value becomes a valid one or an error with a message: a single value that
 * cannot be written as JSON would delay the results of all other cells for a minute.
 * @internal
 */
export function excelCell(cell: unknown, features: ReturnedTypes): ExcelCell {
  switch (typeof cell) {
    case 'number':
      return Number.isFinite(cell)
        ? cell
        : excelError(notAvailable(`The result is ${String(cell)}, which is not a number in a cell`), features);
    case 'string':
      return cell.length <= MAX_TEXT_LENGTH ? cell : excelError(tooLong(cell), features);
    case 'boolean':
      return cell;
    case 'undefined':
      return '';
    default:
      return cell === null ? '' : excelObject(cell, features);
  }
}

/** Excel refuses results with longer texts. */
const MAX_TEXT_LENGTH = 32_767;

function excelObject(cell: unknown, features: ReturnedTypes): ExcelCell {
  if (cell instanceof CellError) return excelError(cell, features);
  if (!isFormatted(cell)) return excelError(unshowable(cell), features);
  const { value, format } = cell;
  if (cell instanceof MarkedNumber) return markedCell(cell, features);
  if (features.formattedAs === 'plain' || typeof value !== 'number' || !Number.isFinite(value))
    return excelCell(typeof value === 'object' ? undefined : value, features);
  return { type: features.formattedAs, basicValue: value, numberFormat: format };
}

/**
 * A last value, with an icon beside it that opens a card with its time. A mark in the number format
 * would not be seen in a cell that has a format of its own. So if Excel shows no icon beside a number, or the value is
 * not a finite number, the cell shows the error.
 */
export function markedCell({ value, format, mark, error }: MarkedNumber, features: ReturnedTypes): ExcelCell {
  if (features.formattedAs !== 'Double' || !Number.isFinite(value)) return excelError(error, features);
  return {
    type: 'Double',
    basicValue: value,
    numberFormat: format,
    layouts: { compact: { icon: 'Clock' } },
    properties: { lastValue: { type: 'String', basicValue: mark } },
  };
}

const tooLong = (text: string): CellError =>
  new CellError('#VALUE!', `The text has ${text.length.toLocaleString('en')} characters; a cell holds 32,767`);

function unshowable(value: unknown): CellError {
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1).toLowerCase();
  return notAvailable(`The result is of a kind that no cell can show (${kind}); please report this`);
}

/**
 * Codes that a function may return in a CustomFunctions.Error. Excel can read the others in it, but not return them.
 */
const RETURNABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['#VALUE!', '#N/A', '#DIV/0!', '#NUM!', '#NULL!']);

/** Codes of a value that is still pending. */
const PENDING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['#GETTING_DATA', '#BUSY!', '#CONNECT!']);

/** Of a code such as #GETTING_DATA: GettingData. */
const errorTypeOf = (code: ErrorCode): string =>
  code.toLowerCase().replace(/[^a-z]+(\w?)/g, (_, first: string) => first.toUpperCase());

/** A cell's error, to stand in an array or to be returned. */
function excelError(error: CellError, features: ReturnedTypes): ExcelError {
  const { code } = error;
  if (RETURNABLE.has(code) || !features.hasErrorValues) return customFunctionsError(error);
  return { type: 'Error', basicType: 'Error', basicValue: code, errorType: errorTypeOf(code) };
}

/** The closest CustomFunctions.Error: the same code, else #N/A for a pending value, else #VALUE!. */
export function customFunctionsError({ code, message }: CellError): ThrowableError {
  const nearest = RETURNABLE.has(code) ? code : PENDING.has(code) ? '#N/A' : '#VALUE!';
  const explanation = message === '' && nearest !== code ? `The argument is ${code}` : message;
  const OfficeError = CustomFunctions.Error as unknown as new (code: ErrorCode, message: string) => ThrowableError;
  return new OfficeError(nearest, explanation);
}

/** Excel on the web refuses messages above 5 MB, and a message may contain other cells too. */
export const MAX_BYTES = 4_000_000;

/** Below this bound the exact size does not matter. */
const SMALL_BYTES = 2_000;

/** Upper bounds in bytes, including separators. A character of a text takes up to three bytes, or six if escaped. */
const [BYTES_OF_NUMBER, BYTES_OF_CHARACTER, BYTES_OF_OBJECT] = [26, 6, 600];

/**
 * The rows if they fit; otherwise the rows without number formats if those fit; otherwise an error that says how many
 * rows would fit.
 * @internal
 */
export function fitToMessage(rows: ExcelCell[][]): ExcelCell[][] | CellError {
  if (upperBound(rows) <= MAX_BYTES) return rows;
  if (rowsThatFit(rows) === rows.length) return rows;
  const plain = bareCells(rows);
  const fitting = rowsThatFit(plain);
  const headerRows = hasHeader(rows) ? 1 : 0;
  return fitting === rows.length ? plain : tooLarge(rows.length - headerRows, Math.max(0, fitting - headerRows));
}

/** A header row does not count against the limit of rows. */
const hasHeader = ([first = [], second = []]: ExcelCell[][]): boolean =>
  first.every((cell) => typeof cell === 'string') && second.some((cell) => typeof cell !== 'string');

/** The size of the rows as JSON, in bytes; for a small table an upper bound. */
export function byteLength(rows: ExcelCell[][]): number {
  const cached = knownSizes.get(rows);
  if (cached !== undefined) return cached;
  const bound = upperBound(rows);
  return bound <= SMALL_BYTES ? bound : jsonBytes(rows);
}

function upperBound(rows: readonly (readonly ExcelCell[])[]): number {
  let bytes = 0;
  for (const row of rows) {
    for (const cell of row) {
      bytes +=
        typeof cell === 'number'
          ? BYTES_OF_NUMBER
          : typeof cell === 'string'
            ? cell.length * BYTES_OF_CHARACTER + 3
            : BYTES_OF_OBJECT;
    }
    bytes += 2;
  }
  return bytes;
}

/** A last value keeps its mark. */
export const bareCells = (rows: ExcelCell[][]): ExcelCell[][] =>
  rows.map((row) =>
    row.map((cell) => (typeof cell === 'object' && 'numberFormat' in cell && !cell.layouts ? cell.basicValue : cell)),
  );

/** Sizes of tables that were counted: counting a hundred thousand rows again would keep the page busy. */
const knownSizes = new WeakMap<readonly (readonly ExcelCell[])[], number>();

/** Counts a thousand rows at a time, and one by one where these do not fit: a table may have a hundred thousand. */
function rowsThatFit(rows: readonly (readonly ExcelCell[])[]): number {
  let bytes = 1;
  let index = 0;
  for (const step of [1_000, 1]) {
    for (; index < rows.length; index += step) {
      // Without one of the brackets.
      const more = jsonBytes(rows.slice(index, index + step)) - 1;
      if (bytes + more >= MAX_BYTES) break;
      bytes += more;
    }
  }
  knownSizes.set(rows, bytes);
  return Math.min(index, rows.length);
}

function tooLarge(rowCount: number, fitting: number): CellError {
  const [actual, allowed] = [rowCount.toLocaleString('en'), fitting.toLocaleString('en')];
  return new CellError(
    '#VALUE!',
    fitting === 0
      ? 'The result is too large for Excel; ask for fewer fields'
      : `The result of ${actual} rows is too large for Excel; ${allowed} rows fit: ask for fewer rows or fields`,
  );
}

const encoder = new TextEncoder();

export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;
