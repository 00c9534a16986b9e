import { a1WithSheet, cellOf } from '../../core/sheet/a1';
import { freeze, frozenBlocks, thaw } from '../freeze/freeze';
import type { FunctionTraits } from '../function-traits';
import type { OnProgress } from '../progress';
import type { Session } from '../session';
import type { CellWriting } from '../workbook';
import { showable } from './lines';
import { matchCells } from './match-cells';
import { snapshots } from './snapshot';
import { type KeptCell, readSnapshot, writeSnapshot } from './snapshot-part';

interface ShowReport {
  readonly shownCount: number;
  /**
   * Formulas that could not be frozen, whose cells were deleted, or ask for another symbol now: a value would stand
   * beside the wrong name. Their cells stay as they were.
   */
  readonly leftOutCount: number;
}

/** Freezes every MD formula, then puts the snapshot's values into the cells. {@link leaveSnapshot} is the way back. */
export async function showSnapshot(
  session: Session,
  id: string,
  functions: readonly FunctionTraits[],
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ShowReport> {
  const { workbook } = session.host;
  const snapshot = await readSnapshot(workbook, id);
  if (!snapshot) throw new Error('This snapshot is not in the workbook any more: take another one');
  const other = (await snapshots(session)).find((one) => one.isShown && one.id !== id);
  if (other) throw new Error(`“${other.name}” is in the cells: hide it first`);
  const matches = await matchCells(session, snapshot, functions);
  const keptByAddress = new Map(matches.map((match) => [match.now && a1WithSheet(match.now.cell), showable(match)]));
  const before = new Set((await frozenBlocks(session)).map((one) => one.id));
  await freeze(session, 'workbook', onProgress, signal);
  const frozen = (await frozenBlocks(session)).filter((one) => !before.has(one.id));
  // Before the values change, so that an interrupted user can still go back.
  await writeSnapshot(workbook, { ...snapshot, shownIn: [...snapshot.shownIn, ...frozen.map((one) => one.id)] });
  let shownCount = 0;
  for (const { block } of frozen) {
    const kept = block && keptByAddress.get(a1WithSheet(cellOf(block.sheet, block.row, block.column)));
    if (!block || !kept) continue;
    await workbook.write(
      block,
      Array.from({ length: block.rows }, (_, down) =>
        Array.from({ length: block.columns }, (__, across) => writingOf(kept, down, across)),
      ),
    );
    shownCount++;
  }
  const keptCount = snapshot.runs.reduce((sum, { cells }) => sum + cells.length, 0);
  return { shownCount, leftOutCount: keptCount - shownCount };
}

/** Puts the formulas back. */
export async function leaveSnapshot(
  session: Session,
  id: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<number> {
  const { workbook } = session.host;
  const snapshot = await readSnapshot(workbook, id);
  if (!snapshot) return 0;
  const ids = new Set(snapshot.shownIn);
  const blocks = (await frozenBlocks(session)).filter((one) => ids.has(one.id));
  // The values are the snapshot's, so all of them differ from what was frozen.
  const { thawedCount } = await thaw(session, blocks, { overwriteEdited: true }, onProgress, signal);
  const left = new Set((await frozenBlocks(session)).map((one) => one.id));
  await writeSnapshot(workbook, { ...snapshot, shownIn: snapshot.shownIn.filter((one) => left.has(one)) });
  return thawedCount;
}

/** If a result is smaller now, its remaining kept values are dropped; if it is larger, the extra cells stay blank. */
const writingOf = (
  { values, formats }: Pick<KeptCell, 'values' | 'formats'>,
  down: number,
  across: number,
): CellWriting => ({
  value: values[down]?.[across] ?? '',
  format: formats[down]?.[across] ?? 'General',
});
