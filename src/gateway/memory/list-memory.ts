import { askInBatches } from '../../api/lookup/batch';
import { Batcher } from '../../api/lookup/batcher';
import { fillList } from '../../api/lookup/fill-list';
import { groupBy } from '../../api/lookup/group';
import { PendingQuestion } from '../../api/lookup/lookup-kind';
import { Shelf, type Shelved } from '../../api/lookup/shelf';
import { ServiceError } from '../../api/service-error';
import { decode } from '../../api/transport/decode';
import { requestPath } from '../../api/transport/request';
import { Cancellation } from '../../core/cancellation';
import type { Row } from '../../core/columns';
import { AnswerOrder } from './answer-order';
import type { ListMemoryOptions } from './list-memory-options';
import { isKept, type Item, REFUSED_MS, SHORTEST_MAX_AGE_MS, type Wish } from './answer';
import { RefusedError } from './refused-error';
import { clientObserver } from '../watch/observer';

interface UnderWay {
  readonly askedAt: number;
  readonly maxAgeMs: number | undefined;
  readonly item: Promise<Shelved<Item>>;
}

/** A symbol with a quote this recent is known to the service. */
const KNOWN_MS = 600_000;

/**
 * The quotes of one area with one precision, symbol by symbol, or one kind of calendar for the same days, market by
 * market. Fresh answers come from memory; pending ones are shared; the others are packed into as few lists as possible,
 * whose unused room is filled with the oldest recently wanted names.
 */
export class ListMemory {
  readonly #shelf = new Shelf<Item>();
  readonly #underWay = new Map<string, UnderWay>();
  /** Names that were refused. They are sent alone, so that no list has to be halved for them again. */
  readonly #suspects = new Set<string>();
  readonly #batcher: Batcher<string, Shelved<Item>>;

  readonly #order = new AnswerOrder();
  readonly #ownerOf: (row: Row) => string;

