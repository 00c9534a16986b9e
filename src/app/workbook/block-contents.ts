import type { CellContent, CellValue, CellWriting, TrackedName, Workbook } from '../host';
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

/** Cells that are handled as one block: neighbouring single cells, or one larger block by itself. */
export interface Batch<T> {
  readonly block: Block;
  readonly members: readonly { readonly of: T; readonly block: Block }[];
}

export function batchesOf<T>(all: readonly T[], blockOf: (one: T) => Block): Batch<T>[] {
  const members = all.map((of) => ({ of, block: blockOf(of) }));
  const singles = new Map<string, typeof members>();
  for (const member of members) {
    if (!isSingleCell(member.block)) continue;
    const address = a1WithSheet(member.block);
    singles.set(address, [...(singles.get(address) ?? []), member]);
  }
  const runs = runsOf([...singles.values()].map(([first]) => first!.block));
  return [
    ...runs.map((block) => ({
      block,
      members: cellsIn(block)
        .flat()
        .flatMap((cell) => singles.get(a1WithSheet(cell)) ?? []),
    })),
    ...members
      .filter(({ block }) => !isSingleCell(block))
      .map((member) => ({ block: member.block, members: [member] })),
  ];
}

/** The new contents of a batch's cells, row by row, from their positions within the members; a hole elsewhere. */
export function rowsOfBatch<T, Row>(
  { block, members }: Batch<T>,
  give: (one: T, down: number, across: number) => Row,
): (Row | undefined)[][] {
  const rows = Array.from({ length: block.rows }, () => Array<Row | undefined>(block.columns).fill(undefined));
  for (const { of, block: inner } of members)
    for (let down = 0; down < inner.rows; down++)
      for (let across = 0; across < inner.columns; across++)
        rows[inner.row - block.row + down]![inner.column - block.column + across] = give(of, down, across);
  return rows;
}

/** The rows of a block that belong to another block within it. */
export const cut = <T>(rows: readonly (readonly T[])[], from: Block, inner: Block): T[][] =>
  rows
    .slice(inner.row - from.row, inner.row - from.row + inner.rows)
    .map((row) => row.slice(inner.column - from.column, inner.column - from.column + inner.columns));

export const readBlock = async (workbook: Pick<Workbook, 'read'>, block: Block): Promise<Rows> =>
  (await workbook.read([block]))[0]!;

/** Of a block's first cell. */
export const readCell = async (workbook: Pick<Workbook, 'read'>, block: Block): Promise<CellContent> =>
  (await readBlock(workbook, { ...block, rows: 1, columns: 1 }))[0]![0]!;

/** The contents of many blocks. Neighbours are read together, and separate blocks in few messages. */
export async function readBlocks<T>(
  workbook: Pick<Workbook, 'read'>,
  all: readonly T[],
  blockOf: (one: T) => Block,
): Promise<Map<T, Rows>> {
  const contents = new Map<T, Rows>();
  for (const message of messagesOf(all, blockOf)) {
    const rows = await workbook.read(message.map(({ block }) => block));
    for (const [index, { block, members }] of message.entries())
      for (const member of members) contents.set(member.of, cut(rows[index]!, block, member.block));
  }
  return contents;
}

/** The limits of one message: more blocks would keep the page busy, and a spreadsheet would refuse more cells. */
const [MAX_BLOCKS, MAX_CELLS] = [250, 4_000];

/** The messages in which blocks are read or written: batches together. */
export const messagesOf = <T>(all: readonly T[], blockOf: (one: T) => Block): Batch<T>[][] =>
  portionsOf(batchesOf(all, blockOf), ({ block }) => block.rows * block.columns, MAX_CELLS, MAX_BLOCKS);

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
