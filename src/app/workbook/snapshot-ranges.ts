import { readBlock, withoutBlocks } from './block-contents';
import type { Workbook } from '../host';
import { mdCallsIn } from './formulas';
import { labelOf, Labels } from './snapshot-labels';
import { randomText } from './ledger';
import { type KeptRange, type KeptFigure, RANGE_NAME_PREFIX } from './snapshot-store';
import { a1WithSheet, type Block, cellOf, overlaps } from '../../core/sheet';

const MAX_CELLS = 20_000;

/** A marked range. Each snapshot also keeps its cells without MD formulas: amounts, totals, profit and loss. */
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

/**
 * The values of marked cells. Typed texts are labels.
 *
 * @param filled the cells that MD formulas fill: these are kept anyway
 */
export async function figuresIn(
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
