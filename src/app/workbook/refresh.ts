import { readBlock, writeBlocks } from './block-contents';
import { inHalves } from './replace';
import { mapInPieces } from '../../core/pauses';
import { cancelledError } from '../../api/service-error';
import type { Session } from '../session';
import type { Call } from '../../core/call';
import { type CellResult, together } from '../cell-calls';
import type { CellWatcher } from '../cell-log';
import type { CellContent, OnProgress, Workbook } from '../host';
import { a1WithSheet, type Block, overlaps, columnsIn, isSingleCell } from '../../core/sheet';
import { messageOf, Emitter } from '../../core/basics';
import { isFaulty, isIn, isLeftWaiting, type MdCell, scanCells, addressesOf, STREAMS } from './cells';
import { countCost } from './calls';
import { callsIn, mdCallsIn, withRelativeRows } from './formulas';

export type RefreshScope = 'selection' | 'errors' | 'all';

/** What a refresh will request. The last two counts are lower bounds: "412 cells, at least 37 symbols, 6 requests". */
export interface RefreshPlan {
  readonly cells: readonly MdCell[];
  /**
   * Cells that show nothing, such as rows of a model that are not filled in yet. They are refreshed too, but nobody
   * waits for them: a spreadsheet does not call a function that an IF skips.
   */
  readonly blank?: readonly MdCell[];
  /** How many cells are left out because they refresh themselves. */
  readonly liveCount?: number;
  readonly symbolCount: number;
  readonly requestCount: number;
  /** Whether the user has seen the counts and allowed every request that the cells need. */
  readonly isPriceAccepted?: boolean;
}

export interface RefreshReport {
  readonly refreshedCount: number;
  /** What was sent before the refresh was stopped still arrives: so many cells still get their values. */
  readonly arrivingCount?: number;
  /** With a sentence for the user. Includes refreshed cells that show an error in their own cell or spill. */
  readonly notRefreshed: readonly { readonly cell: Block; readonly reason: string }[];
}

/** Leaves out streaming cells, which refresh themselves. */
export async function planRefresh(session: Session, scope: RefreshScope): Promise<RefreshPlan> {
  const [all, selection] = await Promise.all([
    scanCells(session),
    scope === 'selection' ? session.host.workbook.selection() : undefined,
  ]);
  const chosen = all.filter(
    (cell) =>
      (scope !== 'errors' || isFaulty(cell) || isLeftWaiting(session, cell)) &&
      (selection === undefined || isIn(selection, cell.spill)),
  );
  return planFor(session, chosen);
}

export async function planFor(session: Session, all: readonly MdCell[]): Promise<RefreshPlan> {
  const chosen = all.filter((cell) => cell.functions.some((name) => !STREAMS.has(name)));
  const [cells, blank]: [MdCell[], MdCell[]] = [[], []];
  for (const cell of chosen) {
    // The first row of a spill may be blank while the others are not.
    (isSingleCell(cell.spill) && cell.value === '' && !isFaulty(cell) ? blank : cells).push(cell);
  }
  return { cells, blank, liveCount: all.length - chosen.length, ...(await countCost(session, cells)) };
}

/** After this long without evaluating a single cell, the host will not evaluate the rest. */
export const PATIENCE_MS = 20_000;

/** How long cells may take whose functions an IF may skip, once all others were evaluated. */
const SKIPPING_MS = 3000;

/** How long questions that are not sent may take to be given up: they may still be collected. */
const SETTLING_MS = 100;

const SKIPPING = new Set(['IF', 'IFS', 'IFERROR', 'IFNA', 'CHOOSE', 'SWITCH']);
/** A cell is skipped too whose argument is an error. */
const maySkip = ({ formula, names = [], mistake }: MdCell): boolean =>
  mistake !== undefined ||
  [{ formula }, ...names].some((one) => callsIn(one.formula).some(({ name }) => SKIPPING.has(name)));

/** Whether a word of the formula is wrong, so that no calculation calls its function. */
const isMisspelt = ({ error, mistake, isUnnamed }: MdCell): boolean =>
  error === '#NAME?' && mistake !== undefined && isUnnamed !== true;

