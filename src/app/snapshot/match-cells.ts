import { a1WithSheet, type Block, cellOf } from '../../core/sheet/a1';
import { cellsIn } from '../../core/sheet/block-cells';
import { type FrozenBlock, frozenBlocks } from '../freeze/frozen-blocks';
import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';
import type { FormulaCell } from '../workbook';
import { type Asked, askedIn, readAsked } from './asked';
import { type KeptCell, type KeptRun, type KeptSnapshot, SNAPSHOT_NAME_PREFIX, nameOfRun } from './snapshot-part';

/** A cell with a formula, whether in place or frozen. */
type PresentCell = Pick<FormulaCell, 'cell' | 'formula' | 'spill'>;

/**
 * What stands between a kept formula and the one in its cell: another symbol, another formula, or that it is not known
 * which symbol they ask for.
 */
export type Difference = 'symbol' | 'formula' | 'unknown';

/** A kept formula, and where the same question is asked now. */
export interface Match {
  readonly kept: KeptCell;
  readonly keptAsked: Asked;
  /** Its position in the snapshot. */
  readonly before: Block;
  /** The cell that asks the same, or else the cell in its place; undefined if it is gone. */
  readonly now: PresentCell | undefined;
  /** What the cell asks now. */
  readonly nowAsked: Asked | undefined;
  /** Undefined if both ask the same. */
  readonly difference: Difference | undefined;
}

/**
 * Finds the kept formulas again: first in their cells, even if rows or columns have moved, or if they are frozen; then
 * wherever the same is asked, since rows may have been sorted. Only then the cell in the old place counts, although it
 * asks for something else.
 */
export async function matchCells(
  session: Session,
  snapshot: KeptSnapshot,
  functions: readonly FunctionTraits[],
): Promise<readonly Match[]> {
  const { workbook } = session.host;
  const [inPlace, frozen, tracked] = await Promise.all([
    workbook.formulas(),
    frozenBlocks(session),
    workbook.tracked(`${SNAPSHOT_NAME_PREFIX}${snapshot.id}_`),
  ]);
  const present: PresentCell[] = [...frozen.flatMap(presentOf), ...inPlace];
  const asked = await readAsked(workbook, present, functions);
  const byAddress = new Map(present.map((cell) => [a1WithSheet(cell.cell), cell]));
  const all = snapshot.runs.flatMap((run, index) =>
    inPlaces(run, tracked.get(nameOfRun(snapshot.id, index))?.[0], byAddress).map((one) => ({
      ...one,
      asked: askedIn(one.kept.formula, functions, one.kept.inputs),
    })),
  );
  const free = new Set(present);
  const found = new Map<(typeof all)[number], PresentCell>();
  const take = (one: (typeof all)[number], cell: PresentCell | undefined): void => {
    if (cell && free.delete(cell)) found.set(one, cell);
  };
  for (const one of all)
    if (one.inPlace && one.asked.key !== undefined && asked.get(one.inPlace)?.asked.key === one.asked.key)
      take(one, one.inPlace);
  const elsewhere = new Map<string, PresentCell[]>();
  for (const cell of free) {
    const { key } = asked.get(cell)!.asked;
    if (key === undefined) continue;
    const others = elsewhere.get(key);
    if (others) others.push(cell);
    else elsewhere.set(key, [cell]);
  }
  for (const one of all) if (!found.has(one)) take(one, elsewhere.get(one.asked.key ?? '')?.shift());
  for (const one of all) if (!found.has(one)) take(one, one.inPlace);
  return all.map((one) => {
    const now = found.get(one);
    const nowAsked = now && asked.get(now)?.asked;
    return {
      kept: one.kept,
      keptAsked: one.asked,
      before: one.before,
      now,
      nowAsked,
      difference: nowAsked && differenceOf(one.asked, nowAsked),
    };
  });
}

const presentOf = ({ block, formula }: FrozenBlock): readonly PresentCell[] =>
  block ? [{ cell: cellOf(block.sheet, block.row, block.column), formula, spill: block }] : [];

interface Placed {
  readonly kept: KeptCell;
  readonly before: Block;
  /** The formula that stands where the kept one stood. */
  readonly inPlace: PresentCell | undefined;
}

function inPlaces(
  run: KeptRun,
  block: Block | undefined,
  byAddress: ReadonlyMap<string, PresentCell>,
): readonly Placed[] {
  const before = cellsIn(run).flat();
  const cells = block ? cellsIn(block).flat() : [];
  const at = cells.map((cell) => byAddress.get(a1WithSheet(cell)));
  // Inserted rows add cells without a kept formula, so these are paired in order only if their numbers are equal.
  const present = block?.rows === run.rows && block.columns === run.columns ? at : at.filter((cell) => cell);
  const inOrder = present.length === run.cells.length;
  let next = 0;
  return run.cells.map((kept, index) => {
    if (inOrder) return { kept, before: before[index]!, inPlace: present[index] };
    const where = present.findIndex((cell, position) => position >= next && cell?.formula === kept.formula);
    if (where >= 0) next = where + 1;
    return { kept, before: before[index]!, inPlace: present[where] };
  });
}

function differenceOf(kept: Asked, now: Asked): Difference | undefined {
  if (kept.key !== undefined && kept.key === now.key) return undefined;
  if (kept.key === undefined || now.key === undefined) return kept.shape === now.shape ? 'unknown' : 'formula';
  return kept.names.join() === now.names.join() ? 'formula' : 'symbol';
}
