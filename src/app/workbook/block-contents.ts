import type { CellContent, CellValue, CellWriting, TrackedName, Workbook, WrittenBlock } from '../host';
import { a1WithSheet, type Block, cellsIn, isSingleCell, runsOf } from '../../core/sheet';

export type Rows = readonly (readonly CellContent[])[];

/** An empty text as every spreadsheet keeps it: a blank cell would be 0 to other formulas. */
export const EMPTY_TEXT = '=""';

/** A value that a formula has shown, without the formula. */
export const shownAs = (value: CellValue): CellWriting =>
  value === '' ? { formula: EMPTY_TEXT } : { value: withoutFormula(value) };

/** Errors that become texts in a cell without a formula: a sum would ignore them. */
const ONLY_OF_FORMULAS = /^#(?:SPILL|CALC|FIELD|BLOCKED|CONNECT)!$/;

const withoutFormula = (value: CellValue): CellValue =>
  typeof value === 'string' && ONLY_OF_FORMULAS.test(value) ? '#N/A' : value;

export const readBlock = async (workbook: Pick<Workbook, 'read'>, block: Block): Promise<Rows> =>
  (await workbook.read([block]))[0]!;

/** Of a block's first cell. */
export const readCell = async (workbook: Pick<Workbook, 'read'>, block: Block): Promise<CellContent> =>
  (await readBlock(workbook, { ...block, rows: 1, columns: 1 }))[0]![0]!;

/**
 * The contents of blocks, each read once. Neighbouring cells are read together: a few large blocks take less time than
 * many small ones.
 */
export async function readBlocks<T>(
  workbook: Pick<Workbook, 'read'>,
  all: readonly T[],
  blockOf: (one: T) => Block,
): Promise<Map<T, Rows>> {
  const addresses = all.map((one) => a1WithSheet(blockOf(one)));
  const blocks = [...new Map(all.map((one, index) => [addresses[index], blockOf(one)])).values()];
  const runs = runsOf(blocks.filter(isSingleCell));
  const larger = blocks.filter((block) => !isSingleCell(block));
  const rows = runs.length + larger.length === 0 ? [] : await workbook.read([...runs, ...larger]);
  const contents = new Map(larger.map((block, index) => [a1WithSheet(block), rows[runs.length + index]!]));
  for (const [index, run] of runs.entries())
    for (const [down, line] of cellsIn(run).entries())
      for (const [across, cell] of line.entries()) contents.set(a1WithSheet(cell), [[rows[index]![down]![across]!]]);
  return new Map(all.map((one, index) => [one, contents.get(addresses[index]!)!]));
}

/** Writes or clears blocks that do not overlap, neighbouring cells together. */
export async function writeBlocks(workbook: Pick<Workbook, 'write'>, parts: readonly WrittenBlock[]): Promise<void> {
  const isCell = ({ block, cells }: WrittenBlock): boolean => isSingleCell(block) && cells !== undefined;
  const cells = new Map(parts.filter(isCell).map((part) => [a1WithSheet(part.block), part.cells![0]?.[0]]));
  const blank = parts.filter((part) => part.cells === undefined && isSingleCell(part.block));
  await workbook.write([
    ...runsOf(blank.map(({ block }) => block)).map((block) => ({ block })),
    ...runsOf(parts.filter(isCell).map(({ block }) => block)).map((block) => ({
      block,
      cells: cellsIn(block).map((row) => row.map((cell) => cells.get(a1WithSheet(cell)))),
    })),
    ...parts.filter(({ block }) => !isSingleCell(block)),
  ]);
}

/** Splits items, in order, into portions of as many as fit. An item that is too large is a portion of its own. */
export function portionsOf<T>(
  all: readonly T[],
  sizeOf: (one: T) => number,
  maxSize: number,
  maxCount = Infinity,
): T[][] {
  const portions: T[][] = [];
  let room = -Infinity;
  for (const one of all) {
    const size = sizeOf(one);
    if (size > room || portions.at(-1)!.length === maxCount) {
      portions.push([]);
      room = maxSize;
    }
    portions.at(-1)!.push(one);
    room -= size;
  }
  return portions;
}

/** Removes hidden names. */
export const withoutBlocks = (names: readonly string[]): TrackedName[] => names.map((name) => ({ name, blocks: [] }));

/** Spreadsheets return 15 digits of a number, and programs that save a workbook write 15 or 17. */
const [PRECISION, DIGITS] = [1e-12, 12];

/** Whether values are the same, also if another program has saved one of them. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) <= Math.abs(other) * PRECISION);

/**
 * Equal for equal values, also if another program has saved them, and almost never equal for different ones. Formats do
 * not count.
 */
export function digestOf(rows: Rows): string {
  const kept = rows.map((row) =>
    row.map(({ value }) => (typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : withoutFormula(value))),
  );
  const text = JSON.stringify(kept);
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    one = Math.imul(one ^ text.charCodeAt(index), 0x01000193);
    other = Math.imul(other + text.charCodeAt(index), 0x85ebca6b) ^ (other >>> 13);
  }
  return `${text.length}-${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}
