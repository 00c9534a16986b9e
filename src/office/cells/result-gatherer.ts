import { isHidden, wait } from '../../api/lookup/wait';
import { MessageClock } from './message-clock';
import { ResultPortions } from './result-portions';

/** No result that the client could send is held back longer than this. */
const MAX_HOLD_MS = 450;
/** Answers may arrive this much later than expected. */
const GRACE_MS = 15;
/** A watched result that has not left by then never will: its cell was cancelled. */
const LOST_MS = 10_000;
/** A message takes a while to be processed, and the client checks every 50 ms whether it may send the next one. */
const EXCHANGE_MS = 75;

/**
 * Gathers the results of one recalculation into one message to Excel. After the first results, Excel's client sends a
 * message after a moment, and the next one only after a much longer time, for which slightly later results would have
 * to wait. So results are held back while everything pending is expected sooner than the next message could leave, and
 * while the client could not send them anyway. Then they are handed over together. If the rest is expected later, or at
 * an unknown time, the results are handed over at once. Results that needed no waiting are never held back.
 */
export class ResultGatherer {
  readonly #clock = new MessageClock();
  readonly portions = new ResultPortions(this.#clock);
  /** Resolves when the results that are held back are handed over; undefined if there are none. */
  #over: Promise<void> | undefined;
  #end!: () => void;
  #since = 0;
  #isCheckDue = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isNoted = false;

  /**
   * @param expectedMs milliseconds until everything that cells wait for is expected: 0 if nothing is running, Infinity
   *   if it cannot be told
   */
  constructor(private readonly expectedMs: () => number) {}

  /**
   * Notes results that are handed over without waiting. Thousands come in one event, so only the first reads the clock.
   */
  noteSent(): void {
    if (this.#isNoted) return;
    this.#isNoted = true;
    queueMicrotask(() => {
      this.#isNoted = false;
    });
    this.#handOver();
  }

  /** For a result that had to wait: resolves when it should be handed over. */
  gather(): Promise<void> {
    this.#over ??= new Promise((resolve) => {
      this.#end = resolve;
      this.#since = performance.now();
    });
    if (!this.#isCheckDue) {
      this.#isCheckDue = true;
      // An answer may cause another question at this very moment, and more answers may arrive with it.
      wait(this.#check, 0);
    }
    return this.#over;
  }

  readonly #check = (): void => {
    this.#isCheckDue = false;
    clearTimeout(this.#timer);
    if (this.#over === undefined) return;
    const expected = this.expectedMs();
    const now = performance.now();
    const freeAt = this.#clock.freeAt(expected);
    const leftMs = Math.max(this.#since, freeAt) + MAX_HOLD_MS - now;
    // Nothing to wait for, or a message is about to leave that can take the results along.
    let waitMs = 0;
    if (expected > 0 && leftMs > 0 && !this.#isLeaving(now)) {
      const freeMs = Math.max(0, freeAt - now);
      if (expected <= Math.min(leftMs, freeMs + this.#clock.maxMs + EXCHANGE_MS)) waitMs = expected + GRACE_MS;
      // Nobody can tell, but the client sends nothing before that. In a hidden page, timers are too slow for that moment.
      else if (!isHidden()) waitMs = freeMs;
    }
    if (waitMs > 0) {
      // Answers may be late, or belong to cells that were cancelled.
      this.#timer = setTimeout(this.#check, Math.min(waitMs, leftMs));
      return;
    }
    this.#over = undefined;
    this.#handOver();
    this.#end();
  };

  #handOver(): void {
    const now = performance.now();
    if (this.portions.isWatching && this.#isLeaving(now)) return;
    this.portions.isWatching = false;
    this.#clock.handOver(now);
  }

  #isLeaving(now: number): boolean {
    return now < this.#clock.at + (this.portions.isWatching ? LOST_MS : 0);
  }
}
