import { isHidden, wait } from '../../api/lookup/wait';

export interface GathererOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Until everything is expected that cells wait for: 0 where nothing is on its way, Infinity where that cannot be told. */
  readonly expectedMs: () => number;
  /** Between two messages with results, at least. */
  readonly intervalMs: () => number;
}

/** Excel's client sends a message this long after the first result that it holds. */
const DELAY_MS = 50;
/** No result is held back for longer. */
const LONGEST_MS = 450;
/** What is expected may come this much later. */
const GRACE_MS = 15;
/** A message takes a while to be taken in, and the client looks every 50 ms whether it may send the next one. */
const EXCHANGE_MS = 75;

interface Gathering {
  readonly since: number;
  readonly over: Promise<void>;
  readonly end: () => void;
  isLookDue: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * Gathers the results of one recalculation into one message to Excel. Its client sends the first results after a moment, and then
 * nothing for a much longer one: results that are a little later than the first wait for that. So results are held back while all that
 * is on its way is expected sooner than the next message could leave, and while the client could not send them anyway; then they are
 * handed over together. Where it cannot be told when the rest comes, or that takes longer, what is there is handed over. Results that
 * were at hand are never held.
 */
export class ResultGatherer {
  /** When the message leaves, or has left, that carries the results handed over last. */
  #messageAt = -Infinity;
  #gathering: Gathering | undefined;
  #isNoted = false;

  constructor(private readonly options: GathererOptions) {}

  /** Results that were at hand are handed over now. Thousands come in one event, so only the first looks at the clock. */
  noteSent(): void {
    if (this.#isNoted) return;
    this.#isNoted = true;
    queueMicrotask(() => {
      this.#isNoted = false;
    });
    this.#note();
  }

  /** For a result that had to wait: a promise of the moment when it is to be handed over. */
  gather(): Promise<void> {
    const gathering = (this.#gathering ??= this.#begin());
    if (!gathering.isLookDue) {
      gathering.isLookDue = true;
      // An answer may lead to another question in this very moment, and others may come with it.
      wait(() => {
        gathering.isLookDue = false;
        this.#look(gathering);
      }, 0);
    }
    return gathering.over;
  }

  /** How long to hold results back until the next look; 0 when they are to be handed over. */
  #waitMs({ since }: Gathering): number {
    const { now, expectedMs, intervalMs } = this.options;
    const expected = expectedMs();
    const time = now();
    const leftMs = since + LONGEST_MS - time;
    // Nothing to wait for; or a message is about to leave, which takes along what is there, and nothing keeps it.
    if (expected === 0 || leftMs <= 0 || time < this.#messageAt) return 0;
    const untilNextMs = Math.max(DELAY_MS, this.#messageAt + intervalMs() - time);
    if (expected <= Math.min(leftMs, untilNextMs - DELAY_MS + intervalMs() + EXCHANGE_MS)) return expected;
    // Nobody can tell, but the client sends nothing before that. The timers of a hidden page are too slow to be in time for it.
    return isHidden() ? 0 : Math.min(leftMs, untilNextMs - DELAY_MS);
  }

  #begin(): Gathering {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { since: this.options.now(), over, end, isLookDue: false };
  }

  #look(gathering: Gathering): void {
    if (this.#gathering !== gathering) return;
    clearTimeout(gathering.timer);
    const waitMs = this.#waitMs(gathering);
    if (waitMs === 0) {
      this.#gathering = undefined;
      gathering.end();
      this.#note();
      return;
    }
    // Answers may be late, or of cells that were cancelled.
    const leftMs = gathering.since + LONGEST_MS - this.options.now();
    gathering.timer = setTimeout(
      () => {
        this.#look(gathering);
      },
      Math.min(waitMs + GRACE_MS, leftMs),
    );
  }

  #note(): void {
    const time = this.options.now();
    if (time >= this.#messageAt)
      this.#messageAt = Math.max(time + DELAY_MS, this.#messageAt + this.options.intervalMs());
  }
}