/**
 * Requests new answers for every cell of the plan, whatever is cached, in manual calculation mode too. If the host does
 * not evaluate a function with unchanged arguments again, the formula is written again.
 * @param restMs if given, once any cell is evaluated, this is how long the others may take. The rest are left alone: an
 * IF may skip their functions
 */
export async function runRefresh(
  session: Session,
  plan: RefreshPlan,
  onProgress: OnProgress = () => undefined,
  signal = new AbortController().signal,
  patienceMs = PATIENCE_MS,
  restMs?: number,
): Promise<RefreshReport> {
  const cells = plan.cells.map(({ cell }) => cell);
  const awaited = plan.cells.filter((one) => !isMisspelt(one));
  const tracker = new RefreshTracker(session, session.now(), plan.isPriceAccepted === true);
  await tracker.track(awaited, true);
  await tracker.track([...(plan.blank ?? []), ...plan.cells.filter(isMisspelt)], false);
  const report = (): void => onProgress(tracker.answeredCount, awaited.length);
  const unwatch = session.cells.watch(tracker);
  const off = tracker.onChange(report);
  const reasons = new Map<Block, string>();
  let isCalculated = false;
  const stop = (): void => tracker.stop();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    report();
    const blank = plan.blank?.map(({ cell }) => cell) ?? [];
    // Calculating these cells again does not help.
    const unnamed = plan.cells.filter(({ isUnnamed }) => isUnnamed);
    if (unnamed.length > 0) await writeAgain(session, unnamed, reasons);
    if (cells.length + blank.length > 0 && !signal.aborted) {
      isCalculated = true;
      await session.host.workbook.calculate([...cells, ...blank]);
    }
    await tracker.until(() => tracker.areAllAsked, patienceMs, signal, restMs);
    const isRestLeft = restMs !== undefined && tracker.isAnyAsked;
    if (!tracker.areAllAsked && !signal.aborted && !isRestLeft) {
      await writeAgain(
        session,
        awaited.filter(({ cell }) => !tracker.isAsked(cell)),
        reasons,
      );
      await tracker.until(() => tracker.areAllAsked, patienceMs, signal);
    }
    await tracker.until(() => !tracker.isWaiting, Infinity, signal);
    if (!signal.aborted)
      for (const cell of cells)
        if (!tracker.isAsked(cell) && !reasons.has(cell)) session.cells.wereCalculated.add(a1WithSheet(cell));
  } finally {
    off();
    signal.removeEventListener('abort', stop);
    // The spreadsheet may call functions after the refresh was stopped.
    if (!signal.aborted || !isCalculated) unwatch();
    else void tracker.until(() => false, patienceMs, new AbortController().signal, SKIPPING_MS).then(unwatch);
  }
  // Cells whose questions are not sent soon have their values.
  if (signal.aborted) await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  let arrivingCount = 0;
  const outcomes = await mapInPieces(plan.cells, (one) => {
    const { cell } = one;
    if (tracker.isArriving(cell)) {
      arrivingCount++;
      return [];
    }
    const reason = tracker.isLeft(cell) ? 'The refresh was stopped' : whyNotRefreshed(one, tracker, reasons);
    return reason === undefined ? [] : [{ cell, reason }];
  });
  const notRefreshed = outcomes.flat();
  const refreshedCount = cells.length - notRefreshed.length - arrivingCount;
  return { refreshedCount, notRefreshed, ...(arrivingCount > 0 && { arrivingCount }) };
}

/** Requests the workbook's saved values again, once, if its setting says so. */
export async function refreshOnOpen(session: Session): Promise<void> {
  if (session.ofWorkbook.refreshesOnOpen)
    await refreshUnasked(
      session,
      isRefreshedOnOpen,
      (report) => `Refresh when opened: ${report}`,
      (count) =>
        `Refresh when opened: its cells need about ${count} requests: refresh them under Cells, or allow more under Settings`,
    );
}

/** A cell that waits for the user's permission would only report it again. */
const isRefreshedOnOpen = ({ oldness, price }: MdCell): boolean => oldness === 'from-before' && price === undefined;

/** Systems report a network a little before names are found in it. */
const NETWORK_COMES_MS = 2000;

