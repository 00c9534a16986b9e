import { type Call, type CallTrace, type RequestTime, Cancellation } from '../../core/call';
import type { Archive } from '../archive';
import type { ClientObserver } from '../client-observer';
import { cancelledError, closedError, previewError } from '../service-error';
import type { Spending } from '../spending';
import type { Transport } from '../transport/transport';
import { Batcher, type BatchWindow, PendingQuestion } from './batch';
import { ANY_AGE, PendingAnswer, SharedAnswers } from './shared-answers';
import type { AnswerAges } from '../transport/http';
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
  readonly ages: AnswerAges;
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

/**
 * A question's way from a cell to the requests of its recalculation. Answers are cached until they expire, limited in
 * number; pending ones are shared; all other questions leave in a batch. Failures are never kept. When every cell that
 * waits for an answer is cancelled, its request is aborted.
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
    return this.#answers.read<MaybePromise<Value>>(key, call.isPoll ? undefined : this.#kept.get(key), notBefore, {
      fresh: (kept) => {
        observer.hits++;
        noteAge(call.trace, kept);
        return kept.value;
      },
      pending: (pending) => {
        if (call.isPreview) throw previewError();
        return pending.waitFor(call);
      },
      none: () => {
        if (this.#isClosed) throw closedError();
        if (call.isPreview || notBefore === ANY_AGE) throw previewError();
        // A gateway may have an older answer in its cache, so it is told that none will do.
        const maxAgeMs = notBefore === undefined ? call.maxAgeMs : 0;
        return this.#ask(key, new PendingQuestion(question, new Cancellation(), call.isPoll, maxAgeMs, [])).waitFor(
          call,
        );
      },
    });
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

  #ask(key: string, question: PendingQuestion<Question>): Pending<Question, Value> {
    const pending = new Pending<Question, Value>(key, this.context.now(), question, () => {
      if (this.#answers.end(pending)) question.cancellation.cancel();
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
    const { key, requested, askedAt } = pending;
    const ageMs = this.context.ages.of(value);
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

interface KeptAnswer<Value> {
  readonly value: Value;
  readonly requested: RequestTime;
  /** By this computer; a gateway's answer may be older. */
  readonly askedAt: number;
  /** When the answer was new, in ms. */
  readonly newAt: number;
}

class Pending<Question, Value> extends PendingAnswer<Value> {
  /** The answer's age, known once it arrives. */
  readonly requested: { at: number };

  constructor(
    key: string,
    askedAt: number,
    readonly question: PendingQuestion<Question>,
    onAbandoned: () => void,
  ) {
    super(key, askedAt, onAbandoned);
    this.requested = { at: askedAt };
  }

  waitFor(call: Call): Promise<Value> {
    noteAge(call.trace, this);
    this.question.callers.push(call);
    this.join(call.cancellation);
    return this.promise;
  }
}

function noteAge(trace: CallTrace | undefined, { requested }: { readonly requested: RequestTime }): void {
  if (trace !== undefined && (trace.oldest === undefined || requested.at < trace.oldest.at)) trace.oldest = requested;
}
