import { type BasicValue, basicOf } from './data-types';
import { CellError, wrongArgument } from './errors';

/**
 * Unwraps data types: a formatted number gives its number, an entity its basic value, an error cell a CellError. In
 * texts, full-width letters, digits and marks become ordinary ones, and invisible characters are removed.
 */
export function unwrap(value: unknown): BasicValue {
  switch (typeof value) {
    case 'string':
      return usualText(value);
    case 'number':
    case 'boolean':
      return value;
    case 'object': {
      const basic = value === null ? null : basicOf(value);
      return typeof basic === 'string' ? usualText(basic) : basic;
    }
    default:
      return null;
  }
}

/** Full-width characters from Japanese and Chinese keyboards: ＡＡＰＬ，ＭＳＦＴ. */
const FULL_WIDTH = /[\u3000-\u3002\uff01-\uff5e]/;

/** Invisible characters from copied web pages, such as a zero-width space or a direction mark. */
const UNSEEN = /\p{Cf}/gu;

/** Matches almost all texts, so that a single check is enough. */
const PLAIN = /^[ -~]*$/;

function usualText(written: string): string {
  if (PLAIN.test(written)) return written;
  const text = written.replace(UNSEEN, '');
  return FULL_WIDTH.test(text) ? text.normalize('NFKC').replaceAll('、', ',') : text;
}

/** Whether an argument is blank: an empty cell, or a text of spaces alone. */
export const isBlank = (raw: BasicValue): boolean => raw === null || (typeof raw === 'string' && raw.trim() === '');

/** Whether a text parameter is blank. Some desktop versions of Excel hand over an empty cell as 0. */
export const isBlankText = (raw: BasicValue): boolean => raw === 0 || isBlank(raw);

/** Values in rows, as they stand in the sheet. */
export interface Grid<T> {
  readonly items: readonly T[];
  readonly height: number;
  readonly width: number;
}

/** A whole column has 1,048,576 rows, a whole row 16,384 columns; behind headings they are a little shorter. */
const [ROWS_OF_NEARLY_A_COLUMN, COLUMNS_OF_NEARLY_A_ROW] = [2 ** 20 - 1_000, 2 ** 14 - 100];

/** The rows of a range. For a whole column or row, only the used part was meant. */
export function rowsInUse(range: readonly unknown[]): unknown[][] {
  const rows = range.map((row) => (Array.isArray(row) ? (row as unknown[]) : [row]));
  const isUsed = (cell: unknown): boolean => !isBlankText(unwrap(cell));
  if (rows.length > ROWS_OF_NEARLY_A_COLUMN) rows.length = 1 + rows.findLastIndex((row) => row.some(isUsed));
  // No Math.max(...): a column can have more rows than a call can have arguments.
  const widest = (widthOf: (row: unknown[]) => number): number =>
    rows.reduce((width, row) => Math.max(width, widthOf(row)), 0);
  if (widest((row) => row.length) <= COLUMNS_OF_NEARLY_A_ROW) return rows;
  const width = widest((row) => 1 + row.findLastIndex(isUsed));
  return rows.map((row) => row.slice(0, width));
}

/** A range, or a single value as a grid of one. */
export function gridOf(argument: unknown): Grid<BasicValue> {
  const rows = Array.isArray(argument) ? rowsInUse(argument) : [[argument]];
  if (rows.length === 0) return { items: [null], height: 1, width: 1 };
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 1);
  return {
    items: rows.flatMap((row) => Array.from({ length: width }, (_, column) => unwrap(row[column]))),
    height: rows.length,
    width,
  };
}

/** The value of a parameter that takes a single one. A one-cell range is fine, a larger one is an error. */
export function single(argument: unknown, name: string): BasicValue {
  const { items, height, width } = gridOf(argument);
  if (items.length !== 1)
    throw new CellError(
      '#VALUE!',
      `${name}: a range of ${height} × ${width} cells is not one value; give a single cell`,
    );
  return items[0]!;
}

/**
 * The texts of a list parameter, each in its place: `undefined` for a blank, the error for an error cell. One
 * comma-separated text counts as a column. Null if the argument was omitted.
 */
export function textsOf(argument: unknown, name: string): Grid<string | CellError | undefined> | null {
  if (argument === null || argument === undefined) return null;
  const grid = gridOf(argument);
  const [only] = grid.items;
  if (grid.items.length === 1 && typeof only === 'string') {
    const items = only
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    return { items: items.length > 0 ? items : [undefined], height: Math.max(1, items.length), width: 1 };
  }
  return { ...grid, items: grid.items.map((raw) => textOf(raw, name)) };
}

function textOf(raw: BasicValue, name: string): string | CellError | undefined {
  if (isBlankText(raw)) return undefined;
  // Whole numbers may be names, such as 7203; a fraction or a negative one is a price or a change.
  if (typeof raw === 'boolean' || (typeof raw === 'number' && (raw < 0 || raw % 1 > 0)))
    return wrongArgument(name, raw, 'a text: put an apostrophe before it');
  if (typeof raw === 'string') {
    const text = raw.trim();
    return text.includes(',')
      ? new CellError('#VALUE!', `${name}: "${text}" is a list inside a range; give one to a cell`)
      : text;
  }
  return raw instanceof CellError ? raw : String(raw);
}
