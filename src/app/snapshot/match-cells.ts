import { a1WithSheet, type Block } from '../../core/sheet/a1';
import { cellsIn } from '../../core/sheet/block-cells';
import type { FormulaCell, Workbook } from '../workbook';
import { blockOfRun } from './snapshot';
import { type KeptCell, type KeptRun, type KeptSnapshot, SNAPSHOT_NAME_PREFIX, nameOfRun } from './snapshot-part';

/** A kept formula, and where its cell is now. */
export interface Match {
  readonly kept: KeptCell;
  /** Its position in the snapshot. */
  readonly before: Block;
  /** Undefined if the cell was deleted, or has another formula now. */
  readonly now: FormulaCell | undefined;
}

/** Finds the kept formulas again, even if rows or columns have moved. */
export async function matchCells(workbook: Workbook, snapshot: KeptSnapshot): Promise<readonly Match[]> {
  const [present, tracked] = await Promise.all([
    workbook.formulas(),
    workbook.tracked(`${SNAPSHOT_NAME_PREFIX}${snapshot.id}_`),
  ]);
  const byAddress = new Map(present.map((cell) => [a1WithSheet(cell.cell), cell]));
  return snapshot.runs.flatMap((run, index) =>
    matchRun(run, tracked.get(nameOfRun(snapshot.id, index))?.[0], byAddress),
  );
}

function matchRun(
  run: KeptRun,
  block: Block | undefined,
  byAddress: ReadonlyMap<string, FormulaCell>,
): readonly Match[] {
  const before = cellsIn(blockOfRun(run)).flat();
  const present = block
    ? cellsIn(block)
        .flat()
        .flatMap((cell) => byAddress.get(a1WithSheet(cell)) ?? [])
    : [];
  // Inserted rows add cells without a kept formula, so cells are paired in order only if their numbers are equal.
  const inOrder = present.length === run.cells.length;
  let next = 0;
  return run.cells.map((kept, index) => {
    if (inOrder) return { kept, before: before[index]!, now: present[index] };
    const at = present.findIndex((cell, position) => position >= next && cell.formula === kept.formula);
    if (at >= 0) next = at + 1;
    return { kept, before: before[index]!, now: present[at] };
  });
}