/**
 * Requests what failed without a network again once there is one, as after a sleep: a cell would keep its error, or its
 * last value, until the user calculates it again.
 */
export function refreshWhenOnline(session: Session): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): Promise<void> =>
    refreshUnasked(
      session,
      (cell) => cell.isCutOff,
      (report) => `Refresh once the network is back: ${report}`,
      (count) => `Refresh once the network is back: about ${count} requests are needed: refresh the cells under Cells`,
    );
  window.addEventListener('online', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), NETWORK_COMES_MS);
  });
}

/** Requests nothing if this would take more requests than are allowed without asking. */
async function refreshUnasked(
  session: Session,
  isWanted: (cell: MdCell) => boolean,
  done: (report: string) => string,
  tooMany: (count: number) => string,
): Promise<void> {
  try {
    await session.ready;
    const plan = await planFor(session, (await scanCells(session)).filter(isWanted));
    if (plan.cells.length === 0) return;
    const isTooMuch = plan.requestCount > session.spending.maxRequests;
    session.note(isTooMuch ? tooMany(plan.requestCount) : done(describeReport(await runRefresh(session, plan))));
  } catch (error) {
    session.note(done(messageOf(error)));
  }
}

const TITLES: Readonly<Record<RefreshScope, string>> = {
  selection: 'Refresh selection',
  errors: 'Refresh errors',
  all: 'Refresh all',
};

/** A refresh without a progress display, such as from a ribbon button. Its result is noted in the pane's activity. */
export async function refreshAndNote(session: Session, scope: RefreshScope): Promise<void> {
  const refreshing = planRefresh(session, scope).then((plan) => runRefresh(session, plan));
  session.note(`${TITLES[scope]}: ${await refreshing.then(describeReport, messageOf)}`);
}

function describeReport({ refreshedCount, notRefreshed }: RefreshReport): string {
  const cells = (count: number): string => `${count} ${count === 1 ? 'cell' : 'cells'}`;
  const [first] = notRefreshed;
  const done = cells(refreshedCount);
  return first ? `${done} refreshed; ${notRefreshed.length} not (the first: ${first.reason})` : done;
}

/** Enters formulas again unchanged: the only cure if the host did not know their functions. */
export async function enterAgain(session: Session, cells: readonly MdCell[]): Promise<RefreshReport> {
  const reasons = new Map<Block, string>();
  await writeAgain(session, cells, reasons);
  for (const { cell } of cells) if (!reasons.has(cell)) session.cells.wereCalculated.add(a1WithSheet(cell));
  const notRefreshed = [...reasons].map(([cell, reason]) => ({ cell, reason }));
  return { refreshedCount: cells.length - notRefreshed.length, notRefreshed };
}

/**
 * Skips cells whose formula the user has changed meanwhile, and cells in a table's column with different formulas: a
 * formula that is written there becomes the formula of the whole column.
 */
async function writeAgain(session: Session, cells: readonly MdCell[], reasons: Map<Block, string>): Promise<void> {
  const { workbook } = session.host;
  const present = new Map((await workbook.formulas()).map(({ cell, formula }) => [a1WithSheet(cell), formula]));
  const mixed = await mixedColumns(workbook, cells);
  const writable = cells.filter(({ cell, formula, isLocked }) => {
    if (isLocked) reasons.set(cell, 'The sheet is protected: unprotect it, or press Ctrl+Alt+F9');
    else if (mixed.some((column) => overlaps(column, cell)))
      reasons.set(cell, 'It is in a table, whose column would get one formula: press F2 and Enter in the cell');
    else if (present.get(a1WithSheet(cell)) !== formula)
      reasons.set(cell, 'Its formula was changed meanwhile: refresh again');
    return !reasons.has(cell);
  });
  const failures = await inHalves(writable, (some) =>
    writeBlocks(
      workbook,
      some.map(({ cell, formula }) => ({ block: cell, cells: [[{ formula }]] })),
    ),
  );
  for (const [{ cell }, error] of failures) reasons.set(cell, messageOf(error));
}

