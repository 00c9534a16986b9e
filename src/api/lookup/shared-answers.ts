import type { Cancellation, CancelListener } from '../../core/call';

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

/** A time before all others: whoever accepts answers since then takes an old one, and asks for nothing. */
export const ANY_AGE = -Infinity;

interface DatedAnswer {
  /** When it was requested, in ms. */
  readonly askedAt: number;
}

interface Found<K, P, T> {
  readonly fresh: (kept: K) => T;
  readonly pending: (pending: P) => T;
  readonly none: () => T;
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
   * What the owner makes of the kept answer, of a pending one, or of there being neither.
   *
   * @param notBefore only answers requested since then count, in ms; undefined for every fresh one
   */
  read<T>(key: string, kept: K | undefined, notBefore: number | undefined, found: Found<K, P, T>): T {
    const since = notBefore ?? ANY_AGE;
    if (
      kept &&
      (notBefore === ANY_AGE || this.now() < this.freshUntil(kept)) &&
      (kept.askedAt >= since || this.isFinal?.(kept))
    )
      return found.fresh(kept);
    const pending = this.#pending.get(key);
    return pending && pending.askedAt >= since ? found.pending(pending) : found.none();
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
