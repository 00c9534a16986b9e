import type { FormulaCell } from '../app/workbook';
import type { Block } from '../core/a1';
import { passing, rangeOf } from './excel-run';
import { isSetSupported } from './features';

/** What is asked of one cell is some 600 bytes, of the 5 MB of a message. */
const CELLS_PER_MESSAGE = 3_000;

interface Asked {
  readonly cell: Block;
  readonly maySpill: boolean;
}

/**
 * How far each cell spills, and whether it is locked, in the order asked. Excel says both for single cells only, so it is
 * asked for no cell of which it is known: one that has no room to spill, one on a sheet that is not protected.
 */
export async function lockedAndSpilled(
  context: Excel.RequestContext, cells: readonly Asked[], protectedSheets: ReadonlySet<string>,
): Promise<Partial<Pick<FormulaCell, 'spill' | 'isLocked'>>[]> {
  const canSpill = isSetSupported('ExcelApi', '1.12');
  const answers: Partial<Pick<FormulaCell, 'spill' | 'isLocked'>>[] = cells.map(() => ({}));
  const asked = cells.map(({ cell, maySpill }, index) => ({ cell, index, asksSpill: canSpill && maySpill, asksLock: protectedSheets.has(cell.sheet) }))
    .filter(({ asksSpill, asksLock }) => asksSpill || asksLock);
  for (let start = 0; start < asked.length; start += CELLS_PER_MESSAGE) {
    const batch = asked.slice(start, start + CELLS_PER_MESSAGE).map(({ cell, index, asksSpill, asksLock }) => {
      const range = rangeOf(context, cell);
      return {
        cell, index,
        spill: asksSpill ? passing(range.getSpillingToRangeOrNullObject()).load('rowCount,columnCount') : undefined,
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
