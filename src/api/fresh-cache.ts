import { LRUCache } from 'lru-cache';
import type { Call } from '../core/call';
import type { Leaver } from '../core/cancellation';
import type { ServiceError } from './service-error';
import { cancelledError, closedError, previewError } from './service-error';

export interface FreshCacheOptions<Question, Value extends object> {
  readonly freshMs: number;
  /** About how many cells a value fills: what the bound counts. */
  readonly weigh: (value: Value) => number;
  readonly mostCells: number;
  /** Answers a question that is not in the cache; stops when the signal says so. */
  readonly load: (question: Question, signal: AbortSignal) => Promise<Value>;
  readonly now: () => number;
}

/** An answer on its way, and how many cells wait for it. */
class Pending<Value> implements Leaver {
  promise!: Promise<Value>;
  waiting = 0;

  constructor(private readonly abandon: (pending: Pending<Value>) => void) {}

  leave(): void {
    this.waiting--;
    if (this.waiting === 0) this.abandon(this);
  }
}

/**
 * Answers that expire, bounded, shared while they are on their way. Failures are never kept. When every cell that waits
 * for an answer is cancelled, the work behind it stops.
 */
export class FreshCache<Question, Value extends object> {
  readonly #lru: LRUCache<string, Value>;
  #isClosed = false;
  readonly #pending = new Map<string, Pending<Value>>();

  constructor({ freshMs, weigh, mostCells, load, now }: FreshCacheOptions<Question, Value>) {
    this.#lru = new LRUCache<string, Value>({
      ttl: freshMs,
      ttlResolution: 0,
      perf: { now },
      maxSize: mostCells,
      sizeCalculation: (value) => Math.max(1, weigh(value)),
      fetchMethod: (_key, _stale, { signal, context }) => load(context as Question, signal),
    });
  }

  /** The value at once when it is fresh, else a promise of it. Throws during a preview, which must fetch nothing. */
  read(key: string, question: Question, call: Call): Value | Promise<Value> {
    const fresh = this.#lru.get(key);
    if (fresh !== undefined) return fresh;
    if (this.#isClosed) throw closedError();
    if (call.isPreview) throw previewError();
    const pending = this.#pending.get(key) ?? this.#start(key, question);
    pending.waiting++;
    call.cancellation.add(pending);
    return pending.promise;
  }

  /** Forgets one answer, or all, so that the next read asks again. What is on its way still reaches those who wait. */
  forget(key?: string): void {
    for (const name of key === undefined ? [...this.#lru.keys()] : [key]) {
      if (!this.#pending.has(name)) this.#lru.delete(name);
    }
  }

  /** Stops all work; those who wait, and those who come later, are told that the client was closed. */
  close(): void {
    this.#isClosed = true;
    this.#pending.clear();
    this.#lru.clear();
  }

  /** How many answers are still on their way. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  #start(key: string, question: Question): Pending<Value> {
    const pending = new Pending<Value>(() => {
      if (finish()) this.#lru.delete(key);
    });
    const finish = (): boolean => this.#pending.get(key) === pending && this.#pending.delete(key);
    const stopped = (): ServiceError => (this.#isClosed ? closedError() : cancelledError());
    pending.promise = this.#lru.fetch(key, { context: question }).then((value) => {
      if (!finish() || value === undefined) throw stopped();
      return value;
    }, (error: unknown) => {
      throw finish() ? error : stopped();
    });
    this.#pending.set(key, pending);
    return pending;
  }
}
