import type { Call, CallTrace, RequestTime } from '../../core/call';
import { Cancellation, type CancelListener } from '../../core/cancellation';
import { cancelledError, closedError, previewError } from '../service-error';
import { ANY_AGE, type LookupContext, type LookupKind } from './lookup-kind';
import { PendingQuestion } from './pending-question';
import { RecentMap } from '../../core/recent-map';
import type { MaybePromise } from '../../core/maybe-promise';

/** Answers questions that are not in the cache. */
export interface Load<Question, Value extends object> {
  /** Aborts when the question is cancelled. May let others go first if only polls wait. */
  load(pending: PendingQuestion<Question>): Promise<Value>;
}

interface KeptAnswer<Value> {
  readonly value: Value;
  readonly requested: RequestTime;
  readonly askedAt: number;
  /** When the answer was new, in ms. */
  readonly newAt: number;
}

/** A pending answer, and how many cells wait for it. */
class Pending<Value> implements CancelListener {
  readonly cancellation = new Cancellation();
  promise!: Promise<Value>;
  waiting = 0;
  /** Every cell that asked for it. */
  readonly callers: Call[] = [];
  /** The answer's age, known once it arrives. */
  readonly requested: { at: number };

  constructor(
    readonly askedAt: number,
    private readonly abandon: () => void,
  ) {
    this.requested = { at: askedAt };
  }

  onCancel(): void {
    this.waiting--;
    if (this.waiting === 0) this.abandon();
  }
}

/**
 * Caches answers until they expire, limited in number, and shares pending ones. Never keeps failures. When every cell
 * that waits for an answer is cancelled, its loading is aborted.
 */
export class FreshCache<Question, Value extends object> {
  readonly #kept: RecentMap<string, KeptAnswer<Value>>;
  readonly #pending = new Map<string, Pending<Value>>();
  /** Still pending, but too old for a later call, which has started another. */
  readonly #overtaken = new Set<Pending<Value>>();
  /** Called at every read, so that a change affects kept answers too. */
  readonly #freshMs: () => number;
  #isClosed = false;

  constructor(
    private readonly kind: Pick<LookupKind<Question, Value>, 'freshSeconds' | 'freshMs' | 'maxAnswers' | 'isComplete'>,
    private readonly context: Pick<LookupContext, 'now' | 'notBefore' | 'ages'>,
  ) {
    this.#freshMs = kind.freshMs ?? (() => kind.freshSeconds * 1000);
    this.#kept = new RecentMap(kind.maxAnswers);
  }

  /**
   * The value at once if it is fresh, otherwise a promise from `load`. Throws during a preview, and for a call that
   * wants an answer of any age, if a request were needed.
   */
  read(key: string, question: Question, call: Call, load: Load<Question, Value>): MaybePromise<Value> {
    const kept = this.#kept.get(key);
    const notBefore = this.context.notBefore(call);
    if (
      kept !== undefined &&
      (notBefore === ANY_AGE || this.context.now() - kept.newAt < this.#freshMs()) &&
      call.isPoll !== true &&
      isNewEnough(kept, notBefore)
    ) {
      noteAge(call.trace, kept);
      return kept.value;
    }
    if (this.#isClosed) throw closedError();
    const underWay = this.#pending.get(key);
    if (call.isPreview || (notBefore === ANY_AGE && underWay === undefined)) throw previewError();
    // A gateway may have an older answer in its cache, so it is told that none will do.
    const maxAgeMs = notBefore === undefined ? call.maxAgeMs : 0;
    const pending =
      underWay !== undefined && isNewEnough(underWay, notBefore)
        ? underWay
        : this.#start(
            key,
            load,
            ({ cancellation, callers }) => new PendingQuestion(question, cancellation, call.isPoll, maxAgeMs, callers),
          );
    noteAge(call.trace, pending);
    pending.waiting++;
    pending.callers.push(call);
    call.cancellation.add(pending);
    return pending.promise;
  }

  /** Aborts all work. Waiting and later reads fail because the client was closed. */
  close(): void {
    this.#isClosed = true;
    this.#kept.clear();
    const pending = [...this.#pending.values(), ...this.#overtaken];
    this.#pending.clear();
    this.#overtaken.clear();
    for (const { cancellation } of pending) cancellation.cancel();
  }

  /** The number of pending answers. */
  get pendingCount(): number {
    return this.#pending.size + this.#overtaken.size;
  }

  #start(
    key: string,
    load: Load<Question, Value>,
    ask: (pending: Pending<Value>) => PendingQuestion<Question>,
  ): Pending<Value> {
    const before = this.#pending.get(key);
    if (before !== undefined) this.#overtaken.add(before);
    const { isComplete } = this.kind;
    const { now, ages } = this.context;
    const pending = new Pending<Value>(now(), () => {
      if (this.#takeOut(key, pending)) pending.cancellation.cancel();
    });
    this.#pending.set(key, pending);
    pending.promise = load.load(ask(pending)).then(
      (value) => {
        const ageMs = ages.of(value);
        pending.requested.at -= ageMs;
        const isNewest = this.#pending.get(key) === pending;
        if (!this.#takeOut(key, pending)) throw this.#stopped();
        if (isNewest && (isComplete?.(value) ?? true))
          this.#kept.set(key, {
            value,
            requested: pending.requested,
            askedAt: pending.askedAt,
            newAt: now() - ageMs,
          });
        return value;
      },
      (error: unknown) => {
        throw this.#takeOut(key, pending) ? error : this.#stopped();
      },
    );
    return pending;
  }

  /** False if it was removed before, because nobody waits for it any more. */
  #takeOut(key: string, pending: Pending<Value>): boolean {
    return (this.#pending.get(key) === pending && this.#pending.delete(key)) || this.#overtaken.delete(pending);
  }

  #stopped(): Error {
    return this.#isClosed ? closedError() : cancelledError();
  }
}

/** An answer or a pending one. */
interface DatedAnswer {
  /** By this computer; a gateway's answer may be older. */
  readonly askedAt: number;
  readonly requested: RequestTime;
}

/** Whether an answer is new enough: one requested before the cell's refresh is not. */
const isNewEnough = ({ askedAt }: DatedAnswer, notBefore: number | undefined): boolean =>
  notBefore === undefined || askedAt >= notBefore;

function noteAge(trace: CallTrace | undefined, { requested }: DatedAnswer): void {
  if (trace !== undefined && (trace.oldest === undefined || requested.at < trace.oldest.at)) trace.oldest = requested;
}
