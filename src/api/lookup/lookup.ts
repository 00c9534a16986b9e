import type { Call, CallTrace, KeptAnswer, RequestRecord, RequestTime } from '../../core/call';
import { PriceError } from '../price-error';
import { cancelledError, closedError, previewError } from '../service-error';
import type { Spending } from '../spending';
import type { Transport } from '../transport/transport';
import { ANY_AGE, Ask, SharedAnswers } from './ask';
import { Batcher, type BatchWindow } from './batch';
import type { Archive, LongRead, LongReadProgress } from './long-read';
import { type MaybePromise, RecentMap } from '../../core/basics';

export interface LookupKind<Question, Value extends object> {
  readonly keyOf: (question: Question) => string;
  /** How long an answer stays fresh. Read at every look-up, so that a change affects kept answers too. */
  readonly freshSeconds: number;
  readonly maxAnswers: number;
  /** Whether an answer is complete and may be cached. @default every answer is */
  readonly isComplete?: (value: Value) => boolean;
  /** Sends the questions of one batch in the fewest requests. Returns one promise per question, in the same order. */
  readonly ask: (questions: readonly Ask<Question>[]) => readonly Promise<Value>[];
}

export interface LookupContext {
  readonly batchWindow: BatchWindow;
  readonly observer: ClientObserver;
  readonly now: () => number;
  /**
   * The call accepts only answers requested since this time (in ms); undefined if any fresh answer will do, ANY_AGE if
   * it takes any answer that is already cached.
   */
  readonly notBefore: (call: Call) => number | undefined;
  /** Decides whether a question that needs many requests may send them. @default every question may */
  readonly spending?: Spending | undefined;
  /** The store that keeps final answers for later sessions. @default none */
  readonly archive?: (() => Promise<Archive | undefined>) | undefined;
  /** How long a quote stays fresh, in ms; Infinity: until it is refreshed. */
  readonly quotesFreshMs: () => number;
}

export type AnyLookup = Pick<Lookup<never, never>, 'close' | 'pendingCount'>;

/** Creates a lookup; every client has one of each kind. */
export type CreateLookup<L extends AnyLookup> = (transport: Transport, context: LookupContext) => L;

/** The part of a client that its late-loaded code may use. */
export interface LookupHolder {
  lookup<L extends AnyLookup>(key: string, create: CreateLookup<L>): L;
  resource<T>(key: string, create: () => T): T;
}

/**
 * A question's way from a cell to the requests of its recalculation. Answers are cached until they expire, limited in
 * number; pending ones are shared; all other questions leave in a batch. Failures are never kept. When every cell that
 * waits for an answer is cancelled, its request is aborted, unless another asks for it a moment later.
 */
export class Lookup<Question, Value extends object> {
  readonly #kept: RecentMap<string, KeptAnswer<Value>>;
  readonly #answers: SharedAnswers<KeptAnswer<Value>, Ask<Question, Value>>;
  readonly #batcher: Batcher<Question, Value>;
  #isClosed = false;

  constructor(
    private readonly kind: LookupKind<Question, Value>,
    private readonly context: LookupContext,
  ) {
    this.#kept = new RecentMap(kind.maxAnswers);
    this.#answers = new SharedAnswers(context.now, ({ newAt }) => newAt + kind.freshSeconds * 1000);
    this.#batcher = new Batcher(kind.ask, context);
  }

  /**
   * The answer at once if it is fresh, otherwise a promise of it. Throws if the client is closed. Also throws if a
   * request would be needed during a preview or for a call that takes answers of any age.
   */
  read(question: Question, call: Call): MaybePromise<Value> {
    const {
      batchWindow,
      observer: { counts },
    } = this.context;
    batchWindow.noteLookup();
    // What a live cell asks by itself is no formula's lookup.
    if (!call.isPoll) counts.lookups++;
    const key = this.kind.keyOf(question);
    const notBefore = this.context.notBefore(call);
    const found = this.#answers.findAnswer(key, call.isPoll ? undefined : this.#kept.get(key), notBefore);
    if (found !== undefined && !(found instanceof Ask)) {
      counts.hits++;
      noteAge(call.trace, found);
      call.trace?.onKept?.(key, found);
      return found.value;
    }
    if (this.#isClosed) throw closedError();
    if (call.isPreview || (found === undefined && notBefore === ANY_AGE)) throw previewError();
    if (!found && !call.isPoll) counts.questions++;
    const ask = found ?? this.#ask(key, question, call, notBefore);
    noteAge(call.trace, ask);
    ask.callers.push(call);
    return ask.join(call.cancellation);
  }

  /** Aborts all work. Waiting and later reads fail because the client was closed. */
  close(): void {
    this.#isClosed = true;
    this.#kept.clear();
    for (const { cancellation } of this.#answers.endAll()) cancellation.cancel();
  }

  get pendingCount(): number {
    return this.#answers.pendingCount;
  }

  #ask(key: string, question: Question, call: Call, notBefore: number | undefined): Ask<Question, Value> {
    const ask = new Ask<Question, Value>(question, {
      key,
      askedAt: this.context.now(),
      isPoll: call.isPoll,
      // A gateway may have an older answer in its cache, so it is told not to use it.
      maxAgeMs: notBefore === undefined ? call.maxAgeMs : 0,
      onAbandoned: () => {
        if (this.#answers.endAsk(ask)) ask.cancellation.cancel();
      },
    });
    this.#answers.beginAsk(ask);
    this.#batcher.loadAnswer(ask).then(
      (value) => this.#arrived(ask, value),
      (error: unknown) => this.#failed(ask, this.#answers.endAsk(ask) ? error : this.#endOf(ask)),
    );
    return ask;
  }

  #arrived(ask: Ask<Question, Value>, value: Value): void {
    const { key, requested, askedAt } = ask;
    const ageMs = requested.request?.ageMs ?? 0;
    requested.at -= ageMs;
    const isNewest = this.#answers.pendingAsk(key) === ask;
    if (!this.#answers.endAsk(ask)) {
      ask.reject(this.#endOf(ask));
      return;
    }
    if (isNewest && (this.kind.isComplete?.(value) ?? true))
      this.#kept.set(key, { value, requested, askedAt, newAt: this.context.now() - ageMs });
    ask.resolve(value);
  }

  /** What the user stopped before it was sent is answered by what was kept before, with its own time. */
  #failed(ask: Ask<Question, Value>, error: unknown): void {
    const kept = error instanceof PriceError && ask.stopped && this.#kept.get(ask.key);
    if (!kept) {
      ask.reject(error);
      return;
    }
    for (const { trace } of ask.callers) noteAge(trace, kept);
    ask.resolve(kept.value);
  }

  #endOf({ stopped }: Ask<Question, Value>): Error {
    if (this.#isClosed) return closedError();
    return stopped ? new PriceError(stopped) : cancelledError();
  }
}

function noteAge(trace: CallTrace | undefined, { requested }: { readonly requested: RequestTime }): void {
  if (trace !== undefined && (trace.oldest === undefined || requested.at < trace.oldest.at)) trace.oldest = requested;
}

/** Told about the client's work. The counts are plain fields because they rise with every cell. */
export interface ClientObserver {
  readonly counts: {
    lookups: number;
    hits: number;
    /** Different questions that were not in the cache and went to the service. */
    questions: number;
  };
  onRequest(record: RequestRecord): void;
  /** Called with notes that do not belong in a cell. */
  note?(at: number, text: string): void;
  onReading?(reading: LongRead): LongReadProgress;
}
