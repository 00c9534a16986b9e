export interface AdaptiveConcurrencyOptions {
  /** Requests at once in the beginning: what a browser sends to one host over HTTP/1.1. @default 6 */
  readonly initial?: number;
  /** @default 2 */
  readonly min?: number;
  /** @default 48 */
  readonly max?: number;
}

/** What is known of requests of one kind. */
interface Latency {
  /** Of a service at rest, in ms. */
  baseline: number;
  /** Of late, in ms. */
  recent: number;
}

export interface Sample {
  /** Requests whose latencies can be compared, such as an operation with one size of page. */
  readonly kind: string;
  readonly startedAt: number;
  readonly now: number;
  /** How many requests were out when it started, itself included. */
  readonly outCount: number;
  /** Whether another request had to wait for a place meanwhile: else the limit was not tried. */
  readonly isBinding: boolean;
}

/** How many times the baseline the recent latency may be: below the first the limit grows, above the second it shrinks. */
const [STEADY, SLOW] = [1.5, 2];
/** Timers and a busy page alone make up for differences of this length. */
const JITTER_MS = 10;
const [WEIGHT_OF_REST, WEIGHT_OF_QUICKER, WEIGHT_OF_RECENT] = [0.2, 0.1, 0.25];
const AFTER_OVERLOAD = 0.7;
const LARGEST_STEP_DOWN = 0.5;

/** What made the limit shrink last. */
type Caution = 'none' | 'latency' | 'overload';

const FIRST_STEP = 0.5;

/**
 * What an answer adds to the limit. At first half of it in a round trip: doubling would need as many round trips for 50 requests, and
 * run further into a service's limit. Later its root; and one in eight round trips where the service refused or failed.
 */
const STEPS: Readonly<Record<Caution, (limit: number) => number>> = {
  none: () => FIRST_STEP,
  latency: (limit) => 1 / Math.sqrt(limit),
  overload: (limit) => 1 / (8 * limit),
};

/**
 * How many requests may be out at once, found by trying, in the way of TCP Vegas: the limit grows while the service answers as quickly
 * as it does at rest, and shrinks when latency grows, or when the service refuses, fails or does not answer in time. It has no
 * clock: callers pass every time.
 */
export class AdaptiveConcurrency {
  readonly #kinds = new Map<string, Latency>();
  readonly #initial: number;
  readonly #min: number;
  readonly #max: number;
  #limit: number;
  #last: Latency | undefined;
  #caution: Caution = 'none';
  /** What left before that says nothing about the limit of now. */
  #shrunkAt = -Infinity;

  constructor({ initial = 6, min = 2, max = 48 }: AdaptiveConcurrencyOptions = {}) {
    this.#initial = initial;
    this.#min = min;
    this.#max = max;
    this.#limit = initial;
  }

  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Recent milliseconds from request to answer; undefined for a kind that has not been answered yet. */
  latencyOf(kind: string): number | undefined {
    return this.#kinds.get(kind)?.recent;
  }

  /** The same of the kind that was answered last; 0 before the first answer. */
  get recentMs(): number {
    return this.#last?.recent ?? 0;
  }

  /** How many round trips so many requests take that wait for a place, if all goes on as it does. */
  roundTripsFor(count: number): number {
    const growth = this.#caution === 'none' ? 1 + FIRST_STEP : 1;
    let [left, limit, roundTrips] = [count, this.#limit, 0];
    for (; left > 0; roundTrips++) {
      limit = Math.min(this.#max, limit * growth);
      left -= Math.floor(limit);
    }
    return roundTrips;
  }

  /** A request was answered. */
  answered({ kind, startedAt, now, outCount, isBinding }: Sample): void {
    const ms = now - startedAt;
    const latency = this.#kinds.get(kind) ?? { baseline: ms, recent: ms };
    this.#kinds.set(kind, latency);
    this.#last = latency;
    latency.baseline += (ms - latency.baseline) * weightOf(ms < latency.baseline, outCount);
    latency.recent += (ms - latency.recent) * WEIGHT_OF_RECENT;
    const ratio = latency.recent / (latency.baseline + JITTER_MS);
    if (startedAt <= this.#shrunkAt) return;
    // Latencies vary by themselves too: they alone never lead to fewer requests than at first.
    if (ratio > SLOW && this.#limit > this.#initial) this.#shrinkForLatency(ratio, now);
    else if (ratio <= STEADY && isBinding) this.#grow();
  }

  /** A request was refused for being one too many, failed in the service, or was not answered in time. */
  overloaded(startedAt: number, now: number): void {
    if (startedAt > this.#shrunkAt) this.#shrink(Math.max(this.#min, this.#limit * AFTER_OVERLOAD), 'overload', now);
  }

  #grow(): void {
    this.#limit = Math.min(this.#max, this.#limit + STEPS[this.#caution](this.#limit));
  }

  #shrinkForLatency(ratio: number, now: number): void {
    const factor = Math.max(LARGEST_STEP_DOWN, STEADY / ratio);
    this.#shrink(Math.max(this.#initial, this.#limit * factor), 'latency', now);
  }

  #shrink(limit: number, caution: Caution, now: number): void {
    this.#limit = limit;
    this.#caution = caution;
    this.#shrunkAt = now;
  }
}

/** How far an answer moves the baseline. A request that is out alone finds the service at rest; others may have waited for one another. */
function weightOf(isQuicker: boolean, outCount: number): number {
  if (outCount === 1) return WEIGHT_OF_REST;
  return isQuicker ? WEIGHT_OF_QUICKER : 0;
}