/** The columns of tables that contain some of the cells and also another formula or value. */
async function mixedColumns(workbook: Workbook, cells: readonly MdCell[]): Promise<readonly Block[]> {
  const inTables = cells.filter(({ isInTable }) => isInTable);
  if (inTables.length === 0) return [];
  const mixed: Block[] = [];
  for (const column of (await workbook.outline()).tables.flatMap(columnsIn)) {
    const [first] = inTables.filter(({ cell }) => overlaps(column, cell));
    if (first && !isOfOneFormula(column, await readBlock(workbook, column), first)) mixed.push(column);
  }
  return mixed;
}

/** Beside the formula, a column has at most a heading and a total. */
function isOfOneFormula(
  column: Block,
  contents: readonly (readonly CellContent[])[],
  { cell, formula }: MdCell,
): boolean {
  const relative = withRelativeRows(formula, cell.row);
  return contents.every(([content], row) => {
    const present = content?.formula ?? '';
    const isHeading = row === 0 && present === '';
    const isTotal = row === contents.length - 1 && mdCallsIn(present).length === 0;
    return isHeading || isTotal || withRelativeRows(present, column.row + row) === relative;
  });
}

function whyNotRefreshed(
  one: MdCell,
  tracker: RefreshTracker,
  reasons: ReadonlyMap<Block, string>,
): string | undefined {
  const { cell } = one;
  const cellResult = tracker.resultOf(cell);
  const own = cellResult && (cellResult.error ?? cellResult.failure)?.message;
  if (cellResult !== undefined) return own === '' ? one.mistake : own;
  if (!tracker.isAsked(cell) && (one.mistake !== undefined || (tracker.isAnyAsked && maySkip(one))))
    return reasons.get(cell) ?? one.mistake;
  return (
    reasons.get(cell) ??
    (tracker.isAsked(cell)
      ? 'Its calculation was cancelled: refresh again'
      : 'The spreadsheet did not calculate it: enter its formula again')
  );
}

interface TrackedCell {
  readonly calls: Set<Call>;
  /** Whether the refresh waits for it. */
  readonly isCounted: boolean;
  /** It waits for permission to read on: the part that it has read is not requested again. */
  readonly isWaiting: boolean;
  readonly maySkip: boolean;
  /** Whether only its cell knows its value: a function cannot give it back. */
  readonly isFromBefore: boolean;
  isAsked: boolean;
  /** Whether it had no result when the refresh was stopped. */
  isLeft?: boolean;
  /** The results of its calls, by question. */
  readonly results: Map<string, CellResult>;
}

/** The cells of one refresh, while the host evaluates them again: all their calls need answers from now on. */
class RefreshTracker extends Emitter implements CellWatcher {
  readonly #byAddress = new Map<string, TrackedCell>();
  readonly #owners = new WeakMap<Call, TrackedCell>();
  #cellCount = 0;
  #askedCount = 0;
  /** Cells that call their function whatever they hold, and were not evaluated yet. */
  #sureCount = 0;
  #waitingCount = 0;
  #isStopped = false;

  constructor(
    private readonly session: Session,
    private readonly startedAt: number,
    /** Whether the user knows how many requests the cells need, and allowed them. */
    private readonly isPriceAccepted: boolean,
  ) {
    super();
  }

  /** Collects the addresses of the cells in pieces, so that the page stays free. */
  async track(cells: readonly MdCell[], isCounted: boolean): Promise<void> {
    if (isCounted) this.#cellCount = cells.length;
    await mapInPieces(cells, (one) => {
      const [isWaiting, skips] = [one.price !== undefined, maySkip(one)];
      const tracked: TrackedCell = {
        calls: new Set<Call>(),
        isCounted,
        isWaiting,
        isFromBefore: one.oldness === 'from-before',
        maySkip: skips,
        isAsked: false,
        results: new Map(),
      };
      if (isCounted && !skips) this.#sureCount++;
      for (const address of addressesOf(one.cell)) this.#byAddress.set(address, tracked);
    });
  }

