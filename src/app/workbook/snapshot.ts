import type { Session } from '../session';
import { type FrozenBlock, frozenBlocks } from './frozen';
import { KeptSnapshots, type KeptCell, type KeptRun, type KeptSnapshot } from './snapshot-store';
import { isWaiting, scanCells, type MdCell, sourceOf } from './cells';
import type { OnProgress } from '../host';
import { newId } from './ledger';
import { thaw, freezeAs } from './freeze';
import { figuresIn, markedRanges } from './snapshot-ranges';
import { Labels } from './snapshot-labels';
import { keepCells, matchCells, showable } from './snapshot-match';
import { a1WithSheet, type Block, cellsIn, runsOf } from '../../core/sheet';

/** What the workbook showed at one moment. */
export interface Snapshot extends Pick<KeptSnapshot, 'id' | 'name' | 'at' | 'source'> {
  readonly formulaCount: number;
  /** How many cells without MD formulas it keeps. */
  readonly resultCount: number;
  /** How many of its formulas showed an old value, from an unknown time; undefined if none did. */
  readonly timeUnknownCount?: number | undefined;
  /** When it was due, in ms since 1970; undefined unless the schedule took it. */
  readonly dueAt: number | undefined;
  /** Whether the cells show the snapshot now, instead of their formulas' results. */
  readonly isShown: boolean;
}

/** All snapshots of the workbook, oldest first. */
export async function snapshots(session: Session): Promise<readonly Snapshot[]> {
  const [kept, frozen] = await Promise.all([session.part(KeptSnapshots).readAll(), frozenBlocks(session)]);
  return kept.map((one) => described(one, blocksShowing(one, frozen)));
}

/** The formulas that were frozen to show it, except those that the user has thawed or undone since. */
const blocksShowing = ({ id, shownIn = [] }: KeptSnapshot, frozen: readonly FrozenBlock[]): readonly FrozenBlock[] =>
  frozen.filter((one) => one.shows === id || shownIn.includes(one.id));

/** Deletes a snapshot. The cells stay as they are. */
export const deleteSnapshot = (session: Session, id: string): Promise<void> =>
  session.part(KeptSnapshots).writeRecord(id, undefined);

/** The description of a stored snapshot. */
const described = (
  { id, name, at, source, runs, ranges = [], dueAt }: KeptSnapshot,
  showing: readonly FrozenBlock[],
): Snapshot => ({
  id,
  name,
  at,
  source,
  formulaCount: runs.reduce((sum, { cells }) => sum + cells.length, 0),
  resultCount: ranges.reduce((sum, { cells }) => sum + cells.length, 0),
  timeUnknownCount: runs.flatMap(({ cells }) => cells.filter((cell) => cell.isTimeUnknown)).length || undefined,
  dueAt,
  isShown: showing.some(({ block }) => block !== undefined),
});

const MAX_CELLS = 200_000;

/**
 * Stores what every MD cell and the results in the marked ranges show, with the time and source of the values, in the
 * workbook under a name.
 *
 * @param dueAt when the schedule wanted it, in ms since 1970; two pages with the same workbook then take one together
 * @throws an Error with a sentence for the user if cells still wait, or if there are none, or too many
 */
export async function takeSnapshot(session: Session, name: string, dueAt?: number): Promise<Snapshot> {
  const { workbook } = session.host;
  const cells = await scanCells(session);
  if (cells.length === 0) throw new Error('There is no MD formula to keep: enter one first');
  const waiting = cells.filter(({ error }) => isWaiting(error)).length;
  if (waiting > 0)
    throw new Error(`Cells that still wait for their values: ${waiting}. Take the snapshot when these are there`);
  const size = cells.reduce((sum, { spill }) => sum + spill.rows * spill.columns, 0);
  if (size > MAX_CELLS)
    throw new Error(`The formulas fill ${size} cells: a snapshot keeps at most ${MAX_CELLS}, so show fewer rows`);
  const at = session.now();
  const id = dueAt === undefined ? newId(at) : `${dueAt.toString(36)}Xdue`;
  const runs = await keepRuns(session, cells);
  const ranges = await figuresIn(
    workbook,
    (await markedRanges(workbook)).map(({ block }) => block),
    cells.map(({ spill }) => spill),
  );
  const snapshot: KeptSnapshot = {
    id,
    name: name.trim() || new Date(at).toISOString().slice(0, 16).replace('T', ' '),
    at,
    source: sourceOf(session),
    runs,
    ...(ranges.length === 0 ? {} : { ranges }),
    ...(dueAt === undefined ? {} : { dueAt }),
  };
  await session.part(KeptSnapshots).writeSnapshot(snapshot);
  return described(snapshot, []);
}

/** Neighbours share a name: thousands of names would slow down the spreadsheet. */
async function keepRuns(session: Session, cells: readonly MdCell[]): Promise<KeptRun[]> {
  const { workbook } = session.host;
  const labels = await Labels.read(
    workbook,
    cells.map(({ spill }) => spill),
  );
  const all = await keepCells(workbook, cells, labels);
  const kept = new Map(all.map(({ cell, ...one }): [string, KeptCell] => [a1WithSheet(cell), one]));
  return runsOf(cells.map(({ cell }) => cell)).map((block) => ({
    ...block,
    cells: cellsIn(block)
      .flat()
      .flatMap((cell) => kept.get(a1WithSheet(cell)) ?? []),
  }));
}

interface ShowReport {
  readonly shownCount: number;
  /**
   * Formulas that are not in it, could not be frozen, whose cells were deleted, or that ask for another symbol now: a
   * value would stand beside the wrong name. Their cells stay unchanged, with their formulas.
   */
  readonly leftOutCount: number;
}

/** Freezes the MD formulas that the snapshot has with its values. {@link leaveSnapshot} undoes this. */
export async function showSnapshot(
  session: Session,
  id: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ShowReport> {
  const snapshot = await session.part(KeptSnapshots).readSnapshot(id);
  const other = (await snapshots(session)).find((one) => one.isShown && one.id !== id);
  if (other) throw new Error(`“${other.name}” is in the cells: hide it first`);
  const inPlace = new Set((await session.host.workbook.formulas()).map(({ cell }) => a1WithSheet(cell)));
  const matches = (await matchCells(session, snapshot)).filter(
    ({ kept, now, isMarked }) => !isMarked && (kept ?? inPlace.has(a1WithSheet(now!.cell))),
  );
  const keptByAddress = new Map(matches.map((match) => [match.now && a1WithSheet(match.now.cell), showable(match)]));
  const keptOf = (cell: Block): KeptCell | undefined => keptByAddress.get(a1WithSheet(cell));
  const { frozen } = await freezeAs(session, 'workbook', { id, source: snapshot.source, keptOf }, onProgress, signal);
  return { shownCount: frozen.length, leftOutCount: matches.length - frozen.length };
}

/** Puts the formulas back. */
export async function leaveSnapshot(
  session: Session,
  id: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<number> {
  const kept = (await session.part(KeptSnapshots).readAll()).find((one) => one.id === id);
  if (!kept) return 0;
  const blocks = blocksShowing(kept, await frozenBlocks(session));
  const { thawedCount } = await thaw(session, blocks, { overwriteEdited: true }, onProgress, signal);
  return thawedCount;
}
