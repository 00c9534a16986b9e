/** A rectangle of cells, counted from zero, on a sheet of the open workbook. */
export interface Block {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** The size of an Excel sheet; its last column is XFD. Anything beyond is a name, such as ZAR2026 or XOF1. */
export const [MAX_ROWS, MAX_COLUMNS] = [1_048_576, 16_384] as const;

const LETTERS = 26;
const CODE_BEFORE_A = 64;
const CELL = String.raw`\$?([A-Z]{1,3})\$?(\d{1,7})`;
const A1 = new RegExp(String.raw`^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?${CELL}(?::${CELL})?$`, 'i');

/**
 * "B7", "B2:C5", "Model!B7" or "'My sheet'!$B$2:$C$5" → the block; undefined for anything else. The corners may be in
 * any order.
 *
 * @param sheet the sheet of an address without one
 */
export function parseA1(text: string, sheet: string): Block | undefined {
  const match = A1.exec(text.trim());
  if (!match) return undefined;
  const [, quoted, bare, letters = '', digits = '', lastLetters = letters, lastDigits = digits] = match;
  const [left, right] = inOrder(columnOf(letters), columnOf(lastLetters));
  const [top, bottom] = inOrder(Number(digits) - 1, Number(lastDigits) - 1);
  if (top < 0 || bottom >= MAX_ROWS || right >= MAX_COLUMNS) return undefined;
  return {
    sheet: quoted?.replaceAll("''", "'") ?? bare ?? sheet,
    row: top,
    column: left,
    rows: bottom - top + 1,
    columns: right - left + 1,
  };
}

/** "B7" or "B2:C5", without the sheet. */
export function a1({ row, column, rows, columns }: Omit<Block, 'sheet'>): string {
  const first = cellName(row, column);
  return rows === 1 && columns === 1 ? first : `${first}:${cellName(row + rows - 1, column + columns - 1)}`;
}

/** "Model!B7" or "'My sheet'!B2:C5": the block as a formula on another sheet refers to it. */
export const a1WithSheet = (block: Block): string => `${quoteSheet(block.sheet)}!${a1(block)}`;

/** The sheet name, quoted if a formula needs it. */
export const quoteSheet = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !A1.test(name) && !/^r?\d*c?\d*$/i.test(name)
    ? name
    : `'${name.replaceAll("'", "''")}'`;

export const cellOf = (sheet: string, row: number, column: number): Block => ({
  sheet,
  row,
  column,
  rows: 1,
  columns: 1,
});

/** Whether two blocks share a cell. */
export const overlaps = (one: Block, other: Block): boolean =>
  one.sheet === other.sheet &&
  one.row < other.row + other.rows &&
  other.row < one.row + one.rows &&
  one.column < other.column + other.columns &&
  other.column < one.column + one.columns;

/** 0 → "A", 27 → "AB". */
export function columnName(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(CODE_BEFORE_A + 1 + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}

const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`;

const columnOf = (letters: string): number =>
  Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - CODE_BEFORE_A, 0) -
  1;

const inOrder = (one: number, other: number): readonly [number, number] => (one <= other ? [one, other] : [other, one]);
