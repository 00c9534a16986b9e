import { a1WithSheet, type Block } from '../core/sheet/a1';
import { runsOf } from '../core/sheet/runs';
import type { CellContent, Workbook } from './workbook';

export type Rows = readonly (readonly CellContent[])[];

const isSingle = ({ rows, columns }: Block): boolean => rows === 1 && columns === 1;

/** Blocks to process together: neighbouring single cells, or one larger block by itself. */
export interface Batch<T> {
  readonly block: Block;
  readonly members: readonly { readonly of: T; readonly block: Block }[];
}

export function batchesOf<T>(all: readonly T[], blockOf: (one: T) => Block): Batch<T>[] {
  const members = all.map((of) => ({ of, block: blockOf(of) }));
  const singles = new Map<string, typeof members>();
  for (const member of members) {
    if (!isSingle(member.block)) continue;
    const place = a1WithSheet(member.block);
    singles.set(place, [...(singles.get(place) ?? []), member]);
  }
  const runs = runsOf([...singles.values()].map(([first]) => first!.block));
  return [
    ...runs.map((block) => ({
      block,
      members: placesIn(block)
        .flat()
        .flatMap((cell) => singles.get(a1WithSheet(cell)) ?? []),
    })),
    ...members.filter(({ block }) => !isSingle(block)).map((member) => ({ block: member.block, members: [member] })),
  ];
}

/** The single cells of a block, row by row. */
export const placesIn = ({ sheet, row, column, rows, columns }: Block): Block[][] =>
  Array.from({ length: rows }, (_, down) =>
    Array.from({ length: columns }, (__, across) => ({
      sheet,
      row: row + down,
      column: column + across,
      rows: 1,
      columns: 1,
    })),
  );

/** The part of a block's rows that lies in another block within it. */
export const cut = <T>(rows: readonly (readonly T[])[], from: Block, part: Block): T[][] =>
  rows
    .slice(part.row - from.row, part.row - from.row + part.rows)
    .map((row) => row.slice(part.column - from.column, part.column - from.column + part.columns));

/** The contents of many blocks. Neighbours are read together. */
export async function readBlocks<T>(
  workbook: Pick<Workbook, 'read'>,
  all: readonly T[],
  blockOf: (one: T) => Block,
): Promise<Map<T, Rows>> {
  const contents = new Map<T, Rows>();
  await inGroups(batchesOf(all, blockOf), async ({ block, members }) => {
    const rows = await workbook.read(block);
    for (const member of members) contents.set(member.of, cut(rows, block, member.block));
  });
  return contents;
}

const AT_ONCE = 16;

/** Processes a few at a time: a remote spreadsheet should receive neither single requests nor all at once. */
export async function inGroups<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += AT_ONCE)
    await Promise.all(all.slice(start, start + AT_ONCE).map(work));
}

/** Equal for equal values, and almost never equal for different ones. Formats do not count. */
export function digestOf(rows: Rows): string {
  const text = JSON.stringify(rows.map((row) => row.map(({ value }) => value)));
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    one = Math.imul(one ^ text.charCodeAt(index), 0x01000193);
    other = Math.imul(other + text.charCodeAt(index), 0x85ebca6b) ^ (other >>> 13);
  }
  return `${text.length}-${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}
