import { frozenBlocks } from '../freeze/frozen-blocks';
import type { Session } from '../session';
import {
  type KeptSnapshot,
  SNAPSHOT_NAME_PREFIX,
  readIds,
  readSnapshot,
  removeSnapshot,
  writeIds,
} from './snapshot-part';

/** What the workbook showed at one moment. */
export interface Snapshot {
  readonly id: string;
  readonly name: string;
  /** In ms since 1970. */
  readonly at: number;
  readonly source: string;
  readonly formulaCount: number;
  /** Whether the cells show the snapshot now, instead of their formulas' results. */
  readonly isShown: boolean;
}

/** All snapshots of the workbook, oldest first. */
export async function snapshots(session: Session): Promise<readonly Snapshot[]> {
  const { workbook } = session.host;
  const read = await Promise.all((await readIds(workbook)).map((id) => readSnapshot(workbook, id)));
  const kept = read.filter((one) => one !== undefined);
  // What the user has thawed, deleted or undone since then does not show it any more.
  const frozen = kept.some(({ shownIn }) => shownIn.length > 0) ? await frozenBlocks(session) : [];
  const present = new Set(frozen.filter(({ block }) => block !== undefined).map(({ id }) => id));
  return kept.map((one) => described({ ...one, shownIn: one.shownIn.filter((id) => present.has(id)) }));
}

/** Deletes a snapshot. The cells stay as they are. */
export async function deleteSnapshot(session: Session, id: string): Promise<void> {
  const { workbook } = session.host;
  await writeIds(
    workbook,
    (await readIds(workbook)).filter((one) => one !== id),
  );
  await removeSnapshot(workbook, id);
  const names = [...(await workbook.tracked(`${SNAPSHOT_NAME_PREFIX}${id}_`)).keys()];
  if (names.length > 0) await workbook.untrack(names);
}

/** What is told of a stored snapshot. */
export const described = ({ id, name, at, source, runs, shownIn }: KeptSnapshot): Snapshot => ({
  id,
  name,
  at,
  source,
  formulaCount: runs.reduce((sum, { cells }) => sum + cells.length, 0),
  isShown: shownIn.length > 0,
});
