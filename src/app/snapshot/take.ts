import { a1WithSheet } from '../../core/sheet/a1';
import { cellsIn } from '../../core/sheet/block-cells';
import { runsOf } from '../../core/sheet/runs';
import { readBlocks } from '../block-contents';
import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';
import { sourceOf } from '../source';
import { readAsked } from './asked';
import { described, type Snapshot } from './snapshot';
import {
  type KeptCell,
  type KeptRun,
  type KeptSnapshot,
  nameOfRun,
  readIds,
  writeIds,
  writeSnapshot,
} from './snapshot-part';
import { isWaiting, scanCells, type MdCell } from '../workbook/cells';

const MAX_CELLS = 200_000;

/**
 * Stores what every MD cell shows, with the time and source of its values, in the workbook under a name.
 *
 * @throws an Error with a sentence for the user if cells still wait, or if there are none, or too many
 */
export async function takeSnapshot(
  session: Session,
  name: string,
  functions: readonly FunctionTraits[],
): Promise<Snapshot> {
  const { workbook } = session.host;
  const cells = await scanCells(session);
  if (cells.length === 0) throw new Error('There is no MD formula to keep: enter one first');
  const waiting = cells.filter(({ error }) => isWaiting(error)).length;
  if (waiting > 0)
    throw new Error(`${waiting} of the cells still wait for their values: take the snapshot when these are there`);
  const size = cells.reduce((sum, { spill }) => sum + spill.rows * spill.columns, 0);
  if (size > MAX_CELLS)
    throw new Error(`The formulas fill ${size} cells: a snapshot keeps at most ${MAX_CELLS}, so show fewer rows`);
  const at = session.now();
  const id = `${at.toString(36)}_${Math.floor(Math.random() * 36 ** 4).toString(36)}`;
  const runs = await keepRuns(session, cells, functions);
  const snapshot: KeptSnapshot = {
    id,
    name: name.trim() || new Date(at).toISOString().slice(0, 16).replace('T', ' '),
    at,
    source: sourceOf(session),
    runs,
    shownIn: [],
  };
  await workbook.track(runs.map((run, index) => ({ name: nameOfRun(id, index), blocks: [run] })));
  await writeSnapshot(workbook, snapshot);
  await writeIds(workbook, [...(await readIds(workbook)), id]);
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
  const now = session.now();
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
          readAt: cell.ageMs === undefined ? null : now - cell.ageMs,
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
