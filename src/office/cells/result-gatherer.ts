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

interface Gathering {
  readonly since: number;
  readonly over: Promise<void>;
  readonly end: () => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Gathers the results of one recalculation into one message to Excel. Its client sends the first results after a moment, and then
 * nothing for a much longer one: results that are a little later than the first wait for that. So results are held back while all that
 * is on its way is expected sooner than the next message could leave, and are handed over together. Where that cannot be told, or
 * takes longer, what is there is handed over at once. Results that were at hand are never held.
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

  /** For a result that had to wait: undefined when it is to be handed over at once, else a promise of the moment when it is. */
  gather(): Promise<void> | undefined {
    if (this.#waitMs() === 0) {
      this.#end();
      this.#note();
      return undefined;
    }
    this.#gathering ??= this.#begin();
    return this.#gathering.over;
  }

  /** How long to hold results back; 0 when they are to be handed over. */
  #waitMs(): number {
    const { now, expectedMs, intervalMs } = this.options;
    const expected = expectedMs();
    // Nothing to wait for, or nobody knows how long.
    if (expected === 0 || expected === Infinity) return 0;
    const time = now();
    // A message is about to leave: it takes along what is there, and nothing keeps it.
    if (time < this.#messageAt) return 0;
    const leftMs = this.#gathering === undefined ? LONGEST_MS : this.#gathering.since + LONGEST_MS - time;
    const nextAt = Math.max(time + DELAY_MS, this.#messageAt + intervalMs());
    const isSeenLater = time + expected > nextAt;
    const isSeenBeforeTheNext = time + expected + DELAY_MS < nextAt + intervalMs();
    return isSeenLater && isSeenBeforeTheNext && expected <= leftMs ? expected : 0;
  }

  #begin(): Gathering {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const gathering: Gathering = { since: this.options.now(), over, end, timer: undefined };
    this.#gathering = gathering;
    this.#look(gathering);
    return gathering;
  }

  /** Looks again when everything should be there: answers may be late, or of cells that were cancelled. */
  #look(gathering: Gathering): void {
    const waitMs = this.#waitMs();
    if (waitMs === 0) {
      this.#end();
      this.#note();
      return;
    }
    const leftMs = gathering.since + LONGEST_MS - this.options.now();
    gathering.timer = setTimeout(
      () => {
        this.#look(gathering);
      },
      Math.max(1, Math.min(waitMs + GRACE_MS, leftMs)),
    );
  }

  #end(): void {
    clearTimeout(this.#gathering?.timer);
    this.#gathering?.end();
    this.#gathering = undefined;
  }

  #note(): void {
    const time = this.options.now();
    if (time >= this.#messageAt)
      this.#messageAt = Math.max(time + DELAY_MS, this.#messageAt + this.options.intervalMs());
  }
}
