import { a1WithSheet, type Block } from '../../core/sheet/a1';
import { cellsIn } from '../../core/sheet/block-cells';
import { batchesOf, readBlocks } from '../block-contents';
import type { CellWriting, Workbook } from '../workbook';
import type { Edit, FixPlan } from './plan-fixes';

export interface FixReport {
  /** Cells whose errors were fixed. */
  readonly fixedCount: number;
  /** Cells whose contents have changed since the plan was made; they are left unchanged. */
  readonly changed: readonly Block[];
}

/** Writes what the cells' errors say to write, as one undo step. */
export const fixCells = (workbook: Workbook, plans: readonly FixPlan[]): Promise<FixReport> => {
  const work = async (): Promise<FixReport> => {
    const edits = new Map(plans.flatMap(({ edits: all }) => all.map((edit) => [a1WithSheet(edit.cell), edit])));
    const changed = await changedSince(workbook, [...edits.values()]);
    for (const cell of changed) edits.delete(a1WithSheet(cell));
    await write(workbook, edits);
    const fixedCount = plans.filter((plan) => plan.edits.every(({ cell }) => edits.has(a1WithSheet(cell)))).length;
    return { fixedCount, changed };
  };
  return workbook.asOneStep?.(work) ?? work();
};

async function changedSince(workbook: Workbook, edits: readonly Edit[]): Promise<Block[]> {
  const contents = await readBlocks(workbook, edits, ({ cell }) => cell);
  return edits
    .filter((edit) => {
      const { formula, value } = contents.get(edit)![0]![0]!;
      return edit.isFormula ? formula !== edit.before : formula !== '' || value !== edit.before;
    })
    .map(({ cell }) => cell);
}

async function write(workbook: Workbook, edits: ReadonlyMap<string, Edit>): Promise<void> {
  const parts = batchesOf([...edits.values()], ({ cell }) => cell).map(({ block }) => ({
    block,
    cells: cellsIn(block).map((row) => row.map((cell) => writingOf(edits.get(a1WithSheet(cell))!))),
  }));
  if (workbook.writeAll) await workbook.writeAll(parts);
  else for (const { block, cells } of parts) await workbook.write(block, cells);
}

const writingOf = ({ isFormula, after }: Edit): CellWriting => (isFormula ? { formula: after } : { value: after });
