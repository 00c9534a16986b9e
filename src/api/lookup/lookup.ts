import {
  type Call,
  type CallTrace,
  type KeptAnswer,
  type RequestRecord,
  type RequestTime,
  Cancellation,
  type CancelListener,
} from '../../core/call';
import { cancelledError, closedError, previewError } from '../service-error';
import type { Spending } from '../spending';
import type { Transport } from '../transport/transport';
import { Batcher, type BatchWindow, PendingQuestion } from './batch';
import { type MaybePromise, RecentMap } from '../../core/basics';

export interface LookupKind<Question, Value extends object> {
  readonly keyOf: (question: Question) => string;
  readonly freshSeconds: number;
  /** Used instead of `freshSeconds`, if it can change while the client lives. */
  readonly freshMs?: () => number;
  readonly maxAnswers: number;
  /** Whether an answer is complete and may be cached. @default every answer is */
  readonly isComplete?: (value: Value) => boolean;
  /**
   * Sends the questions of one batch in as few requests as possible. Returns one promise per question, in the same
   * order.
   */
  readonly ask: (questions: readonly PendingQuestion<Question>[]) => readonly Promise<Value>[];
}

/** What all lookups of a client share. */
export interface LookupContext {
  readonly batchWindow: BatchWindow;
  readonly observer: ClientObserver;
  readonly now: () => number;
  /**
   * The call accepts only answers requested since this time (in ms); undefined if any fresh answer will do, ANY_AGE if
   * it wants the answer that is there already.
   */
  readonly notBefore: (call: Call) => number | undefined;
  /** Decides whether what needs many requests may be sent. @default everything may */
  readonly spending?: Spending | undefined;
  /** The store that keeps final answers for later sessions. @default none */
  readonly archive?: (() => Promise<Archive | undefined>) | undefined;
  /** How long a quote stays fresh, in ms; Infinity: until it is refreshed. */
  readonly quotesFreshMs: () => number;
}

/** A lookup of any kind. */
export type AnyLookup = Pick<Lookup<never, never>, 'close' | 'pendingCount'>;

/** Creates a lookup; every client has one of each kind. */
export type CreateLookup<L extends AnyLookup> = (transport: Transport, context: LookupContext) => L;

/** A client, as far as code that it loads itself may know it. */
export interface LookupHolder {
  lookup<L extends AnyLookup>(key: string, create: CreateLookup<L>): L;
}

/**
 * A question's way from a cell to the requests of its recalculation. Answers are cached until they expire, limited in
 * number; pending ones are shared; all other questions leave in a batch. Failures are never kept. When every cell that
 * waits for an answer is cancelled, its request is aborted, unless another asks for it a moment later.
 */
export class Lookup<Question, Value extends object> {
  readonly #kept: RecentMap<string, KeptAnswer<Value>>;
  readonly #answers: SharedAnswers<KeptAnswer<Value>, Pending<Question, Value>>;
  readonly #batcher: Batcher<Question, Value>;
  #isClosed = false;

  constructor(
    private readonly kind: LookupKind<Question, Value>,
    private readonly context: LookupContext,
  ) {
    const freshMs = kind.freshMs ?? (() => kind.freshSeconds * 1000);
    this.#kept = new RecentMap(kind.maxAnswers);
    this.#answers = new SharedAnswers(context.now, ({ newAt }) => newAt + freshMs());
    this.#batcher = new Batcher(kind.ask, context);
  }

