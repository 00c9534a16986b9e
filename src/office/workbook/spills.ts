import { a1, type Block, cellOf, overlaps } from '../../core/sheet/a1';
import { cellsIn } from '../../core/sheet/block-cells';
import { untracked, rangeOf } from './run';
import { isSetSupported } from '../features';
import type { FormulaCell, SpillingCell } from '../../app/host';

/** The data for one cell takes about 600 bytes of a message's 5 MB. */
const CELLS_PER_MESSAGE = 3_000;

interface SpillQuery {
  readonly cell: Block;
  readonly maySpill: boolean;
}

/**
 * Each cell's spill and whether it is locked, in the given order. Excel can tell both only for single cells, so cells
 * with a known answer are skipped: those without room to spill, and those on an unprotected sheet.
 */
export async function lockedAndSpilled(
  context: Excel.RequestContext,
  cells: readonly SpillQuery[],
  protectedSheets: ReadonlySet<string>,
): Promise<Partial<Pick<FormulaCell, 'spill' | 'isLocked'>>[]> {
  const canSpill = isSetSupported('ExcelApi', '1.12');
  const answers: Partial<Pick<FormulaCell, 'spill' | 'isLocked'>>[] = cells.map(() => ({}));
  const queries = cells
    .map(({ cell, maySpill }, index) => ({
      cell,
      index,
      asksSpill: canSpill && maySpill,
      asksLock: protectedSheets.has(cell.sheet),
    }))
    .filter(({ asksSpill, asksLock }) => asksSpill || asksLock);
  for (let start = 0; start < queries.length; start += CELLS_PER_MESSAGE) {
    const batch = queries.slice(start, start + CELLS_PER_MESSAGE).map(({ cell, index, asksSpill, asksLock }) => {
      const range = rangeOf(context, cell);
      return {
        cell,
        index,
        spill: asksSpill ? untracked(range.getSpillingToRangeOrNullObject()).load('rowCount,columnCount') : undefined,
        protection: asksLock ? range.format.protection.load('locked') : undefined,
      };
    });
    await context.sync();
    for (const { cell, index, spill, protection } of batch) {
      answers[index] = {
        ...(spill && !spill.isNullObject && { spill: { ...cell, rows: spill.rowCount, columns: spill.columnCount } }),
        ...(protection && { isLocked: protection.locked }),
      };
    }
  }
  return answers;
}

/**
 * The formulas outside a block whose results reach into it. Such a result comes from above or from the left, so only
 * the block's first row and column are checked. Excel returns the formula cell by cell, but for a whole strip it tells
 * whether it contains any result.
 */
export async function readSpillsInto(context: Excel.RequestContext, block: Block): Promise<SpillingCell[]> {
  if (!isSetSupported('ExcelApi', '1.12')) return [];
  const strips = edgeOf(block).map((strip) => ({ strip, range: rangeOf(context, strip).load('hasSpill') }));
  await context.sync();
  // Null, whatever the types say, if only some cells of a strip belong to a result.
  const edge = strips
    .filter(({ range }) => (range.hasSpill as boolean | null) !== false)
    .flatMap(({ strip }) => cellsIn(strip).flat());
  const byAddress = new Map<string, SpillingCell>();
  for (let start = 0; start < edge.length; start += CELLS_PER_MESSAGE) {
    const anchors = edge
      .slice(start, start + CELLS_PER_MESSAGE)
      .map((cell) =>
        untracked(rangeOf(context, cell).getSpillParentOrNullObject()).load('rowIndex,columnIndex,formulas'),
      );
    await context.sync();
    for (const anchor of anchors) {
      if (anchor.isNullObject) continue;
      const cell = cellOf(block.sheet, anchor.rowIndex, anchor.columnIndex);
      if (!overlaps(cell, block))
        byAddress.set(a1(cell), { cell, formula: String((anchor.formulas as unknown[][])[0]?.[0]) });
    }
  }
  return [...byAddress.values()];
}

/** The first row, and the rest of the first column, in strips of as many cells as fit into a message. */
const edgeOf = ({ rows, columns, ...first }: Block): Block[] => [
  { ...first, rows: 1, columns },
  ...Array.from({ length: Math.ceil((rows - 1) / CELLS_PER_MESSAGE) }, (_, index) => {
    const below = 1 + index * CELLS_PER_MESSAGE;
    return { ...first, row: first.row + below, rows: Math.min(CELLS_PER_MESSAGE, rows - below), columns: 1 };
  }),
];
