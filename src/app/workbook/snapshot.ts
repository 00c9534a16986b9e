import type { Session } from '../session';
import { frozenBlocks } from './frozen';
import {
  type KeptSnapshot,
  readIds,
  readSnapshot,
  removeSnapshot,
  type KeptCell,
  type KeptRun,
  nameOfRange,
  nameOfRun,
  randomLetters,
  writeSnapshot,
} from './snapshot-store';
import type { FunctionTraits } from '../function-traits';
import { isWaiting, scanCells, type MdCell, sourceOf } from './cells';
import { readBlocks, shownAs } from './block-contents';
import type { CellWriting, OnProgress } from '../host';
import { freeze } from './freeze';
import { thaw } from './thaw';
import { keepRanges } from './snapshot-ranges';
import { Labels } from './snapshot-labels';
import { matchCells, readAsked, showable } from './snapshot-match';
import { a1WithSheet, cellOf, cellsIn, runsOf } from '../../core/sheet';

/** What the workbook showed at one moment. */
export interface Snapshot {
  readonly id: string;
  readonly name: string;
  /** In ms since 1970. */
  readonly at: number;
  readonly source: string;
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
  const { workbook } = session.host;
  const read = await Promise.all((await readIds(workbook)).map((id) => readSnapshot(workbook, id)));
  const kept = read.filter((one) => one !== undefined).toSorted((one, other) => one.at - other.at);
  // What the user has thawed, deleted or undone since then does not show it any more.
  const frozen = kept.some(({ shownIn }) => shownIn.length > 0) ? await frozenBlocks(session) : [];
  const present = new Set(frozen.filter(({ block }) => block !== undefined).map(({ id }) => id));
  return kept.map((one) => described({ ...one, shownIn: one.shownIn.filter((id) => present.has(id)) }));
}

/** Deletes a snapshot. The cells stay as they are. */
export const deleteSnapshot = ({ host: { workbook } }: Session, id: string): Promise<void> =>
  removeSnapshot(workbook, id);

/** What is told of a stored snapshot. */
const described = ({ id, name, at, source, runs, ranges = [], dueAt, shownIn }: KeptSnapshot): Snapshot => ({
  id,
  name,
  at,
  source,
  formulaCount: runs.reduce((sum, { cells }) => sum + cells.length, 0),
  resultCount: ranges.reduce((sum, { cells }) => sum + cells.length, 0),
  timeUnknownCount: runs.flatMap(({ cells }) => cells.filter((cell) => cell.isTimeUnknown)).length || undefined,
  dueAt,
  isShown: shownIn.length > 0,
});

const MAX_CELLS = 200_000;

/**
 * Stores what every MD cell and the results in the marked ranges show, with the time and source of the values, in the
 * workbook under a name.
 *
 * @param dueAt when the schedule wanted it, in ms since 1970; two pages with the same workbook then take one together
 * @throws an Error with a sentence for the user if cells still wait, or if there are none, or too many
 */
export async function takeSnapshot(
  session: Session,
  name: string,
  functions: readonly FunctionTraits[],
  dueAt?: number,
): Promise<Snapshot> {
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
  const id = dueAt === undefined ? `${at.toString(36)}_${randomLetters()}` : `${dueAt.toString(36)}_due`;
  const runs = await keepRuns(session, cells, functions);
  const ranges = await keepRanges(
    workbook,
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
    shownIn: [],
  };
  await workbook.track([
    ...runs.map((run, index) => ({ name: nameOfRun(id, index), blocks: [run] })),
    ...ranges.map((range, index) => ({ name: nameOfRange(id, index), blocks: [range] })),
  ]);
  await writeSnapshot(workbook, snapshot);
  return described(snapshot);
}

/** Neighbours share a name: thousands of names would slow down the spreadsheet. */
async function keepRuns(
  session: Session,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
): Promise<KeptRun[]> {
  const { workbook } = session.host;
  const contents = await readBlocks(workbook, cells, ({ spill }) => spill);
  const asked = await readAsked(workbook, cells, functions);
  const labels = await Labels.read(
    workbook,
    cells.map(({ spill }) => spill),
  );
  const kept = new Map(
    cells.map((cell): readonly [string, KeptCell] => {
      const rows = contents.get(cell)!;
      const { inputs } = asked.get(cell)!;
      return [
        a1WithSheet(cell.cell),
        {
          formula: cell.formula,
          values: rows.map((row) => row.map(({ value }) => value)),
          formats: rows.map((row) => row.map(({ format }) => format)),
          readAt: cell.readAt ?? null,
          ...(cell.priceTime && { priceTime: cell.priceTime }),
          ...(cell.oldness && { isTimeUnknown: true }),
          labels: labels.of(cell.spill),
          ...(inputs.length === 0 ? {} : { inputs }),
        },
      ];
    }),
  );
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
  const { matches } = await matchCells(session, snapshot, functions);
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

/** If a result is smaller now, its remaining kept values are dropped; if it is larger, the extra cells show nothing. */
const writingOf = (
  { values, formats }: Pick<KeptCell, 'values' | 'formats'>,
  down: number,
  across: number,
): CellWriting => ({
  ...shownAs(values[down]?.[across] ?? ''),
  format: formats[down]?.[across] ?? 'General',
});