  beginCall(call: Call): void {
    // An example in the pane, or the evaluation that traces a value, has no address.
    const tracked = call.isPreview ? undefined : this.#byAddress.get(call.address ?? '');
    // After a stop, what a cell asks once more is asked by the user.
    if (tracked === undefined || (this.#isStopped && tracked.results.has(JSON.stringify(call.asked)))) return;
    this.#owners.set(call, tracked);
    // Once it waits, unless another refresh wants it.
    if (this.#isStopped && !tracked.isFromBefore)
      setTimeout(() => this.session.cells.notBefore(call) === this.startedAt && this.#stopCalls([call]), 0);
    if (tracked.isCounted && !tracked.isAsked) {
      this.#askedCount++;
      if (!tracked.maySkip) this.#sureCount--;
    }
    tracked.isAsked = true;
    if (tracked.isCounted && tracked.calls.size === 0) this.#waitingCount++;
    tracked.calls.add(call);
    this.emitChange();
  }

  /** Every call of a cell in the refresh needs answers requested since its start. */
  notBefore(call: Call): number | undefined {
    const tracked = this.#owners.get(call);
    return tracked && (this.#isStopped || !tracked.isWaiting) ? this.startedAt : undefined;
  }

  accepts(call: Call): boolean {
    return this.isPriceAccepted && this.#owners.has(call);
  }

  endCall(call: Call, cellResult: CellResult | undefined): void {
    const tracked = this.#owners.get(call);
    if (!tracked?.calls.delete(call)) return;
    if (cellResult !== undefined) tracked.results.set(JSON.stringify(call.asked), cellResult);
    if (tracked.isCounted && tracked.calls.size === 0) this.#waitingCount--;
    this.emitChange();
  }

  /** Sends nothing more for the cells alone that can show again what they had. What was sent still arrives. */
  stop(): void {
    this.#isStopped = true;
    const all = [...new Set(this.#byAddress.values())];
    for (const tracked of all) tracked.isLeft = tracked.calls.size > 0 || tracked.results.size === 0;
    this.#stopCalls(all.flatMap(({ isFromBefore, calls }) => (isFromBefore ? [] : [...calls])));
  }

  #stopCalls(calls: readonly Call[]): void {
    const stopped = cancelledError().message;
    for (const call of calls) Object.assign(this.session.spending.allowanceOf(call), { max: 0, stopped });
    for (const { cancellation } of calls) cancellation.stop();
  }

  get answeredCount(): number {
    return this.#askedCount - this.#waitingCount;
  }

  get isAnyAsked(): boolean {
    return this.#askedCount > 0;
  }

  get areAllAsked(): boolean {
    return this.#askedCount === this.#cellCount;
  }

  get isWaiting(): boolean {
    return this.#waitingCount > 0;
  }

  isAsked(cell: Block): boolean {
    return this.#byAddress.get(a1WithSheet(cell))?.isAsked === true;
  }

  isLeft(cell: Block): boolean {
    return this.#byAddress.get(a1WithSheet(cell))?.isLeft === true;
  }

  isArriving(cell: Block): boolean {
    return this.isLeft(cell) && this.#byAddress.get(a1WithSheet(cell))!.calls.size > 0;
  }

  /** The cell's result in this refresh; undefined while it waits. */
  resultOf(cell: Block): CellResult | undefined {
    const tracked = this.#byAddress.get(a1WithSheet(cell));
    return tracked?.calls.size === 0 ? together([...tracked.results.values()]) : undefined;
  }

  /**
   * Resolves when `isDone` returns true, when the signal aborts, or when no cell has been evaluated for `patienceMs`,
   * or no other for `restMs`. Sooner if an IF may skip the functions of all cells that are left.
   */
  async until(isDone: () => boolean, patienceMs: number, signal: AbortSignal, restMs?: number): Promise<void> {
    const leftMs = (): number => {
      if (!this.isAnyAsked) return patienceMs;
      return restMs ?? (this.#sureCount > 0 ? patienceMs : Math.min(SKIPPING_MS, patienceMs));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let seen = -1;
    const look = (): void => {
      if (isDone() || signal.aborted) end();
      else if (this.#askedCount !== seen && patienceMs !== Infinity) {
        seen = this.#askedCount;
        clearTimeout(timer);
        timer = setTimeout(end, leftMs());
      }
    };
    const off = this.onChange(look);
    signal.addEventListener('abort', look);
    look();
    await ended;
    off();
    signal.removeEventListener('abort', look);
    clearTimeout(timer);
  }
}
