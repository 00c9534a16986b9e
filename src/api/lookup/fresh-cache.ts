import type { Call, CallTrace, RequestTime } from '../../core/call';
import { Cancellation, type CancelListener } from '../../core/cancellation';
import { cancelledError, closedError, previewError } from '../service-error';
import { ageOf } from '../transport/ages';
import { type LookupContext, type LookupKind, PendingQuestion } from './lookup-kind';
import { RecentMap } from './recent-map';

/** Answers a question that is not in the cache. */
export interface Load<Question, Value extends object> {
  /** Stops when it is cancelled. It may let others go first where only polls wait. */
  load(pending: PendingQuestion<Question>): Promise<Value>;
}

interface Kept<Value> {
  readonly value: Value;
  readonly requested: RequestTime;
  readonly askedAt: number;
  /** When it was as new as it gets. */
  readonly newAt: number;
}

/** An answer on its way, and how many cells wait for it. */
class Pending<Value> implements CancelListener {
  readonly cancellation = new Cancellation();
  promise!: Promise<Value>;
  waiting = 0;
  /** As old as the answer turns out to be. */
  readonly requested: { at: number };

  constructor(
    readonly askedAt: number,
    private readonly abandon: () => void,
  ) {
    this.requested = { at: askedAt };
  }

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
  /** Asked at every read, so that a change counts for what is kept too. */
  private readonly freshMs: () => number;
  #isClosed = false;

  constructor(
    private readonly kind: Pick<LookupKind<Question, Value>, 'freshSeconds' | 'freshMs' | 'mostAnswers' | 'isComplete'>,
    private readonly context: Pick<LookupContext, 'now' | 'notBefore'>,
  ) {
    this.freshMs = kind.freshMs ?? (() => kind.freshSeconds * 1000);
    this.#kept = new RecentMap(kind.mostAnswers);
  }

  /** The value at once when it is fresh, else a promise of what `load` brings. Throws during a preview, which must fetch nothing. */
  read(key: string, question: Question, call: Call, load: Load<Question, Value>): Value | Promise<Value> {
    const kept = this.#kept.get(key);
    const notBefore = this.context.notBefore(call);
    if (
      kept !== undefined &&
      this.context.now() - kept.newAt < this.freshMs() &&
      call.isPoll !== true &&
      counts(kept, notBefore)
    ) {
      noteAge(call.trace, kept);
      return kept.value;
    }
    if (this.#isClosed) throw closedError();
    if (call.isPreview) throw previewError();
    const underWay = this.#pending.get(key);
    const isNewEnough = underWay !== undefined && counts(underWay, notBefore);
    // A gateway may have kept an answer from before: it is told that none will do.
    const maxAgeMs = notBefore === undefined ? call.maxAgeMs : 0;
    const pending = isNewEnough
      ? underWay
      : this.#start(key, load, (cancellation) => new PendingQuestion(question, cancellation, call.isPoll, maxAgeMs));
    noteAge(call.trace, pending);
    pending.waiting++;
    call.cancellation.add(pending);
    return pending.promise;
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

  #start(
    key: string,
    load: Load<Question, Value>,
    ask: (cancellation: Cancellation) => PendingQuestion<Question>,
  ): Pending<Value> {
    const before = this.#pending.get(key);
    if (before !== undefined) this.#overtaken.add(before);
    const { isComplete } = this.kind;
    const { now } = this.context;
    const pending = new Pending<Value>(now(), () => {
      if (this.#takeOut(key, pending)) pending.cancellation.cancel();
    });
    this.#pending.set(key, pending);
    pending.promise = load.load(ask(pending.cancellation)).then(
      (value) => {
        const ageMs = ageOf(value);
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

  /** False for one that was taken out before: nobody waits for it any more. */
  #takeOut(key: string, pending: Pending<Value>): boolean {
    return (this.#pending.get(key) === pending && this.#pending.delete(key)) || this.#overtaken.delete(pending);
  }

  #stopped(): Error {
    return this.#isClosed ? closedError() : cancelledError();
  }
}

/** An answer, or one on its way. */
interface Requested {
  /** Seen from here; a gateway's answer may be older. */
  readonly askedAt: number;
  readonly requested: RequestTime;
}

/** Whether an answer is new enough: what had been asked before the cell was refreshed is not. */
const counts = ({ askedAt }: Requested, notBefore: number | undefined): boolean =>
  notBefore === undefined || askedAt >= notBefore;

function noteAge(trace: CallTrace | undefined, { requested }: Requested): void {
  if (trace !== undefined && (trace.oldest === undefined || requested.at < trace.oldest.at)) trace.oldest = requested;
}