  /**
   * The answer at once if it is fresh, otherwise a promise of it. Throws once the client is closed, and if a request
   * were needed during a preview, or for a call that wants an answer of any age.
   */
  read(question: Question, call: Call): MaybePromise<Value> {
    const { observer, batchWindow } = this.context;
    batchWindow.arrive();
    observer.lookups++;
    const key = this.kind.keyOf(question);
    const notBefore = this.context.notBefore(call);
    const found = this.#answers.find(key, call.isPoll ? undefined : this.#kept.get(key), notBefore);
    if (found !== undefined && !(found instanceof Pending)) {
      observer.hits++;
      noteAge(call.trace, found);
      call.trace?.onKept?.(key, found);
      return found.value;
    }
    if (this.#isClosed) throw closedError();
    if (call.isPreview || (found === undefined && notBefore === ANY_AGE)) throw previewError();
    return (found ?? this.#ask(key, question, call, notBefore)).waitFor(call);
  }

  /** Aborts all work. Waiting and later reads fail because the client was closed. */
  close(): void {
    this.#isClosed = true;
    this.#kept.clear();
    for (const { question } of this.#answers.endAll()) question.cancellation.cancel();
  }

  /** The number of pending answers. */
  get pendingCount(): number {
    return this.#answers.pendingCount;
  }

  #ask(key: string, what: Question, call: Call, notBefore: number | undefined): Pending<Question, Value> {
    // A gateway may have an older answer in its cache, so it is told that none will do.
    const maxAgeMs = notBefore === undefined ? call.maxAgeMs : 0;
    const question = new PendingQuestion(what, new Cancellation(), call.isPoll, maxAgeMs);
    const pending = new Pending<Question, Value>(key, this.context.now(), question, () => {
      question.leave(() => {
        if (pending.isAbandoned && this.#answers.end(pending)) question.cancellation.cancel();
      });
    });
    this.#answers.begin(pending);
    this.#batcher.load(question).then(
      (value) => {
        this.#arrived(pending, value);
      },
      (error: unknown) => {
        pending.reject(this.#answers.end(pending) ? error : this.#stopped());
      },
    );
    return pending;
  }

  #arrived(pending: Pending<Question, Value>, value: Value): void {
    const { key, question, askedAt } = pending;
    const { requested } = question;
    const ageMs = requested.request?.ageMs ?? 0;
    requested.at -= ageMs;
    const isNewest = this.#answers.pending(key) === pending;
    if (!this.#answers.end(pending)) {
      pending.reject(this.#stopped());
      return;
    }
    if (isNewest && (this.kind.isComplete?.(value) ?? true))
      this.#kept.set(key, { value, requested, askedAt, newAt: this.context.now() - ageMs });
    pending.resolve(value);
  }

  #stopped(): Error {
    return this.#isClosed ? closedError() : cancelledError();
  }
}

/** A time before all others: whoever accepts answers since then takes an old one, and asks for nothing. */
export const ANY_AGE = -Infinity;

interface DatedAnswer {
  /** When it was requested, in ms. */
  readonly askedAt: number;
}

/**
 * Fresh, or pending, or asked once: how an answer is found that many want. Where answers are kept, and how they are
 * asked for, is the owner's business.
 */
export class SharedAnswers<K extends DatedAnswer, P extends Pick<PendingAnswer<never>, 'key' | 'askedAt'>> {
  readonly #pending = new Map<string, P>();
  /** Still pending, but too old for a later reader, for whom another was begun. */
  readonly #overtaken = new Set<P>();

  /**
   * @param freshUntil is asked at every read, so that a change affects kept answers too
   * @param isFinal whether an answer does as long as it is fresh, even if a later one is wanted. @default none does
   */
  constructor(
    private readonly now: () => number,
    private readonly freshUntil: (kept: K) => number,
    private readonly isFinal?: (kept: K) => boolean,
  ) {}

  /**
   * The kept answer if it is fresh, otherwise the pending one; undefined if it must be asked for.
   *
   * @param notBefore only answers requested since then count, in ms; undefined for every fresh one
   */
  find(key: string, kept: K | undefined, notBefore: number | undefined): K | P | undefined {
    const since = notBefore ?? ANY_AGE;
    if (
      kept &&
      (notBefore === ANY_AGE || this.now() < this.freshUntil(kept)) &&
      (kept.askedAt >= since || this.isFinal?.(kept))
    )
      return kept;
    const pending = this.#pending.get(key);
    return pending && pending.askedAt >= since ? pending : undefined;
  }

  /** Shares an answer that is being asked for, until it ends. */
  begin(pending: P): void {
    const before = this.#pending.get(pending.key);
    if (before !== undefined) this.#overtaken.add(before);
    this.#pending.set(pending.key, pending);
  }

  /** The one under way for a key: the newest. */
  pending(key: string): P | undefined {
    return this.#pending.get(key);
  }

  /** Stops sharing it. False if it had ended before. */
  end(pending: P): boolean {
    return (
      (this.#pending.get(pending.key) === pending && this.#pending.delete(pending.key)) ||
      this.#overtaken.delete(pending)
    );
  }

  /** Ends all, and returns them. */
  endAll(): readonly P[] {
    const all = [...this.#pending.values(), ...this.#overtaken];
    this.#pending.clear();
    this.#overtaken.clear();
    return all;
  }

  get pendingCount(): number {
    return this.#pending.size + this.#overtaken.size;
  }
}

/** An answer that is on its way, and how many wait for it. Abandoned when all of them have been cancelled. */
export class PendingAnswer<Value> implements CancelListener {
  readonly promise: Promise<Value>;
  resolve!: (value: Value | Promise<Value>) => void;
  reject!: (error: unknown) => void;
  #waiting = 0;

  constructor(
    readonly key: string,
    /** When it was requested, in ms: what comes is no older. Infinity while that is still to happen. */
    public askedAt: number,
    private readonly onAbandoned: () => void,
  ) {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Perhaps nobody waits for it any more.
    this.promise.catch(() => undefined);
  }

  /** @param cancellation of whoever waits; undefined for one who never leaves */
  join(cancellation: Cancellation | undefined): void {
    this.#waiting++;
    cancellation?.add(this);
  }

  get isAbandoned(): boolean {
    return this.#waiting === 0;
  }

  onCancel(): void {
    this.#waiting--;
    if (this.#waiting === 0) this.onAbandoned();
  }
}

class Pending<Question, Value> extends PendingAnswer<Value> {
  constructor(
    key: string,
    askedAt: number,
    readonly question: PendingQuestion<Question>,
    onAbandoned: () => void,
  ) {
    super(key, askedAt, onAbandoned);
    question.requested.at = askedAt;
  }

  waitFor(call: Call): Promise<Value> {
    noteAge(call.trace, this.question);
    this.question.callers.push(call);
    this.question.resume();
    this.join(call.cancellation);
    return this.promise;
  }
}

function noteAge(trace: CallTrace | undefined, { requested }: { readonly requested: RequestTime }): void {
  if (trace !== undefined && (trace.oldest === undefined || requested.at < trace.oldest.at)) trace.oldest = requested;
}

/** Told about the client's work. The counts are plain fields because they rise with every cell. */
export interface ClientObserver {
  lookups: number;
  hits: number;
  /** Different questions that were not in the cache and went to the service. */
  questions: number;
  onRequest(record: RequestRecord): void;
  /** Called with what belongs in no cell. */
  note?(at: number, text: string): void;
  /** Called when a reading begins. */
  onReading?(reading: LongRead): LongReadProgress;
}

/** An answer that takes many requests. */
export interface LongRead {
  /** Such as the symbol. */
  readonly what: string;
  /** The maximum number of rows; undefined if not known. */
  readonly maxRows: number | undefined;
  /** Aborts the reading. Whoever waits for it gets an error. */
  readonly stop: () => void;
}

/** Receives the progress of a reading. */
export interface LongReadProgress {
  advance(rowCount: number): void;
  end(): void;
}

/**
 * Keeps large records, such as days of ticks, on this computer beyond a session. Every call may fail, and kept records
 * may be gone.
 */
export interface Archive {
  /** The names of the records from `from` to `to`, both included, in order. */
  names(from: string, to: string): Promise<readonly string[]>;
  /** The record as written, unless others have changed it; undefined if there is none. */
  read(name: string): Promise<unknown>;
  write(name: string, record: unknown): Promise<void>;
  remove(name: string): Promise<void>;
}
