import { a1WithSheet, type Block, cellOf } from '../../core/sheet/a1';
import { cellsIn } from '../../core/sheet/block-cells';
import { type FrozenBlock, frozenBlocks } from '../freeze/freeze';
import type { Session } from '../session';
import type { FormulaCell } from '../workbook';
import { type KeptCell, type KeptRun, type KeptSnapshot, SNAPSHOT_NAME_PREFIX, nameOfRun } from './snapshot-part';

/** A cell with a formula, whether in place or frozen. */
type PresentCell = Pick<FormulaCell, 'cell' | 'formula' | 'spill'>;

/** A kept formula, and where its cell is now. */
export interface Match {
  readonly kept: KeptCell;
  /** Its position in the snapshot. */
  readonly before: Block;
  /** Undefined if the cell was deleted, or has another formula now. */
  readonly now: PresentCell | undefined;
}

/** Finds the kept formulas again, even if rows or columns have moved, or if they are frozen. */
export async function matchCells(session: Session, snapshot: KeptSnapshot): Promise<readonly Match[]> {
  const { workbook } = session.host;
  const [inPlace, frozen, tracked] = await Promise.all([
    workbook.formulas(),
    frozenBlocks(session),
    workbook.tracked(`${SNAPSHOT_NAME_PREFIX}${snapshot.id}_`),
  ]);
  const present = [...frozen.flatMap(presentOf), ...inPlace];
  const byAddress = new Map(present.map((cell) => [a1WithSheet(cell.cell), cell]));
  return snapshot.runs.flatMap((run, index) =>
    matchRun(run, tracked.get(nameOfRun(snapshot.id, index))?.[0], byAddress),
  );
}

const presentOf = ({ block, formula }: FrozenBlock): readonly PresentCell[] =>
  block ? [{ cell: cellOf(block.sheet, block.row, block.column), formula, spill: block }] : [];

function matchRun(
  run: KeptRun,
  block: Block | undefined,
  byAddress: ReadonlyMap<string, PresentCell>,
): readonly Match[] {
  const before = cellsIn(run).flat();
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
