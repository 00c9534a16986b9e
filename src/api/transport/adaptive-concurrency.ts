import { ServiceError } from '../service-error';
import type { Priority } from './concurrency-limit';
import type { Reply } from './http';

interface AdaptiveConcurrencyOptions {
  /** Concurrent requests at first: what browsers send to one host over HTTP/1.1. @default 6 */
  readonly initial?: number;
  /** @default 2 */
  readonly min?: number;
  /** @default 48 */
  readonly max?: number;
}

/** The latencies of one kind of request. */
interface Latency {
  /** When the service is idle, in ms. */
  baseline: number;
  /** Moving average, in ms. */
  recent: number;
  /** Milliseconds from one answer to the next while many requests are out; moving average. */
  pace: number;
}

interface LatencySample {
  /** Requests with comparable latencies, such as an operation with one page size. */
  readonly kind: string;
  readonly startedAt: number;
  readonly now: number;
  /** The number of concurrent requests when it started or when it ended, including itself: the larger one. */
  readonly outCount: number;
  /** Whether another request had to wait meanwhile; otherwise the limit was not tested. */
  readonly isBinding: boolean;
}

/** Ratios of recent latency to baseline: below the first the limit grows, above the second it shrinks. */
const [STEADY, SLOW] = [1.5, 2];
/** Timers and a busy page alone cause differences of this length. */
const JITTER_MS = 10;
const [WEIGHT_OF_REST, WEIGHT_OF_QUICKER, WEIGHT_OF_RECENT] = [0.2, 0.1, 0.25];
const AFTER_OVERLOAD = 0.7;
const MAX_STEP_DOWN = 0.5;

/** What last made the limit shrink. */
type Caution = 'none' | 'latency' | 'overload';

const FIRST_STEP = 0.5;
/** Of the limit. */
const MAX_REST = 0.25;

/**
 * How much an answer raises the limit. At first half the limit per round trip: doubling would need as many round trips
 * for 50 requests, and overshoot a service's limit further. After high latency, its square root; after refusals or
 * failures, one per eight round trips.
 */
const STEPS: Readonly<Record<Caution, (limit: number) => number>> = {
  none: () => FIRST_STEP,
  latency: (limit) => 1 / Math.sqrt(limit),
  overload: (limit) => 1 / (8 * limit),
};

/**
 * The number of concurrent requests, adapted in the way of TCP Vegas. It grows while the service answers as quickly as
 * when idle, and shrinks when latency rises, or when the service refuses, fails or times out. It has no clock: callers
 * pass every time.
 */
export class AdaptiveConcurrency {
  readonly #kinds = new Map<string, Latency>();
  readonly #initial: number;
  readonly #min: number;
  readonly #max: number;
  #limit: number;
  #last: Latency | undefined;
  #caution: Caution = 'none';
  /** Requests sent before this time say nothing about the current limit. */
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

