import type { Allowance, Call } from '../../core/call';
import { Cancellation, type CancelListener } from '../../core/cancellation';
import type { Asker } from '../spending';

/** How long after its cancellation a call may be made again. */
const REJOIN_MS = 1_000;

/** A time before all others: a call that accepts answers since then takes any old answer and sends no request. */
export const ANY_AGE = -Infinity;

export interface AskOptions {
  /** The key by which other calls find the same question. */
  readonly key?: string;
  /** When it was asked, in ms: the answer is no older than this. Infinity until it is asked. */
  readonly askedAt?: number;
  readonly isPoll?: boolean | undefined;
  /** The maximum age of an answer from a gateway's cache, in ms; undefined leaves it to the gateway. */
  readonly maxAgeMs?: number | undefined;
  /** Called when the last waiting call has left. */
  readonly onAbandoned?: () => void;
}

/**
 * A question on its way to the service and back: what is asked, who waits for the answer, since when, and what was sent
 * for it. The gateway uses it too.
 */
export class Ask<Question = unknown, Value = unknown> implements Asker, CancelListener {
  readonly key: string;
  askedAt: number;
  readonly isPoll: boolean;
  maxAgeMs: number | undefined;
  /** How many requests were sent for it, alone or with other questions. One of its callers counts them. */
  sent = 0;
  readonly requested: Asker['requested'];
  /** The calls that wait for the answer, including cancelled ones: each request is charged to one of them. */
  readonly callers: Call[] = [];
  /** Aborts when nobody needs the answer any more. */
  readonly cancellation = new Cancellation();
  /** Settles when it is known whether anybody still wants the answer; undefined while a call waits for it. */
  untilWanted: Promise<void> | undefined;
  readonly promise: Promise<Value>;
  reject!: (error: unknown) => void;
  #resolve!: (value: never) => void;
  readonly #onAbandoned: () => void;
  #resume: (() => void) | undefined;
  #waiting = 0;

  constructor(
    readonly question: Question,
    { key = '', askedAt = 0, isPoll = false, maxAgeMs, onAbandoned = () => undefined }: AskOptions = {},
  ) {
    [this.key, this.askedAt, this.isPoll, this.maxAgeMs] = [key, askedAt, isPoll, maxAgeMs];
    this.requested = { at: askedAt };
    this.#onAbandoned = onAbandoned;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.reject = reject;
    });
    // Perhaps nobody waits for it any more.
    this.promise.catch(() => undefined);
  }

  resolve(value: Value | Promise<Value>): void {
    this.#resolve(value as never);
  }

  /** Whether all waiting calls have been cancelled. */
  get isAbandoned(): boolean {
    return this.#waiting === 0;
  }

  /** @param cancellation of the waiting call; undefined for a call that is never cancelled */
  join(cancellation: Cancellation | undefined): Promise<Value> {
    this.#stay();
    this.#waiting++;
    cancellation?.add(this);
    return this.promise;
  }

  /**
   * Handles a cancelled call. Even after the last one, the sent request may be needed again: in a recalculation, Excel
   * cancels a call and repeats it, in either order.
   */
  onCancel(): void {
    this.#waiting--;
    if (this.#waiting > 0) return;
    const isStream = this.isPoll || (this.maxAgeMs ?? 0) > 0;
    if (isStream || this.requested.request === undefined) {
      this.#onAbandoned();
      return;
    }
    this.untilWanted = new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#onAbandoned();
        this.#stay();
      }, REJOIN_MS);
      this.#resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The allowance of a call that waits, if the user has stopped all of them. */
  get stopped(): Allowance | undefined {
    const { callers } = this;
    return callers.every(({ allowance, cancellation }) => allowance?.stopped ?? cancellation.isCancelled)
      ? callers.find(({ allowance }) => allowance?.stopped)?.allowance
      : undefined;
  }

  /** What was sent still arrives. */
  onStop(): void {
    if (this.requested.request === undefined && !this.cancellation.isCancelled && this.stopped) this.#onAbandoned();
  }

  #stay(): void {
    this.#resume?.();
    this.#resume = this.untilWanted = undefined;
  }
}

/** A signal that aborts once all are cancelled: a shared request continues while anybody waits for it. */
export function signalOf(asks: readonly Pick<Ask, 'cancellation'>[]): AbortSignal {
  const controller = new AbortController();
  let waiting = asks.length;
  const listener = {
    onCancel(): void {
      waiting--;
      if (waiting === 0) controller.abort();
    },
  };
  for (const { cancellation } of asks) cancellation.add(listener);
  return controller.signal;
}

export const minMaxAgeMs = (asks: readonly Pick<Ask, 'maxAgeMs'>[]): number | undefined =>
  asks.reduce<number | undefined>(
    (min, { maxAgeMs }) => (maxAgeMs === undefined ? min : Math.min(min ?? Infinity, maxAgeMs)),
    undefined,
  );

interface DatedAnswer {
  /** When it was requested, in ms. */
  readonly askedAt: number;
}

/**
 * Finds an answer for many callers: a fresh one, a pending one, or a new question that is asked once. The owner decides
 * where answers are kept and how questions are asked.
 */
export class SharedAnswers<K extends DatedAnswer, P extends Pick<Ask<never>, 'key' | 'askedAt' | 'isPoll'>> {
  readonly #pending = new Map<string, P>();
  /** Questions that are still pending but too old for a later reader, who got a newer question. */
  readonly #overtaken = new Set<P>();

  /**
   * @param freshUntil is called at every read, so that a change affects kept answers too
   * @param isFinal whether an answer stays valid as long as it is fresh, even if a later one is requested. @default
   * none does
   */
  constructor(
    private readonly now: () => number,
    private readonly freshUntil: (kept: K) => number,
    private readonly isFinal?: (kept: K) => boolean,
  ) {}

  /**
   * The kept answer if it is fresh, otherwise the pending one; undefined if it must be asked for.
   * @param notBefore only answers requested since then count, in ms; undefined for every fresh one
   */
  findAnswer(key: string, kept: K | undefined, notBefore: number | undefined): K | P | undefined {
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
  beginAsk(pending: P): void {
    const before = this.#pending.get(pending.key);
    if (before !== undefined) this.#overtaken.add(before);
    this.#pending.set(pending.key, pending);
  }

  /** The newest pending question with a key. */
  pendingAsk(key: string): P | undefined {
    return this.#pending.get(key);
  }

  /** Stops sharing a question. False if it had already ended. */
  endAsk(pending: P): boolean {
    return (
      (this.#pending.get(pending.key) === pending && this.#pending.delete(pending.key)) ||
      this.#overtaken.delete(pending)
    );
  }

  endAll(): readonly P[] {
    const all = [...this.#pending.values(), ...this.#overtaken];
    this.#pending.clear();
    this.#overtaken.clear();
    return all;
  }

  /** Without the questions of live cells, for which no cell waits. */
  get pendingCount(): number {
    return [...this.#pending.values(), ...this.#overtaken].filter(({ isPoll }) => !isPoll).length;
  }
}