  constructor(private readonly options: ListMemoryOptions) {
    const field = options.operation.batchBy === 'mic' ? 'mic' : 'symbol';
    this.#ownerOf = (row) => (typeof row[field] === 'string' ? row[field].toUpperCase() : '');
    this.#batcher = new Batcher((pending) => this.#ask(pending.map(({ question }) => question)), {
      batchWindow: options.window,
      observer: clientObserver([]),
    });
  }

  /** The item at once if it is fresh enough, otherwise a promise of it. Rejects with a ServiceError. */
  read(name: string, wish: Wish): Shelved<Item> | Promise<Shelved<Item>> {
    const now = this.options.now();
    this.options.onWanted?.(name);
    const kept = this.#shelf.get(name);
    const notBefore = wish.maxAgeMs === undefined ? -Infinity : now - Math.max(wish.maxAgeMs, SHORTEST_MAX_AGE_MS);
    if (kept !== undefined) {
      this.#shelf.want(kept, now);
      if (now < this.#freshUntil(kept) && (kept.askedAt >= notBefore || isMissing(kept.value))) return kept;
    }
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined && underWay.askedAt >= notBefore) return underWay.item;
    return this.#want(name, now, wish.maxAgeMs);
  }

  /** The last known item, if it was fresh at most this long ago. */
  stale(name: string, maxStaleMs: number): Shelved<Item> | undefined {
    const kept = this.#shelf.get(name);
    return kept !== undefined && !isMissing(kept.value) && this.options.now() <= this.#freshUntil(kept) + maxStaleMs
      ? kept
      : undefined;
  }

  /** Whether an item may be in an answer to a question of that time. */
  isFresh(item: Shelved<Item>, questionAt: number): boolean {
    return item.askedAt >= questionAt || this.options.now() < this.#freshUntil(item);
  }

  /** Items in the service's order, if that matters: quotes come in the requested order. */
  inOrder(items: readonly Shelved<Item>[]): readonly Shelved<Item>[] {
    return this.options.operation.batchBy === 'mic' ? this.#order.sort(items) : items;
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

  get size(): number {
    return this.#shelf.size;
  }

  #freshUntil({ askedAt, value }: Shelved<Item>): number {
    return askedAt + (isMissing(value) ? REFUSED_MS : this.options.freshMs());
  }

  #want(name: string, now: number, maxAgeMs: number | undefined, wantedAt = now): Promise<Shelved<Item>> {
    this.options.window.arrive();
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

  #ask(names: readonly string[]): Promise<Shelved<Item>>[] {
    const unique = [...new Set(names)];
    const rows = new Map<string, Promise<readonly Row[]>>();
    const askTogether = (together: readonly string[]): void => {
      const asked = together.map((name) => new PendingQuestion(name, new Cancellation()));
      askInBatches(asked, {
        nameOf: (name) => name,
        parameter: this.options.operation.batchBy,
        maxLength: this.#maxLength,
        send: (list) => this.#send(list),
        ownerOf: this.#ownerOf,
      }).forEach((answer, index) => rows.set(together[index]!, answer));
    };
    askTogether(unique.filter((name) => !this.#suspects.has(name)));
    for (const name of unique) if (this.#suspects.has(name)) askTogether([name]);
    return names.map((name) => this.#settle(name, rows.get(name)!));
  }

  get #maxLength(): number {
    const { listLength, upstream } = this.options;
    return upstream.isSpeaking ? listLength.service : listLength.node;
  }

  async #settle(name: string, rows: Promise<readonly Row[]>): Promise<Shelved<Item>> {
    const startedAt = this.options.now();
    const before = this.#shelf.get(name);
    try {
      const [row] = await rows;
      if (row === undefined) {
        // A quote that existed a moment ago was lost on the way; the symbol is not unknown.
        if (before !== undefined && !isMissing(before.value) && startedAt - before.askedAt < KNOWN_MS)
          throw lostError(name);
        this.#shelf.put(name, { json: '' }, startedAt);
      }
    } catch (error) {
      if (!(error instanceof RefusedError) || !isKept(error.refusal.status)) throw error;
      this.#suspects.add(name);
      this.#shelf.put(name, { refusal: error.refusal }, this.options.now());
    }
    return this.#shelf.get(name)!;
  }

  /** Sends one list, with whatever fits into its unused room, and keeps every record in the answer. */
  async #send(names: readonly string[]): Promise<readonly Row[]> {
    const { operation, values, upstream, now, freshMs, fills, onLearned, onList } = this.options;
    const isFilled = fills && upstream.isSpeaking && !names.some((name) => this.#suspects.has(name));
    const added = isFilled ? fillList(names, this.#maxLength, this.#free(this.#shelf.fillers(now(), freshMs()))) : [];
    onList?.(names.length, added.length);
    const symbols = [...names, ...added];
    // Meanwhile, requests for one of these names share this list.
    const path = requestPath(operation, { ...values, [operation.batchBy!]: symbols }, {}, Infinity);
    const reply = this.#join(added, upstream.ask({ path, maxAgeMs: this.#leastMaxAge(names) }));
    const { status, body, askedAt, askedAts } = await reply;
    if (status !== 200) throw new RefusedError({ status, body });
    const { rows } = decode(operation, body);
    const records = groupBy(rows, this.#ownerOf);
    if (operation.batchBy === 'mic') this.#order.learn(records.map(([first]) => this.#ownerOf(first!)));
    records.forEach((same, index) => {
      const name = this.#ownerOf(same[0]!);
      const at = askedAts?.[index] ?? askedAt;
      const json = operation.batchBy === 'mic' ? jsonOfAll(same) : JSON.stringify(same[0]);
      this.#shelf.put(name, { json }, at);
      this.#suspects.delete(name);
      onLearned?.(name, json, at);
    });
    return rows;
  }

  #leastMaxAge(names: readonly string[]): number | undefined {
    const ages = names.flatMap((name) => this.#underWay.get(name)?.maxAgeMs ?? []);
    return ages.length === 0 ? undefined : Math.min(...ages);
  }

  *#free(names: Iterable<string>): Generator<string, void> {
    for (const name of names) if (!this.#underWay.has(name) && !isMissing(this.#shelf.get(name)!.value)) yield name;
  }

  #join<T>(added: readonly string[], reply: Promise<T>): Promise<T> {
    const askedAt = this.options.now();
    for (const name of added) {
      const item = reply.then(
        // The sender reads the reply first, one turn earlier.
        async () => {
          await Promise.resolve();
          this.#underWay.delete(name);
          return this.read(name, { maxAgeMs: undefined, maxStaleMs: 0 });
        },
        (error: unknown) => {
          this.#underWay.delete(name);
          throw error;
        },
      );
      item.catch(() => undefined);
      this.#underWay.set(name, { askedAt, maxAgeMs: undefined, item });
    }
    return reply;
  }
}

/** The records of one market, without duplicates. */
const jsonOfAll = (rows: readonly Row[]): string => [...new Set(rows.map((row) => JSON.stringify(row)))].join();

const isMissing = (item: Item): boolean => item.refusal !== undefined || item.json === '';
const lostError = (name: string): ServiceError =>
  new ServiceError('body', `The service left out "${name}", which it had a moment ago: recalculate`, { status: 502 });
