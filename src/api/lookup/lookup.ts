import type { Call } from '../../core/call';
import type { MaybePromise } from '../../core/maybe-promise';
import type { Transport } from '../transport/transport';
import { Batcher } from './batcher';
import { FreshCache } from './fresh-cache';
import type { LookupContext, LookupKind } from './lookup-kind';

/** A lookup of any kind. */
export type AnyLookup = Pick<Lookup<never, never>, 'close' | 'pendingCount'>;

/** Creates a lookup; every client has one of each kind. */
export type CreateLookup<L extends AnyLookup> = (transport: Transport, context: LookupContext) => L;

/** A question's way from a cell to the requests of its recalculation: cache, then batcher, then `ask`. */
export class Lookup<Question, Value extends object> {
  readonly #cache: FreshCache<Question, Value>;
  readonly #batcher: Batcher<Question, Value>;

  constructor(
    private readonly kind: LookupKind<Question, Value>,
    private readonly context: LookupContext,
  ) {
    this.#cache = new FreshCache(kind, context);
    this.#batcher = new Batcher(kind.ask, context);
  }

  /**
   * The answer at once if it is fresh, otherwise a promise of it. Throws during a preview, and once the client is
   * closed.
   */
  read(question: Question, call: Call): MaybePromise<Value> {
    const { observer, batchWindow } = this.context;
    batchWindow.arrive();
    observer.lookups++;
    const value = this.#cache.read(this.kind.keyOf(question), question, call, this.#batcher);
    if (!(value instanceof Promise)) observer.hits++;
    return value;
  }

  /** Aborts all work. Waiting and later reads fail because the client was closed. */
  close(): void {
    this.#cache.close();
  }

  /** The number of pending answers. */
  get pendingCount(): number {
    return this.#cache.pendingCount;
  }
}
