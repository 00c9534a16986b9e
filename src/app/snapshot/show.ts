import { a1WithSheet, cellOf } from '../../core/sheet/a1';
import { freeze, frozenBlocks, thaw } from '../freeze/freeze';
import type { Session } from '../session';
import type { CellWriting } from '../workbook';
import { matchCells } from './match-cells';
import { type KeptCell, readSnapshot, writeSnapshot } from './snapshot-part';

type Progress = (done: number, total: number) => void;

export interface ShowReport {
  readonly shownCount: number;
  /** Formulas that could not be frozen, or whose cells are gone: they show what they showed before. */
  readonly leftOutCount: number;
}

/** Freezes every MD formula, then puts the values of a snapshot into the cells. {@link leaveSnapshot} is the way back. */
export async function showSnapshot(
  session: Session,
  id: string,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<ShowReport> {
  const { workbook } = session.host;
  const snapshot = await readSnapshot(workbook, id);
  if (!snapshot) throw new Error('This snapshot is not in the workbook any more: take another one');
  const matches = (await matchCells(workbook, snapshot)).filter(({ now }) => now !== undefined);
  const keptByPlace = new Map(matches.map(({ now, kept }) => [a1WithSheet(now!.cell), kept]));
  const before = new Set((await frozenBlocks(session)).map((one) => one.id));
  await freeze(session, 'workbook', onProgress, signal);
  const frozen = (await frozenBlocks(session)).filter((one) => !before.has(one.id));
  // Before the values change: whoever is interrupted here finds the way back.
  await writeSnapshot(workbook, { ...snapshot, shownIn: [...snapshot.shownIn, ...frozen.map((one) => one.id)] });
  let shownCount = 0;
  for (const { block } of frozen) {
    const kept = block && keptByPlace.get(a1WithSheet(cellOf(block.sheet, block.row, block.column)));
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
  onProgress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const { workbook } = session.host;
  const snapshot = await readSnapshot(workbook, id);
  if (!snapshot) return 0;
  const ids = new Set(snapshot.shownIn);
  const blocks = (await frozenBlocks(session)).filter((one) => ids.has(one.id));
  // Their values are those of the snapshot, so every one of them differs from what was frozen.
  const { thawedCount } = await thaw(session, blocks, { overwriteEdited: true }, onProgress, signal);
  const left = new Set((await frozenBlocks(session)).map((one) => one.id));
  await writeSnapshot(workbook, { ...snapshot, shownIn: snapshot.shownIn.filter((one) => left.has(one)) });
  return thawedCount;
}

/** A result that is smaller now leaves the rest of its kept values out; a larger one leaves cells blank. */
const writingOf = ({ values, formats }: KeptCell, down: number, across: number): CellWriting => ({
  value: values[down]?.[across] ?? '',
  format: formats[down]?.[across] ?? 'General',
});
