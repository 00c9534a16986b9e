import { ServiceError } from '../service-error';
import { type Next, type Outgoing, type Policy, PRIORITIES, type Priority, type Reply } from './policy';

/**
 * Lets a limited number of requests be out at a time. The others wait in the order of their priorities. The background
 * uses at least one slot and at most half of the capacity, so that the foreground always has some. A request keeps its
 * slot until it is over, so that refused requests go first when a pause ends.
 */
export class ConcurrencyLimit implements Policy {
  readonly #queue = new WaitQueue<void>();
  #runningCount = 0;
  #backgroundCount = 0;
  /** How often a request has had to wait. */
  #waitCount = 0;

  constructor(private readonly capacity: Pick<RunningRequests, 'limit' | 'spare'>) {}

  async sendRequest(request: Outgoing, next: Next): Promise<Reply> {
    const { priority, signal } = request;
    if (this.#hasCapacityFor(priority)) this.#count(priority, 1);
    else {
      this.#waitCount++;
      // In a microtask: the rest of the batch queues first.
      queueMicrotask(() => this.#runLast());
      await this.#queue.wait(signal, { priority });
    }
    try {
      return await next(request);
    } finally {
      this.#count(priority, -1);
      this.runWaiting();
    }
  }

  /** Returns a function that tells whether another request waits for a slot, or has waited since this call. */
  watchWaiting(): () => boolean {
    const [waitsBefore, isWaiting] = [this.#waitCount, this.#queue.size > 0];
    return () => isWaiting || this.#waitCount > waitsBefore;
  }

  /** The number of running and waiting requests that a user waits for. */
  get foregroundCount(): number {
    return this.#runningCount - this.#backgroundCount + this.#queue.size - this.#queue.sizeOf('background');
  }

  dropWaiting(error: Error): void {
    this.#queue.rejectAll(error);
  }

  #hasCapacityFor(priority: Priority): boolean {
    const limit = this.capacity.limit;
    return (
      this.#runningCount < limit &&
      (priority !== 'background' || this.#backgroundCount < Math.max(1, Math.floor(limit / 2)))
    );
  }

  /**
   * Starts as many requests as the capacity allows: it may also have grown by itself. Capacity counts as used when it is
   * assigned, not when its request leaves.
   */
  runWaiting(): void {
    for (const priority of PRIORITIES) {
      while (this.#hasCapacityFor(priority) && this.#queue.releaseNext(undefined, priority)) this.#count(priority, 1);
    }
    this.#runLast();
  }

  /** If only a few foreground requests are left, they need not wait for the others. */
  #runLast(): void {
    if (this.foregroundCount + this.#backgroundCount > this.capacity.limit + this.capacity.spare) return;
    for (const priority of ['follow-up', 'foreground'] as const) {
      while (this.#queue.releaseNext(undefined, priority)) this.#count(priority, 1);
    }
  }

  #count(priority: Priority, change: number): void {
    this.#runningCount += change;
    if (priority === 'background') this.#backgroundCount += change;
  }
}

interface Waiter<T> {
  release(value: T): void;
  reject(error: Error): void;
}

interface WaitOptions {
  /** @default 'foreground' */
  readonly priority?: Priority;
  /** Called when a waiter is cancelled before its turn. */
  readonly onLeave?: () => void;
}

/** Waiters for a turn: by priority, then first come, first served. A cancelled waiter leaves the queue at once. */
export class WaitQueue<T> {
  readonly #waiting = new Map(PRIORITIES.map((priority) => [priority, new Set<Waiter<T>>()]));

  get size(): number {
    return PRIORITIES.reduce((sum, priority) => sum + this.sizeOf(priority), 0);
  }

  sizeOf(priority: Priority): number {
    return this.#waiting.get(priority)!.size;
  }

  /** Waits for a turn; rejects with the signal's reason if it aborts first. */
  wait(signal: AbortSignal, { priority = 'foreground', onLeave }: WaitOptions = {}): Promise<T> {
    const queue = this.#waiting.get(priority)!;
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const end = (): void => {
        signal.removeEventListener('abort', leave);
        queue.delete(waiting);
      };
      const leave = (): void => {
        end();
        reject(signal.reason as Error);
        onLeave?.();
      };
      const waiting: Waiter<T> = {
        release(value) {
          end();
          resolve(value);
        },
        reject(error) {
          end();
          reject(error);
        },
      };
      queue.add(waiting);
      signal.addEventListener('abort', leave);
    });
  }

  /** Releases the first waiter of a priority; returns false if nobody waits. */
  releaseNext(value: T, priority: Priority = 'foreground'): boolean {
    const [first] = this.#waiting.get(priority)!;
    first?.release(value);
    return first !== undefined;
  }

  /** Rejects all current waiters. */
  rejectAll(error: Error): void {
    for (const queue of this.#waiting.values()) for (const waiting of queue) waiting.reject(error);
  }
}

/** Concurrent requests: at first, as browsers send to one host over HTTP/1.1; at least, after refusals; at most. */
const [FIRST, LEAST, MOST] = [6, 2, 48];

interface AdaptiveConcurrencyOptions {
  /** Whether the requests are those of many users: each operation may use as many as a single browser would. */
  readonly isShared?: boolean | undefined;
  /** What the limit never exceeds. @default nothing */
  readonly atMost?: number | undefined;
  /** Begins with what is in it, and keeps it up to date. @default nothing is known */
  readonly learned?: Learned | undefined;
}

/** What the add-in has learned about a service, for later sessions. */
export interface Learned {
  /**
   * The largest number of concurrent requests that it answered quickly; 0 once it refused one, so that the next session
   * begins as with an unknown service.
   */
  atOnce?: number;
  /** The day on which it was kept: 2026-11-27. */
  readonly on?: string;
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
  /** Whether its sender holds other requests back, as a gateway does. @default false */
  readonly isHolding?: boolean;
}

/** Ratios of recent latency to baseline: below the first the limit grows, above the second it shrinks. */
const [STEADY, SLOW] = [1.5, 2];
/** Timers and a busy page alone cause differences of this length. */
const JITTER_MS = 10;
/** A page handles answers one after the other: each that comes beside others may wait this much longer for its turn. */
const HANDLING_MS = 2;
const [WEIGHT_OF_REST, WEIGHT_OF_QUICKER, WEIGHT_OF_FEW, WEIGHT_OF_RECENT] = [0.2, 0.1, 0.05, 0.25];
const AFTER_OVERLOAD = 0.7;
const MAX_STEP_DOWN = 0.5;

/** The reason why the limit shrank last. */
type Caution = 'none' | 'latency' | 'overload';

const FIRST_STEP = 0.5;
/** The multiple of what the usual rate needs: with exactly that, a queue would never become shorter. */
const ROOM = 1.25;
/** The service may have lowered its limits since then, so the remembered number is capped. */
const MOST_REMEMBERED = 25;
/** The part of the limit that may be sent in addition if nothing else is left. */
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
 * when idle. It shrinks when latency rises, or when the service refuses, fails or times out. A service may become
 * slower for good. Then its usual number of requests a second may still leave, although each is out for longer. The
 * latency of few requests becomes that of an idle service. It has no clock: callers pass every time.
 */
export class AdaptiveConcurrency {
  readonly #kinds = new Map<string, Latency>();
  readonly #initial: number;
  readonly #min: number;
  readonly #max: number;
  /** How many times the usual rate may be out. */
  readonly #share: number;
  readonly #learned: Learned;
  #limit: number;
  /**
   * How many may be out from the start, as earlier sessions have shown. It is 0 once more are wanted, or once the
   * service is slower or refuses. Then the limit is that of an unknown service: none is pressed harder.
   */
  #remembered: number;
  /** How many requests the usual rate needs at the recent latency. */
  #needed = 0;
  readonly #rate = new UsualRate();
  #last: Latency | undefined;
  #caution: Caution = 'none';
  /** Whether requests have failed though hardly any were out. */
  #failsAnyway = false;
  /** Requests sent before this time say nothing about the current limit. */
  #shrunkAt = -Infinity;

  constructor({ isShared, atMost = Infinity, learned = {} }: AdaptiveConcurrencyOptions = {}) {
    this.#share = isShared ? 2 : 1;
    this.#initial = Math.min(FIRST * this.#share, atMost);
    this.#min = Math.min(LEAST, atMost);
    this.#max = Math.min(MOST * this.#share, atMost);
    this.#learned = learned;
    this.#remembered = Math.min(this.#max, MOST_REMEMBERED, Number(learned.atOnce) || 0);
    this.#limit = this.#initial;
  }

  get limit(): number {
    return Math.floor(Math.max(this.#limit, this.#remembered, this.#needed));
  }

  /**
   * How many more requests may run if otherwise only a few would need another round trip. The limit is about to grow by
   * as much anyway.
   */
  get spare(): number {
    const isGrowing = this.#caution === 'none' && this.limit > Math.max(this.#initial, this.#remembered);
    return isGrowing ? Math.floor(Math.min(this.#max - this.#limit, this.#limit * MAX_REST)) : 0;
  }

  /**
   * Recent latency of this kind of request, or, if it had no answer, of the kind that was answered last; undefined
   * before the first answer.
   */
  latencyOf(kind = ''): Pick<Latency, 'recent' | 'pace'> | undefined {
    return this.#kinds.get(kind) ?? this.#last;
  }

  /** A request was answered. */
  answered({ kind, startedAt, now, outCount, isBinding, isHolding }: LatencySample): void {
    const ms = now - startedAt;
    // A single request shows the latency, not how many requests the service could answer at the same time.
    const pace = ms / Math.max(outCount, this.#limit, this.#remembered);
    const latency = this.#kinds.get(kind) ?? { baseline: ms, recent: ms, pace };
    this.#kinds.set(kind, latency);
    this.#last = latency;
    const few = Math.max(this.#initial, this.#needed);
    latency.baseline += (ms - latency.baseline) * weightOf(ms < latency.baseline, outCount, few);
    latency.recent += (ms - latency.recent) * WEIGHT_OF_RECENT;
    latency.pace += (pace - latency.pace) * WEIGHT_OF_RECENT;
    this.#rate.noteAnswer(startedAt, isBinding);
    this.#needed =
      this.#caution === 'overload' ? 0 : Math.min(this.#max, ROOM * this.#share * this.#rate.perMs * latency.recent);
    const atRest = latency.baseline + JITTER_MS;
    const ratio = latency.recent / atRest;
    const { atOnce = 0 } = this.#learned;
    // Answers that have only waited for each other in a busy page are no reason to begin with fewer the next day.
    if (latency.recent > SLOW * (atRest + HANDLING_MS * atOnce)) this.#learned.atOnce = Math.min(atOnce, this.limit);
    if (startedAt <= this.#shrunkAt) return;
    if (ratio > SLOW && this.#most > this.#initial)
      this.#shrinkForLatency(Math.max(MAX_STEP_DOWN, STEADY / ratio), now);
    else if (ratio <= STEADY) {
      if (outCount > atOnce && this.#caution !== 'overload') this.#learned.atOnce = outCount;
      if (isBinding || isHolding) this.#grow();
    }
  }

  /**
   * Notes a request that was refused as one too many, failed in the service, or timed out.
   * @param outCount given if what was asked may be the reason. Once a request fails with hardly any others out, such
   * failures count only as high latency: one bad name does not slow all others down. @default too many requests are the
   * reason
   */
  overloaded(startedAt: number, now: number, outCount?: number): void {
    const isProof = outCount !== undefined && outCount <= LEAST;
    if (startedAt <= this.#shrunkAt && !isProof) return;
    this.#failsAnyway = isProof || (this.#failsAnyway && outCount !== undefined);
    if (this.#failsAnyway) {
      this.#shrinkForLatency(AFTER_OVERLOAD, now);
      return;
    }
    this.#learned.atOnce = 0;
    this.#shrink(Math.max(this.#min, this.#limit * AFTER_OVERLOAD), 'overload', now);
  }

  get #most(): number {
    return Math.max(this.#limit, this.#remembered);
  }

  /** Latencies vary anyway: they alone never reduce the limit below its initial value. */
  #shrinkForLatency(factor: number, now: number): void {
    this.#shrink(Math.max(this.#initial, this.#most * factor), 'latency', now);
  }

  #grow(): void {
    this.#remembered = 0;
    this.#limit = Math.min(this.#max, this.#limit + STEPS[this.#caution](this.#limit));
  }

  #shrink(limit: number, caution: Caution, now: number): void {
    if (caution === 'overload') this.#needed = 0;
    this.#limit = limit;
    this.#remembered = 0;
    this.#caution = caution;
    this.#shrunkAt = now;
  }
}

/**
 * How much an answer moves the baseline. A single request finds the service idle; concurrent ones may have waited for
 * each other, but of a few there are never less.
 */
function weightOf(isQuicker: boolean, outCount: number, few: number): number {
  if (outCount === 1) return WEIGHT_OF_REST;
  if (isQuicker) return WEIGHT_OF_QUICKER;
  return outCount <= few ? WEIGHT_OF_FEW : 0;
}

/** Periods in which requests are counted, and how many of them are remembered. */
const [PERIOD_MS, PERIODS] = [10_000, 6];

/** The usual number of requests: the most in a recent period in which none had to wait. */
class UsualRate {
  readonly #counts = new Map<number, number>();

  get perMs(): number {
    return Math.max(0, ...this.#counts.values()) / PERIOD_MS;
  }

  /** @param hadToWait whether more requests were wanted than were running */
  noteAnswer(startedAt: number, hadToWait: boolean): void {
    const period = Math.floor(startedAt / PERIOD_MS);
    this.#counts.set(period, hadToWait ? -Infinity : (this.#counts.get(period) ?? 0) + 1);
    for (const one of this.#counts.keys()) if (one <= period - PERIODS) this.#counts.delete(one);
  }
}

/** A request that takes this many times the usual latency is late, and nobody knows how late. */
const LATE = 2;
const LATE_MS = 50;
/** Allowance for an answer that is already due. */
const DUE_MS = 10;

/** A request that takes this many times the usual latency, and this long, frees its slot: it may never end. */
const STUCK = 5;
const STUCK_MS = 1_000;

interface RunningRequest {
  readonly request: Pick<Outgoing, 'kind' | 'isPaged' | 'priority'>;
  readonly startedAt: number;
}

interface RunningOptions {
  readonly concurrency: Pick<AdaptiveConcurrency, 'answered' | 'overloaded' | 'latencyOf' | 'limit' | 'spare'>;
  readonly now: () => number;
  /** Called when a request may have got stuck. */
  readonly onStuck?: () => void;
  /** Returns whether another request has had to wait meanwhile. */
  readonly watchWaiting: () => () => boolean;
  /** How many may run in any case. @default any number */
  readonly atMost?: number | undefined;
}

/** Tracks running requests, decides how many may start, reports each outcome, and predicts when the last one ends. */
export class RunningRequests implements Policy {
  readonly #out = new Set<RunningRequest>();

  constructor(private readonly options: RunningOptions) {}

  /** How many may run now. Stuck requests free their slots, until twice the usual number are out. */
  get limit(): number {
    const { limit } = this.options.concurrency;
    const now = this.options.now();
    let stuckCount = 0;
    for (const { request, startedAt } of this.#out)
      if (now - startedAt >= this.#stuckAfterMs(request.kind)) stuckCount++;
    return Math.min(this.options.atMost ?? Infinity, limit + Math.min(limit, stuckCount));
  }

  get spare(): number {
    return this.options.concurrency.spare;
  }

  /** Infinity before anything has been answered. */
  #stuckAfterMs(kind: string): number {
    return Math.max(STUCK_MS, (this.options.concurrency.latencyOf(kind)?.recent ?? Infinity) * STUCK);
  }

  async sendRequest(request: Outgoing, next: Next): Promise<Reply> {
    const { concurrency, now, onStuck, watchWaiting } = this.options;
    const { kind } = request;
    const [startedAt, isBinding, stuckAfterMs] = [now(), watchWaiting(), this.#stuckAfterMs(kind)];
    const one = { request, startedAt };
    this.#out.add(one);
    const outAtStart = this.#out.size;
    const timer = onStuck && stuckAfterMs < Infinity ? setTimeout(onStuck, stuckAfterMs) : undefined;
    try {
      const reply = await next(request);
      const outCount = Math.max(outAtStart, this.#out.size);
      const { status } = reply;
      if (status === 429 || status >= 500)
        concurrency.overloaded(startedAt, now(), request.isUncounted && status === 500 ? outCount : undefined);
      else {
        const isHolding = request.holdsOthersBack?.() === true;
        concurrency.answered({ kind, startedAt, now: now(), outCount, isBinding: isBinding(), isHolding });
      }
      return reply;
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'timeout') concurrency.overloaded(startedAt, now());
      throw error;
    } finally {
      clearTimeout(timer);
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
    let [expected, longest, slowest, outCount] = [0, 0, 0, 0];
    for (const { request, startedAt } of this.#out) {
      if (request.priority === 'background') continue;
      const latency = this.options.concurrency.latencyOf(request.kind);
      const passed = this.options.now() - startedAt;
      // The number of following pages is not known.
      if (latency === undefined || request.isPaged || passed > latency.recent * LATE + LATE_MS) return Infinity;
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
