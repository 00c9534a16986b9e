import { readBlock, withoutBlocks } from './block-contents';
import type { Workbook } from '../host';
import { mdCallsIn } from './formulas';
import { labelOf, Labels } from './snapshot-labels';
import { randomText } from './ledger';
import { type KeptRange, type KeptFigure, RANGE_NAME_PREFIX } from './snapshot-store';
import { groupBy } from '../../core/basics';
import { a1WithSheet, type Block, cellOf, overlaps } from '../../core/sheet';

const MAX_CELLS = 20_000;

/** A range whose cells without MD formulas each snapshot keeps too: amounts, totals, profit and loss. */
export interface MarkedRange {
  readonly name: string;
  readonly block: Block;
}

/** Where they are now, in the order in which they were marked. */
export async function markedRanges(workbook: Workbook): Promise<readonly MarkedRange[]> {
  return [...(await workbook.tracked(RANGE_NAME_PREFIX))]
    .flatMap(([name, [block]]) => (block ? [{ name, block }] : []))
    .sort((one, other) => numberOf(one.name) - numberOf(other.name));
}

/** Marks the selected cells. @throws an Error with a sentence for the user if they are too many, or marked already */
export async function markSelection(workbook: Workbook): Promise<MarkedRange> {
  const block = await workbook.selection();
  if (block.rows * block.columns > MAX_CELLS)
    throw new Error(`${a1WithSheet(block)} has more than ${MAX_CELLS} cells: select only the results`);
  const all = await workbook.tracked(RANGE_NAME_PREFIX);
  const other = (await markedRanges(workbook)).find((one) => overlaps(one.block, block));
  if (other) throw new Error(`${a1WithSheet(other.block)} is marked already: remove it first`);
  // Two people may mark at the same moment.
  const next = Math.max(0, ...[...all.keys()].map(numberOf)) + 1;
  const marked = { name: `${RANGE_NAME_PREFIX}${next}_${randomText()}`, block };
  await workbook.track([{ name: marked.name, blocks: [block] }]);
  return marked;
}

export const unmark = (workbook: Workbook, { name }: MarkedRange): Promise<void> =>
  workbook.track(withoutBlocks([name]));

const numberOf = (name: string): number => parseInt(name.slice(RANGE_NAME_PREFIX.length), 10) || 0;

/** What the marked cells show now. Texts that are typed are labels, and cells that MD formulas fill are kept anyway. */
export async function keepRanges(workbook: Workbook, filled: readonly Block[]): Promise<readonly KeptRange[]> {
  const marked = await markedRanges(workbook);
  return readRanges(
    workbook,
    marked.map(({ block }) => block),
    filled,
  );
}

/** @param filled the cells that MD formulas fill */
async function readRanges(
  workbook: Workbook,
  blocks: readonly Block[],
  filled: readonly Block[],
): Promise<readonly KeptRange[]> {
  const labels = await Labels.read(workbook, blocks);
  const kept: KeptRange[] = [];
  for (const block of blocks) {
    const rows = await readBlock(workbook, block);
    const cells = rows.flatMap((row, down) =>
      row.flatMap(({ formula, value, format }, across): readonly KeptFigure[] => {
        const cell = cellOf(block.sheet, block.row + down, block.column + across);
        const isResult = typeof value !== 'string' || (formula !== '' && value !== '');
        if (!isResult || mdCallsIn(formula).length > 0 || filled.some((one) => overlaps(one, cell))) return [];
        return [{ down, across, formula, value, format, label: labelOf(labels.of(cell)) }];
      }),
    );
    kept.push({ ...block, cells });
  }
  return kept;
}

/** A kept result and what is in its place now. */
export interface RangePair {
  /** Where the cell is now; its old position if it is gone. */
  readonly cell: Block;
  readonly kept: KeptFigure | undefined;
  readonly now: KeptFigure | undefined;
}

/**
 * Each result with the one of the same label, or else in the same place if the range has its size still: rows may have
 * been sorted, inserted or deleted.
 */
export function pairRanges(
  ranges: readonly KeptRange[],
  now: readonly (KeptRange | undefined)[],
): readonly RangePair[] {
  return ranges.flatMap((range, index) => {
    const present = now[index];
    const free = new Set(present?.cells ?? []);
    const byPlace = new Map([...free].map((one) => [placeOf(one), one]));
    const byLabel = new Map(groupBy([...free], ({ label }) => label).map((all) => [all[0]!.label, all]));
    const found = new Map<KeptFigure, KeptFigure>();
    const take = (kept: KeptFigure, one: KeptFigure | undefined): void => {
      if (one && !found.has(kept) && free.delete(one)) found.set(kept, one);
    };
    for (const kept of range.cells) {
      const one = byPlace.get(placeOf(kept));
      if (one?.label === kept.label) take(kept, one);
    }
    for (const kept of range.cells)
      if (kept.label !== '')
        take(
          kept,
          byLabel.get(kept.label)?.find((one) => free.has(one)),
        );
    if (present?.rows === range.rows && present.columns === range.columns)
      for (const kept of range.cells) take(kept, byPlace.get(placeOf(kept)));
    const at = (block: Block, { down, across }: KeptFigure): Block =>
      cellOf(block.sheet, block.row + down, block.column + across);
    return [
      ...range.cells.map((kept): RangePair => {
        const one = found.get(kept);
        return { cell: one ? at(present!, one) : at(range, kept), kept, now: one };
      }),
      ...[...free].map((one): RangePair => ({ cell: at(present!, one), kept: undefined, now: one })),
    ];
  });
}

const placeOf = ({ down, across }: KeptFigure): string => `${down} ${across}`;

/** What a snapshot's ranges show now, wherever they are; undefined for one whose cells were deleted. */
export async function rangesNow(
  workbook: Workbook,
  blocks: readonly (Block | undefined)[],
  filled: readonly Block[],
): Promise<readonly (KeptRange | undefined)[]> {
  const read = await readRanges(
    workbook,
    blocks.filter((block) => block !== undefined),
    filled,
  );
  let next = 0;
  return blocks.map((block) => block && read[next++]);
}
