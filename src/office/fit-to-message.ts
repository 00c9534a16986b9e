import { CellError } from '../core/errors';
import { type ExcelCell, jsonBytes } from './excel-message';

/** Excel on the web refuses messages above 5 MB, and a message may contain other cells too. */
export const MAX_BYTES = 4_000_000;

/** Below this bound the exact size does not matter. */
const SMALL_BYTES = 2_000;

/** Upper bounds in bytes, including separators. A character of a text takes up to three bytes, or six if escaped. */
const [BYTES_OF_NUMBER, BYTES_OF_CHARACTER, BYTES_OF_OBJECT] = [26, 6, 600];

/**
 * The rows if they fit; otherwise the rows without number formats if those fit; otherwise an error that says how many
 * rows would fit.
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
