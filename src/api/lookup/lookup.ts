import type { Call } from '../../core/call';
import type { Transport } from '../transport/transport';
import { Batcher } from './batcher';
import { FreshCache } from './fresh-cache';
import type { LookupContext, LookupKind } from './lookup-kind';

/** A lookup, whatever it answers. */
export type AnyLookup = Pick<Lookup<never, never>, 'close' | 'pendingCount'>;

/** Makes a kind of lookup of which every client has one. */
export type CreateLookup<L extends AnyLookup> = (transport: Transport, context: LookupContext) => L;

/** The way of a question from a cell to the requests of its recalculation: cache, then batcher, then `ask`. */
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

  /** The answer at once when it is fresh, else a promise of it. Throws during a preview, and once the client is closed. */
  read(question: Question, call: Call): Value | Promise<Value> {
    const { observer, batchWindow } = this.context;
    batchWindow.arrive();
    observer.lookups++;
    const value = this.#cache.read(this.kind.keyOf(question), question, call, this.#batcher);
    if (!(value instanceof Promise)) observer.hits++;
    return value;
  }

  /** Stops all work; those who wait, and those who come later, are told that the client was closed. */
  close(): void {
    this.#cache.close();
  }

  /** How many answers are still on their way. */
  get pendingCount(): number {
    return this.#cache.pendingCount;
  }
}
