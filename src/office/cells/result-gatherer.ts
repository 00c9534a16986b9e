import { isHidden, wait } from '../../api/lookup/wait';
import { ResultPortions } from './result-portions';

interface GathererOptions {
  /**
   * Milliseconds until everything that cells wait for is expected: 0 if nothing is running, Infinity if it cannot be
   * told.
   */
  readonly expectedMs: () => number;
  /** The minimum time between two messages with results. */
  readonly intervalMs: () => number;
}

/** Excel's client sends a message this long after the first result in it. */
const DELAY_MS = 50;
/** No result is held back longer than this. */
const LONGEST_MS = 450;
/** Answers may arrive this much later than expected. */
const GRACE_MS = 15;
/** A message takes a while to be processed, and the client checks every 50 ms whether it may send the next one. */
const EXCHANGE_MS = 75;

interface ResultGroup {
  readonly since: number;
  readonly over: Promise<void>;
  readonly end: () => void;
  isCheckDue: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * Gathers the results of one recalculation into one message to Excel. After the first results, Excel's client sends a
 * message after a moment, and the next one only after a much longer time, for which slightly later results would have
 * to wait. So results are held back while everything pending is expected sooner than the next message could leave, and
 * while the client could not send them anyway. Then they are handed over together. If the rest is expected later, or at
 * an unknown time, the results are handed over at once. Results that needed no waiting are never held back.
 */
export class ResultGatherer {
  readonly portions = new ResultPortions();
  /** When the message with the last results leaves, or has left. */
  #messageAt = -Infinity;
  #gathering: ResultGroup | undefined;
  #isNoted = false;

  constructor(private readonly options: GathererOptions) {}

  /**
   * Notes results that are handed over without waiting. Thousands come in one event, so only the first reads the clock.
   */
  noteSent(): void {
    if (this.#isNoted) return;
    this.#isNoted = true;
    queueMicrotask(() => {
      this.#isNoted = false;
    });
    this.#note();
  }

  /** For a result that had to wait: resolves when it should be handed over. */
  gather(): Promise<void> {
    const gathering = (this.#gathering ??= this.#begin());
    if (!gathering.isCheckDue) {
      gathering.isCheckDue = true;
      // An answer may cause another question at this very moment, and more answers may arrive with it.
      wait(() => {
        gathering.isCheckDue = false;
        this.#check(gathering);
      }, 0);
    }
    return gathering.over;
  }

  /** How long to hold results back until the next check; 0 to hand them over. */
  #waitMs({ since }: ResultGroup): number {
    const { expectedMs, intervalMs } = this.options;
    const expected = expectedMs();
    const time = performance.now();
    const leftMs = since + LONGEST_MS - time;
    // Nothing to wait for, or a message is about to leave that can take the results along.
    if (expected === 0 || leftMs <= 0 || time < this.#messageAt) return 0;
    const untilNextMs = Math.max(DELAY_MS, this.#messageAt + intervalMs() - time);
    if (expected <= Math.min(leftMs, untilNextMs - DELAY_MS + intervalMs() + EXCHANGE_MS)) return expected;
    // Nobody can tell, but the client sends nothing before that. In a hidden page, timers are too slow for that moment.
    return isHidden() ? 0 : Math.min(leftMs, untilNextMs - DELAY_MS);
  }

  #begin(): ResultGroup {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { since: performance.now(), over, end, isCheckDue: false };
  }

  #check(gathering: ResultGroup): void {
    if (this.#gathering !== gathering) return;
    clearTimeout(gathering.timer);
    const waitMs = this.#waitMs(gathering);
    if (waitMs === 0) {
      this.#gathering = undefined;
      gathering.end();
      this.#note();
      return;
    }
    // Answers may be late, or belong to cells that were cancelled.
    const leftMs = gathering.since + LONGEST_MS - performance.now();
    gathering.timer = setTimeout(
      () => {
        this.#check(gathering);
      },
      Math.min(waitMs + GRACE_MS, leftMs),
    );
  }

  #note(): void {
    const time = performance.now();
    if (time >= this.#messageAt)
      this.#messageAt = Math.max(time + DELAY_MS, this.#messageAt + this.options.intervalMs());
  }
}
