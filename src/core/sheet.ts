/** A rectangle of cells, counted from zero, on a sheet of the open workbook. */
export interface Block {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** The size of an Excel sheet; its last column is XFD. Anything beyond is a defined name, such as ZAR2026 or XOF1. */
export const [MAX_ROWS, MAX_COLUMNS] = [1_048_576, 16_384] as const;

const LETTERS = 26;
const CODE_BEFORE_A = 64;
const CELL = String.raw`\$?([A-Z]{1,3})\$?(\d{1,7})`;
/** A bracket stands before a sheet of another workbook. */
const A1 = new RegExp(String.raw`^(?:(?:'((?:[^'[\]]|'')+)'|([^'![\]]+))!)?${CELL}(?::${CELL})?$`, 'i');

/**
 * "B7", "B2:C5", "Model!B7" or "'My sheet'!$B$2:$C$5" → the block; undefined for anything else. The corners may be in
 * any order.
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

/** What Excel allows as the name of a sheet. */
export const SHEET_NAME = /^(?!')[^:\\/?*[\]]{1,31}(?<!')$/;

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

export const isSingleCell = ({ rows, columns }: Block): boolean => rows * columns === 1;

export const overlaps = (one: Block, other: Block): boolean =>
  one.sheet === other.sheet &&
  one.row < other.row + other.rows &&
  other.row < one.row + one.rows &&
  one.column < other.column + other.columns &&
  other.column < one.column + one.columns;

/** 0 → "A", 27 → "AB". */
export function columnName(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters = String.fromCharCode(CODE_BEFORE_A + 1 + ((rest - 1) % LETTERS)) + letters;
  return letters;
}

const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`;

const columnOf = (letters: string): number =>
  Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - CODE_BEFORE_A, 0) -
  1;

const inOrder = (one: number, other: number): readonly [number, number] => (one <= other ? [one, other] : [other, one]);

/** The single cells of a block, row by row. */
export const cellsIn = ({ sheet, row, column, rows, columns }: Block): Block[][] =>
  Array.from({ length: rows }, (_, down) =>
    Array.from({ length: columns }, (__, across) => cellOf(sheet, row + down, column + across)),
  );

/** The columns of a block, each a block of its own. */
export const columnsIn = (block: Block): Block[] =>
  Array.from({ length: block.columns }, (_, across) => ({ ...block, column: block.column + across, columns: 1 }));

/** Merges single cells into few blocks: vertical neighbours first, then equal columns side by side. */
export function runsOf(cells: readonly Block[]): Block[] {
  const byColumn = [...cells].sort(
    (one, other) => compare(one.sheet, other.sheet) || one.column - other.column || one.row - other.row,
  );
  const columns = joined(
    byColumn,
    (run, cell) => run.column === cell.column && run.row + run.rows === cell.row,
    'rows',
  );
  // Equal blocks keep the order of their columns.
  columns.sort((one, other) => compare(one.sheet, other.sheet) || one.row - other.row || one.rows - other.rows);
  return joined(
    columns,
    (run, next) => run.row === next.row && run.rows === next.rows && run.column + run.columns === next.column,
    'columns',
  );
}

function joined(
  sorted: readonly Block[],
  isNext: (run: Block, next: Block) => boolean,
  along: 'rows' | 'columns',
): Block[] {
  const runs: Block[] = [];
  for (const block of sorted) {
    const run = runs.at(-1);
    if (run?.sheet === block.sheet && isNext(run, block))
      runs[runs.length - 1] = { ...run, [along]: run[along] + block[along] };
    else runs.push(block);
  }
  return runs;
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Written in place of a block whose cells were deleted. */
const DELETED = '#REF!';

/**
 * Blocks → "Model!$B$2+'My sheet'!$C$3:$D$4": the formula of a name that refers to them and is never calculated. Plus
 * signs join them, because the sign for a union is different in every language.
 */
export const formulaOfBlocks = (blocks: readonly (Block | undefined)[]): string =>
  blocks.map((block) => (block ? absolute(block) : DELETED)).join('+');

/**
 * The blocks in such a formula; undefined for one whose cells or sheet were deleted. Excel then writes the error instead
 * of the sheet: "#REF!$B$2".
 */
export const blocksOfFormula = (formula: string): (Block | undefined)[] =>
  (formula.replace(/^=/, '').match(/(?:'(?:[^']|'')*'|[^'+])+/g) ?? []).map((one) =>
    one.startsWith('#') ? undefined : parseA1(one.replace(NUMBERED_CELL, letteredCell), ''),
  );

/** Where the user sees columns as numbers, so does the formula: "R2C3:R4C5", with other letters in other languages. */
const NUMBERED_CELL = /(?<=[!:])\p{L}(\d+)\p{L}(\d+)(?=:|$)/gu;
const letteredCell = (_: string, row: string, column: string): string => columnName(Number(column) - 1) + row;

/**
 * A relative name would depend on the cell that uses it. Whole rows and columns are named by their first half: Excel
 * writes them in another way. The half also stays within the sheet after many insertions.
 */
const absolute = (block: Block): string =>
  `${quoteSheet(block.sheet)}!${a1({
    ...block,
    rows: Math.min(block.rows, MAX_ROWS / 2),
    columns: Math.min(block.columns, MAX_COLUMNS / 2),
  }).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')}`;

const MAX_NAME_LENGTH = 31;
/** Excel keeps it for itself, and refuses it in capitals too. */
const RESERVED = 'history';

/** The title as a name that Excel accepts, numbered if that name is taken. */
export function freeName(title: string, taken: readonly string[]): string {
  const clean =
    title
      .replace(/[:\\/?*[\]]/g, ' ')
      .slice(0, MAX_NAME_LENGTH)
      .replace(/^['\s]+|['\s]+$/g, '') || 'Sheet';
  const names = new Set([RESERVED, ...taken.map((name) => name.toLowerCase())]);
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = clean.slice(0, MAX_NAME_LENGTH - suffix.length).trimEnd() + suffix;
    if (!names.has(name.toLowerCase())) return name;
  }
}
