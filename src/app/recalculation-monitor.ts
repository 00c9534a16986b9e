import type { Counts } from './activity';
import type { Session } from './session';
import { Emitter } from '../core/basics';

/** A burst of formulas, from the first evaluation to the last answer. */
interface Recalculation extends Counts {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly isRunning: boolean;
}

/** A pause of this length separates two recalculations. */
const QUIET_MS = 400;
const LOOK_EVERY_MS = 50;

/**
 * Separates recalculations. Reacts to the first cell, then only polls the counts, so that it does not slow down
 * thousands of cells. Times are accurate to a twentieth of a second.
 */
export class RecalculationMonitor extends Emitter {
  /** The last or running recalculation; undefined if there was none. */
  last: Recalculation | undefined;

  constructor(private readonly session: Session) {
    super();
    this.#waitForCell();
  }

  #waitForCell(): void {
    this.session.activity.onNextCell = () => this.#begin();
  }

  #begin(): void {
    const at = this.session.now();
    const counts = countsOf(this.session);
    const before = { ...counts, cells: counts.cells - 1 };
    // With all data at hand, all cells are evaluated in one event, which is over when this runs.
    setTimeout(() => this.#check({ at, before, changedAt: at, seen: '' }), 0);
  }

  #check(run: { readonly at: number; readonly before: Counts; changedAt: number; seen: string }): void {
    const { client } = this.session;
    const now = this.session.now();
    const counts = countsOf(this.session);
    const seen = JSON.stringify(counts);
    if (seen !== run.seen || (client?.pendingCount ?? 0) > 0) Object.assign(run, { seen, changedAt: now });
    const isRunning = now - run.changedAt < QUIET_MS;
    this.last = { ...difference(counts, run.before), at: run.at, ms: run.changedAt - run.at, isRunning };
    this.emitChange();
    if (isRunning) setTimeout(() => this.#check(run), LOOK_EVERY_MS);
    else this.#waitForCell();
  }
}

/** Without the requests that live cells send by themselves: they may never be quiet. */
const countsOf = ({ activity: { counts, pollCount } }: Session): Counts => ({
  ...counts,
  requests: counts.requests - pollCount,
});

const difference = (counts: Counts, before: Counts): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([what, count]: [string, number]) => [what, count - before[what as keyof Counts]]),
  ) as unknown as Counts;
