import { Batcher } from '../../api/lookup/batcher';
import { PendingQuestion } from '../../api/lookup/pending-question';
import { Shelf, type Shelved } from './shelf';
import { Cancellation } from '../../core/cancellation';
import { isMissing, type Item, REFUSED_MS, MIN_MAX_AGE_MS, type AgeLimits } from './answer';
import type { ListMemoryOptions } from './list-memory-options';
import { ListSender } from './list-sender';

interface PendingItem {
  readonly askedAt: number;
  readonly maxAgeMs: number | undefined;
  readonly item: Promise<Shelved<Item>>;
  /** Whether somebody waits for a name that fills a list. */
  isAwaited?: boolean;
}

/**
 * The quotes of one area with one precision, symbol by symbol, or one kind of calendar for the same days, market by
 * market. Fresh answers come from memory; pending ones are shared; the others are packed into as few lists as possible,
 * whose unused room is filled with the oldest recently wanted names.
 */
export class ListMemory {
  readonly #shelf = new Shelf<Item>();
  readonly #underWay = new Map<string, PendingItem>();
  readonly #sender: ListSender;
  readonly #batcher: Batcher<string, Shelved<Item>>;

  constructor(private readonly options: ListMemoryOptions) {
    this.#sender = new ListSender(options, {
      shelf: this.#shelf,
      fillers: (names) => this.#fillers(names),
      minMaxAgeMs: (names) => this.#minMaxAgeMs(names),
      join: (added, reply) => this.#join(added, reply),
    });
    this.#batcher = new Batcher((pending) => this.#sender.ask(pending.map(({ question }) => question)), {
      batchWindow: options.window,
      observer: { lookups: 0, hits: 0, questions: 0, onRequest: () => undefined },
    });
  }

  /** The item at once if it is fresh enough, otherwise a promise of it. Rejects with a ServiceError. */
  read(name: string, ageLimits: AgeLimits): Shelved<Item> | Promise<Shelved<Item>> {
    const now = this.options.now();
    this.options.onWanted?.(name);
    // Whatever is asked shows that more may come, even what is answered from memory.
    this.options.window.arrive();
    const kept = this.#shelf.get(name);
    const notBefore = ageLimits.maxAgeMs === undefined ? -Infinity : now - Math.max(ageLimits.maxAgeMs, MIN_MAX_AGE_MS);
    if (kept !== undefined) {
      this.#shelf.want(kept, now);
      if (now < this.freshUntil(kept) && (kept.askedAt >= notBefore || isMissing(kept.value))) return kept;
    }
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined && underWay.askedAt >= notBefore) {
      underWay.isAwaited = true;
      const { maxAgeMs = Infinity, item } = underWay;
      if (ageLimits.maxAgeMs === undefined || maxAgeMs <= ageLimits.maxAgeMs) return item;
      // A service with a memory of its own may answer whoever accepts more with something older.
      return item.then((one) => (one.askedAt >= notBefore || isMissing(one.value) ? one : this.read(name, ageLimits)));
    }
    return this.#want(name, now, ageLimits.maxAgeMs);
  }

  /** The last known item, if it was fresh at most this long ago. */
  stale(name: string, maxStaleMs: number): Shelved<Item> | undefined {
    const kept = this.#shelf.get(name);
    return kept !== undefined && !isMissing(kept.value) && this.options.now() <= this.freshUntil(kept) + maxStaleMs
      ? kept
      : undefined;
  }

  /** Until when an item is fresh, by this node's clock, in ms. */
  freshUntil({ askedAt, value }: Shelved<Item>): number {
    return askedAt + (isMissing(value) ? REFUSED_MS : this.options.freshMs());
  }

  /** Whether an item may be in an answer to a question of that time. */
  isFresh(item: Shelved<Item>, questionAt: number): boolean {
    return item.askedAt >= questionAt || this.options.now() < this.freshUntil(item);
  }

  /** Items in the service's order, if that matters. */
  inOrder(items: readonly Shelved<Item>[]): readonly Shelved<Item>[] {
    return this.#sender.inOrder(items);
  }

  /** Learns what another node has received from the service. */
  learn(name: string, json: string, askedAt: number): void {
    this.#shelf.put(name, { json }, askedAt);
  }

  /** Notes that somebody wants the name at another node. */
  note(name: string): void {
    const kept = this.#shelf.get(name);
    if (kept) this.#shelf.want(kept, this.options.now());
  }

  /** Requests frequently read names before they are no longer fresh. */
  askAhead(share: number): void {
    if (!this.options.asksAhead) return;
    const now = this.options.now();
    for (const name of [...this.#shelf.due(now, this.options.freshMs(), share)]) {
      if (!this.#underWay.has(name)) this.#want(name, now, 0, -Infinity).catch(() => undefined);
    }
  }

  freshMs(): number {
    return this.options.freshMs();
  }

  /** Names that may fill lists after a restart, the last wanted first. */
  get names(): readonly string[] {
    return this.options.fills ? this.#shelf.names.filter((name) => !this.#isUnknown(name)) : [];
  }

  /** Remembers names that were wanted before a restart, the last wanted first. */
  remember(names: readonly string[]): void {
    for (const name of names.toReversed()) this.#shelf.rest(name);
  }

  get size(): number {
    return this.#shelf.size;
  }

  #want(name: string, now: number, maxAgeMs: number | undefined, wantedAt = now): Promise<Shelved<Item>> {
    const item = this.#batcher
      .load(new PendingQuestion(name, new Cancellation()))
      .then((shelved) => {
        shelved.wantedAt = Math.max(shelved.wantedAt, wantedAt);
        return shelved;
      })
      .finally(() => {
        // A refresh may have requested it again meanwhile.
        if (this.#underWay.get(name)?.item === item) this.#underWay.delete(name);
      });
    this.#underWay.set(name, { askedAt: now, maxAgeMs, item });
    return item;
  }

  #minMaxAgeMs(names: readonly string[]): number | undefined {
    const ages = names.flatMap((name) => this.#underWay.get(name)?.maxAgeMs ?? []);
    return ages.length === 0 ? undefined : Math.min(...ages);
  }

  *#fillers(names: readonly string[]): Generator<string, void> {
    const [now, freshMs] = [this.options.now(), this.options.freshMs()];
    const isFree = (name: string): boolean => !this.#underWay.has(name) && !this.#isUnknown(name);
    yield* this.#shelf.fillers(now, freshMs).filter(isFree);
    // Whoever asks for what nobody has wanted lately opens a workbook. Others follow, and ask for what was wanted
    // earlier.
    const isOpening = names.some((name) => (this.#shelf.get(name)?.askedAt ?? -Infinity) < now - 2 * freshMs);
    if (isOpening) yield* this.#shelf.resting.filter(isFree);
  }

  #isUnknown(name: string): boolean {
    const kept = this.#shelf.get(name);
    return kept !== undefined && isMissing(kept.value);
  }

  #join<T>(added: readonly string[], reply: Promise<T>): Promise<T> {
    const askedAt = this.options.now();
    for (const name of added) {
      const before = this.#shelf.get(name);
      const leave = (): void => {
        // It may have been requested again meanwhile.
        if (this.#underWay.get(name) === underWay) this.#underWay.delete(name);
      };
      const item = reply.then(
        async () => {
          // The sender reads the reply first, one turn earlier.
          await Promise.resolve();
          leave();
          const kept = this.#shelf.get(name)!;
          if (kept !== before || underWay.isAwaited !== true) return kept;
          // The service refused the list or lost the name, for which somebody waits.
          return this.#want(name, this.options.now(), undefined);
        },
        (error: unknown) => {
          leave();
          throw error;
        },
      );
      item.catch(() => undefined);
      const underWay: PendingItem = { askedAt, maxAgeMs: undefined, item };
      this.#underWay.set(name, underWay);
    }
    return reply;
  }
}
