import { a1WithSheet, type Block } from '../../core/sheet/a1';
import { cellsIn, columnsIn } from '../../core/sheet/block-cells';
import { runsOf } from '../../core/sheet/runs';
import { isWaiting, type MdCell, scanCells } from '../refresh/cells';
import type { OnProgress } from '../progress';
import type { Session } from '../session';

/** Why a value is unreliable: an error, a last value with a mark, or an old answer. */
type Trouble = 'error' | 'last-value' | 'stale';

const TROUBLES: readonly Trouble[] = ['error', 'last-value', 'stale'];

/** MD cells with one kind of trouble, and every cell whose formula depends on them. */
export interface TracedCell {
  readonly trouble: Trouble;
  readonly causes: readonly MdCell[];
  /** Blocks without common cells; blocks on one sheet are adjacent in the list. */
  readonly dependents: readonly Block[];
  /** The number of dependent cells. */
  readonly dependentCount: number;
}

/**
 * Finds what depends on errors, last values and old answers.
 *
 * @param staleMsOf after how many ms an answer of these functions ("QUOTE") is old
 */
export async function trace(
  session: Session,
  staleMsOf: (functions: readonly string[]) => number,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<readonly TracedCell[]> {
  const cells = await scanCells(session);
  const groups = TROUBLES.map((trouble) => ({
    trouble,
    causes: cells.filter((cell) => troubleOf(cell, staleMsOf) === trouble),
  })).filter(({ causes }) => causes.length > 0);
  const traced: TracedCell[] = [];
  for (const [index, { trouble, causes }] of groups.entries()) {
    if (signal.aborted) break;
    onProgress(index, groups.length);
    const dependents = await dependentsOf(session, causes);
    traced.push({ trouble, causes, ...dependents });
  }
  return traced;
}

function troubleOf(cell: MdCell, staleMsOf: (functions: readonly string[]) => number): Trouble | undefined {
  if (isWaiting(cell.error)) return undefined;
  if (cell.error !== undefined) return 'error';
  // A cell that shows a value although its lookup failed shows its last value.
  if (cell.lastError !== undefined) return 'last-value';
  return cell.ageMs !== undefined && cell.ageMs > staleMsOf(cell.functions) ? 'stale' : undefined;
}

async function dependentsOf(
  { host: { workbook } }: Session,
  causes: readonly MdCell[],
): Promise<Pick<TracedCell, 'dependents' | 'dependentCount'>> {
  const blocks = runsOf(causes.flatMap(({ spill }) => columnsIn(spill)));
  const dependents = await workbook.dependents(blocks);
  const cells = new Map(dependents.flatMap((block) => cellsIn(block).flat()).map((cell) => [a1WithSheet(cell), cell]));
  return { dependents: runsOf([...cells.values()]), dependentCount: cells.size };
}
