import type { Asked, Call } from '../core/call';
import { Cancellation } from '../core/cancellation';
import type { Leaver } from '../core/cancellation';
import { RecentMap } from './recent-map';
import { cancelledError, closedError, previewError } from './service-error';

export interface FreshCacheOptions<Question, Value extends object> {
  readonly freshMs: number;
  /** So many answers are kept at least, and less than twice as many; the least recently used go first. */
  readonly mostAnswers: number;
  /** Answers a question that is not in the cache; stops when it is cancelled. It may let others go first where only polls wait. */
  readonly load: (question: Question, cancellation: Cancellation, isPoll: boolean) => Promise<Value>;
  /** Whether an answer is whole; one that is not reaches those who wait, but is not kept. */
  readonly isSound?: ((value: Value) => boolean) | undefined;
  readonly now: () => number;
}

interface Kept<Value> {
  readonly value: Value;
  readonly asked: Asked;
  readonly freshUntil: number;
}

/** An answer on its way, and how many cells wait for it. */
class Pending<Value> implements Leaver {
  readonly cancellation = new Cancellation();
  promise!: Promise<Value>;
  waiting = 0;

  constructor(readonly asked: Asked, private readonly abandon: () => void) {}

  leave(): void {
    this.waiting--;
    if (this.waiting === 0) this.abandon();
  }
}

/**
 * Answers that expire, bounded, shared while they are on their way. Failures are never kept. When every cell that waits
 * for an answer is cancelled, the work behind it stops.
 */
export class FreshCache<Question, Value extends object> {
  readonly #kept: RecentMap<string, Kept<Value>>;
  readonly #pending = new Map<string, Pending<Value>>();
  /** On their way still, but too old for a cell that came later: that is answered by another. */
  readonly #overtaken = new Set<Pending<Value>>();
  #isClosed = false;

  constructor(private readonly options: FreshCacheOptions<Question, Value>) {
    this.#kept = new RecentMap(options.mostAnswers);
  }

  /** The value at once when it is fresh, else a promise of it. Throws during a preview, which must fetch nothing. */
  read(key: string, question: Question, call: Call): Value | Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.options.now() < kept.freshUntil && call.isPoll !== true && counts(kept, call)) {
      noteAge(call, kept);
      return kept.value;
    }
    if (this.#isClosed) throw closedError();
    if (call.isPreview) throw previewError();
    const underWay = this.#pending.get(key);
    const pending = underWay !== undefined && counts(underWay, call) ? underWay : this.#start(key, question, call.isPoll ?? false);
    noteAge(call, pending);
    pending.waiting++;
    call.cancellation.add(pending);
    return pending.promise;
  }

  /** Lets the next read ask again. What is on its way still reaches those who wait. */
  forget(): void {
    this.#kept.clear();
  }

  /** Stops all work; those who wait, and those who come later, are told that the client was closed. */
  close(): void {
    this.#isClosed = true;
    this.#kept.clear();
    const pending = [...this.#pending.values(), ...this.#overtaken];
    this.#pending.clear();
    this.#overtaken.clear();
    for (const { cancellation } of pending) cancellation.cancel();
  }

  /** How many answers are still on their way. */
  get pendingCount(): number {
    return this.#pending.size + this.#overtaken.size;
  }

  #start(key: string, question: Question, isPoll: boolean): Pending<Value> {
    const before = this.#pending.get(key);
    if (before !== undefined) this.#overtaken.add(before);
    const { freshMs, now, isSound } = this.options;
    const pending = new Pending<Value>({ at: now() }, () => {
      if (this.#takeOut(key, pending)) pending.cancellation.cancel();
    });
    this.#pending.set(key, pending);
    pending.promise = this.#load(question, pending.cancellation, isPoll).then((value) => {
      const isNewest = this.#pending.get(key) === pending;
      if (!this.#takeOut(key, pending)) throw this.#stopped();
      if (isNewest && (isSound?.(value) ?? true)) this.#kept.set(key, { value, asked: pending.asked, freshUntil: now() + freshMs });
      return value;
    }, (error: unknown) => {
      throw this.#takeOut(key, pending) ? error : this.#stopped();
    });
    return pending;
  }

  /** False for one that was taken out before: nobody waits for it any more. */
  #takeOut(key: string, pending: Pending<Value>): boolean {
    return (this.#pending.get(key) === pending && this.#pending.delete(key)) || this.#overtaken.delete(pending);
  }

  /** A load that throws at once is a failure like any other. */
  async #load(question: Question, cancellation: Cancellation, isPoll: boolean): Promise<Value> {
    return this.options.load(question, cancellation, isPoll);
  }

  #stopped(): Error {
    return this.#isClosed ? closedError() : cancelledError();
  }
}

interface Answered {
  readonly asked: Asked;
}

/** Whether an answer is new enough for the call: what had been asked before the cell was refreshed is not. */
const counts = ({ asked }: Answered, { notBefore }: Call): boolean => notBefore === undefined || asked.at >= notBefore;

function noteAge(call: Call, { asked }: Answered): void {
  if (call.asked === undefined || asked.at < call.asked.at) call.asked = asked;
}
