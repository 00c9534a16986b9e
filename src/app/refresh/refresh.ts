import { messageOf } from '../../core/message-of';
import { a1WithSheet, type Block, overlaps } from '../../core/sheet/a1';
import { cellsIn } from '../../core/sheet/block-cells';
import { runsOf } from '../../core/sheet/runs';
import { isFaulty, type MdCell, scanCells } from './cells';
import { RefreshTracker } from './refresh-tracker';
import { countCost } from './refresh-cost';
import type { FunctionTraits } from '../function-traits';
import { mapInPieces } from '../pauses';
import type { OnProgress } from '../progress';
import type { Session } from '../session';
import { untilDoneOrIdle } from './until-done-or-idle';

export type RefreshScope = 'selection' | 'errors' | 'all';

/** What a refresh will request. The counts are lower bounds: "at least 412 cells, 37 symbols, 6 requests". */
export interface RefreshPlan {
  readonly scope: RefreshScope;
  readonly cells: readonly MdCell[];
  readonly symbolCount: number;
  readonly requestCount: number;
  /** The user knows the counts, and agreed to whatever the cells need. */
  readonly isPriceAccepted?: boolean;
}

export interface RefreshReport {
  readonly refreshedCount: number;
  /** With a sentence for the user. Includes refreshed cells that show an error in their own cell or spill. */
  readonly notRefreshed: readonly { readonly cell: Block; readonly reason: string }[];
}

/** Leaves out streaming cells, which refresh themselves. */
export async function planRefresh(
  session: Session,
  scope: RefreshScope,
  functions: readonly FunctionTraits[],
): Promise<RefreshPlan> {
  const streaming = new Set(functions.filter(({ isStreaming }) => isStreaming).map(({ id }) => id));
  const [all, selection] = await Promise.all([
    scanCells(session),
    scope === 'selection' ? session.host.workbook.selection() : undefined,
  ]);
  const cells = all.filter(
    (cell) =>
      cell.functions.some((name) => !streaming.has(name)) &&
      (scope !== 'errors' || isFaulty(cell)) &&
      (selection === undefined || overlaps(cell.spill, selection)),
  );
  return { scope, cells, ...(await countCost(session, cells, functions)) };
}

/** After this long without evaluating a single cell, the host will not evaluate the rest. */
const PATIENCE_MS = 20_000;

/**
 * Requests new answers for every cell of the plan, whatever is cached, in manual calculation mode too. If the host does
 * not evaluate a function with unchanged arguments again, the formula is written again.
 */
export async function runRefresh(
  session: Session,
  plan: RefreshPlan,
  onProgress: OnProgress,
  signal: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<RefreshReport> {
  const cells = plan.cells.map(({ cell }) => cell);
  const waiting = new Set(plan.cells.filter(({ price }) => price !== undefined).map(({ cell }) => cell));
  const tracker = await RefreshTracker.of(cells, session.now(), plan.isPriceAccepted, waiting);
  const ends = [
    session.cells.watch(tracker),
    tracker.onChange(() => {
      onProgress(tracker.answeredCount, cells.length);
    }),
  ];
  const patience = { tracker, patienceMs, signal };
  const reasons = new Map<Block, string>();
  try {
    onProgress(0, cells.length);
    if (cells.length > 0) await session.host.workbook.calculate(cells);
    await untilDoneOrIdle(patience, () => tracker.areAllAsked);
    if (!tracker.areAllAsked && !signal.aborted) {
      await writeAgain(
        session,
        plan.cells.filter(({ cell }) => !tracker.isAsked(cell)),
        reasons,
      );
      await untilDoneOrIdle(patience, () => tracker.areAllAsked);
    }
    await untilDoneOrIdle({ ...patience, patienceMs: Infinity }, () => !tracker.isWaiting);
  } finally {
    for (const end of ends) end();
  }
  const outcomes = await mapInPieces(cells, (cell) => {
    const reason = whyNotRefreshed(cell, tracker, reasons, signal);
    return reason === undefined ? [] : [{ cell, reason }];
  });
  const notRefreshed = outcomes.flat();
  return { refreshedCount: cells.length - notRefreshed.length, notRefreshed };
}

/** Enters formulas again as they stand, which is the only cure where the host did not know their functions. */
export async function enterAgain(session: Session, cells: readonly MdCell[]): Promise<RefreshReport> {
  const reasons = new Map<Block, string>();
  await writeAgain(session, cells, reasons);
  const notRefreshed = [...reasons].map(([cell, reason]) => ({ cell, reason }));
  return { refreshedCount: cells.length - notRefreshed.length, notRefreshed };
}

/** Skips cells whose formula the user has changed meanwhile. */
async function writeAgain(session: Session, cells: readonly MdCell[], reasons: Map<Block, string>): Promise<void> {
  const { workbook } = session.host;
  const present = new Map((await workbook.formulas()).map(({ cell, formula }) => [a1WithSheet(cell), formula]));
  const formulas = new Map<string, string>();
  for (const { cell, formula, isLocked } of cells) {
    if (isLocked) reasons.set(cell, 'The sheet is protected: unprotect it, or press Ctrl+Alt+F9');
    else if (present.get(a1WithSheet(cell)) !== formula)
      reasons.set(cell, 'Its formula was changed meanwhile: refresh again');
    else formulas.set(a1WithSheet(cell), formula);
  }
  const writable = cells.map(({ cell }) => cell).filter((cell) => formulas.has(a1WithSheet(cell)));
  for (const run of runsOf(writable)) {
    const rows = cellsIn(run).map((row) => row.map((cell) => ({ formula: formulas.get(a1WithSheet(cell))! })));
    await workbook.write(run, rows).catch((error: unknown) => {
      for (const cell of writable) if (overlaps(cell, run)) reasons.set(cell, messageOf(error));
    });
  }
}

function whyNotRefreshed(
  cell: Block,
  tracker: RefreshTracker,
  reasons: ReadonlyMap<Block, string>,
  signal: AbortSignal,
): string | undefined {
  const cellResult = tracker.resultOf(cell);
  if (cellResult !== undefined) return (cellResult.error ?? cellResult.failure)?.message;
  if (signal.aborted) return 'The refresh was stopped';
  return (
    reasons.get(cell) ??
    (tracker.isAsked(cell)
      ? 'Its calculation was cancelled: refresh again'
      : 'The spreadsheet did not calculate it: enter its formula again')
  );
}