  /**
   * How many more may be out if only a few would otherwise wait for a round trip of their own. The limit is about to
   * grow by as much anyway.
   */
  get spare(): number {
    const isGrowing = this.#caution === 'none' && this.limit > this.#initial;
    return isGrowing ? Math.floor(Math.min(this.#max - this.#limit, this.#limit * MAX_REST)) : 0;
  }

  /**
   * What answers have taken recently: those of this kind, or of the kind that was answered last if there was none;
   * undefined before the first answer.
   */
  latencyOf(kind = ''): Pick<Latency, 'recent' | 'pace'> | undefined {
    return this.#kinds.get(kind) ?? this.#last;
  }

  /** A request was answered. */
  answered({ kind, startedAt, now, outCount, isBinding }: LatencySample): void {
    const ms = now - startedAt;
    // A request alone says how long one takes, not how many could have been answered meanwhile.
    const pace = ms / Math.max(outCount, this.#limit);
    const latency = this.#kinds.get(kind) ?? { baseline: ms, recent: ms, pace };
    this.#kinds.set(kind, latency);
    this.#last = latency;
    latency.baseline += (ms - latency.baseline) * weightOf(ms < latency.baseline, outCount);
    latency.recent += (ms - latency.recent) * WEIGHT_OF_RECENT;
    latency.pace += (pace - latency.pace) * WEIGHT_OF_RECENT;
    const ratio = latency.recent / (latency.baseline + JITTER_MS);
    if (startedAt <= this.#shrunkAt) return;
    // Latencies vary anyway: they alone never reduce the limit below its initial value.
    if (ratio > SLOW && this.#limit > this.#initial) this.#shrinkForLatency(ratio, now);
    else if (ratio <= STEADY && isBinding) this.#grow();
  }

  /** Notes a request that was refused as one too many, failed in the service, or timed out. */
  overloaded(startedAt: number, now: number): void {
    if (startedAt > this.#shrunkAt) this.#shrink(Math.max(this.#min, this.#limit * AFTER_OVERLOAD), 'overload', now);
  }

  #grow(): void {
    this.#limit = Math.min(this.#max, this.#limit + STEPS[this.#caution](this.#limit));
  }

  #shrinkForLatency(ratio: number, now: number): void {
    const factor = Math.max(MAX_STEP_DOWN, STEADY / ratio);
    this.#shrink(Math.max(this.#initial, this.#limit * factor), 'latency', now);
  }

  #shrink(limit: number, caution: Caution, now: number): void {
    this.#limit = limit;
    this.#caution = caution;
    this.#shrunkAt = now;
  }
}

/**
 * How much an answer moves the baseline. A single request finds the service idle; concurrent ones may have waited for
 * each other.
 */
function weightOf(isQuicker: boolean, outCount: number): number {
  if (outCount === 1) return WEIGHT_OF_REST;
  return isQuicker ? WEIGHT_OF_QUICKER : 0;
}

/** A running request. */
export interface RunningRequest {
  /** Requests with comparable latencies have the same. */
  readonly kind: string;
  readonly startedAt: number;
  /** Whether it is one of several pages of an answer. */
  readonly isPaged: boolean;
  readonly priority: Priority;
}

/** A request that takes this many times the usual latency is late, and nobody knows how late. */
const LATE = 2;
const LATE_MS = 50;
/** Allowance for an answer that is already due. */
const DUE_MS = 10;

/** Knows which requests are running, reports each attempt's outcome to the concurrency limit, and foretells the last. */
export class RunningRequests {
  readonly #out = new Set<RunningRequest>();

  constructor(
    private readonly concurrency: Pick<AdaptiveConcurrency, 'answered' | 'overloaded' | 'latencyOf'>,
    private readonly now: () => number,
  ) {}

  /** @param isBinding whether another request has had to wait since this one began */
  async measure(
    request: Omit<RunningRequest, 'startedAt'>,
    isBinding: () => boolean,
    attempt: () => Promise<Reply>,
  ): Promise<Reply> {
    const startedAt = this.now();
    const one = { ...request, startedAt };
    this.#out.add(one);
    const outAtStart = this.#out.size;
    try {
      const reply = await attempt();
      const now = this.now();
      if (reply.status === 429 || reply.status >= 500) this.concurrency.overloaded(startedAt, now);
      else {
        const outCount = Math.max(outAtStart, this.#out.size);
        this.concurrency.answered({ kind: request.kind, startedAt, now, outCount, isBinding: isBinding() });
      }
      return reply;
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'timeout') this.concurrency.overloaded(startedAt, this.now());
      throw error;
    } finally {
      this.#out.delete(one);
    }
  }

  /**
   * Milliseconds until the last request of cells is expected to be answered; 0 if there are none, Infinity if it cannot
   * be told.
   *
   * @param count the number of running and waiting requests of cells
   */
  expectedMs(count: number): number {
    if (count === 0) return 0;
    let [expected, longest, slowest, outCount] = [0, 0, 0, 0];
    for (const { kind, startedAt, isPaged, priority } of this.#out) {
      if (priority === 'background') continue;
      const latency = this.concurrency.latencyOf(kind);
      const passed = this.now() - startedAt;
      // The number of following pages is not known.
      if (latency === undefined || isPaged || passed > latency.recent * LATE + LATE_MS) return Infinity;
      expected = Math.max(expected, latency.recent - passed, DUE_MS);
      longest = Math.max(longest, latency.recent);
      slowest = Math.max(slowest, latency.pace);
      outCount++;
    }
    const waiting = Math.max(0, count - outCount);
    if (waiting > 0 && outCount === 0) return Infinity;
    return waiting === 0 ? expected : waiting * slowest + longest;
  }
}
