import type { Operation } from '../../api/interface/operation';
import { type BatchWindow, PendingQuestion } from '../../api/lookup/batch';
import { askInLists, ListHistory, type ListOptions, ownerIn, recordsByName } from '../../api/lookup/lists';
import { PendingAnswer, SharedAnswers } from '../../api/lookup/lookup';
import { cancelledError, ServiceError } from '../../api/service-error';
import { decode, type ParameterValues, requestPath } from '../../api/transport/wire';
import { Cancellation } from '../../core/call';
import type { Row } from '../../core/columns';
import { lettersOf } from '../../core/names/letters';
import { packNames } from '../../core/packing';
import { RefusedError } from '../errors';
import { isKept, isMissing, type Item, REFUSED_MS, CacheEntries, type CacheEntry, fillList } from './entries';
import { type AgeLimits, notBeforeOf, type Asking, type Questioner } from '../service/asking';
import { AnswerOrder } from './answer-order';
import type { Inquiries, Lane, Turn } from '../service/inquiries';
import { type Health, RecentFailures } from '../service/outages';
import type { UpstreamQuestion, UpstreamReply } from '../service/upstream';

export interface ListCacheOptions {
  readonly operation: Operation;
  /** The operation's other parameters, such as the precision. */
  readonly values: ParameterValues;
  readonly inquiries: Inquiries;
  readonly window: BatchWindow;
  readonly now: () => number;
  readonly freshMs: () => number;
  /** Maximum characters of a list. */
  readonly listLength: number;
  readonly fills: boolean;
  /** Whether frequently read names are requested before they are no longer fresh. */
  readonly asksAhead: boolean;
  readonly onList?: (requested: number, filled: number) => void;
}

/** Whoever asks by itself: the gateway. */
const NOBODY: Questioner = { person: '' };
/** So many that wait are looked at to fill a list: enough to find names of every length. */
const LOOK_AHEAD = 64;
/** A symbol with a quote this recent is known to the service. */
const KNOWN_MS = 600_000;

/**
 * The quotes of one area with one precision, symbol by symbol, or one kind of calendar for the same days, market by
 * market. Fresh answers come from memory; pending ones are shared; the others are packed into as few lists as possible,
 * whose unused room is filled with the oldest recently wanted names.
 */
export class ListCache {
  readonly #entries = new CacheEntries<Item>();
  readonly #answers: SharedAnswers<CacheEntry<Item>, PendingName>;
  readonly #failures: RecentFailures;
  readonly #lane: Lane<PendingName>;
  /** Undefined for quotes, which come in the requested order. */
  readonly #order: AnswerOrder | undefined;
  readonly #history = new ListHistory();
  readonly #ownerOf: (row: Row) => string;
  /** Names that filled a list in vain or spoiled it. They fill none until they have an answer of their own. */
  readonly #spoilers = new Set<string>();
  #isGathering = false;
  #characters = 0;

  constructor(private readonly options: ListCacheOptions) {
    if (options.operation.batchBy === 'mic') this.#order = new AnswerOrder();
    this.#ownerOf = ownerIn(options.operation.batchBy === 'mic' ? 'mic' : 'symbol');
    this.#answers = new SharedAnswers(
      options.now,
      (kept) => this.freshUntil(kept),
      ({ value }) => isMissing(value),
    );
    this.#failures = new RecentFailures(options.now);
    this.#lane = options.inquiries.lane(options.operation, {
      send: (free) => this.#listsToSend(free).map((turns) => this.#send(turns)),
      onRefused: (items, error) => {
        for (const pending of items) {
          this.#answers.end(pending);
          pending.reject(error);
        }
      },
    });
  }

  /**
   * The item at once if it is fresh enough, otherwise a promise of it. Rejects with a ServiceError.
   *
   * @param asking undefined if somebody waits who never leaves
   */
  read(name: string, ageLimits: AgeLimits, asking?: Asking): CacheEntry<Item> | Promise<CacheEntry<Item>> {
    const now = this.options.now();
    // Whatever is asked shows that more may come, even what is answered from memory.
    this.options.window.arrive();
    const kept = this.#entries.get(name);
    const notBefore = notBeforeOf(ageLimits, now);
    if (kept !== undefined) this.#entries.want(kept, now);
    const found = this.#answers.find(name, kept, notBefore);
    if (found === undefined) {
      const failure = this.#failures.of(name, this.#health);
      return failure === undefined ? this.#want(name, now, ageLimits.maxAgeMs, asking) : Promise.reject(failure);
    }
    if (!(found instanceof PendingName)) return found;
    if (this.#lane.has(found)) found.maxAgeMs = least(found.maxAgeMs, ageLimits.maxAgeMs);
    const { maxAgeMs = Infinity } = found;
    const item = this.#join(found, asking);
    if (notBefore === undefined || maxAgeMs <= ageLimits.maxAgeMs!) return item;
    // A service with a memory of its own may answer whoever accepts more with something older.
    return item.then((one) =>
      one.askedAt >= notBefore || isMissing(one.value) ? one : this.read(name, ageLimits, asking),
    );
  }

  /** The last known item, if it was fresh at most this long ago. */
  stale(name: string, maxStaleMs: number): CacheEntry<Item> | undefined {
    const kept = this.#entries.get(name);
    return kept !== undefined && !isMissing(kept.value) && this.options.now() <= this.freshUntil(kept) + maxStaleMs
      ? kept
      : undefined;
  }

  /** Until when an item is fresh, by this node's clock, in ms. */
  freshUntil({ askedAt, value }: CacheEntry<Item>): number {
    return askedAt + (isMissing(value) ? REFUSED_MS : this.options.freshMs());
  }

  /** Whether an item may be in an answer to a question of that time: one that came for it is as new as the service has it. */
  isFresh(item: CacheEntry<Item>, questionAt: number): boolean {
    return item.sentAt >= questionAt || this.options.now() < this.freshUntil(item);
  }

  /** Items in the service's order, if that matters. */
  inOrder(items: readonly CacheEntry<Item>[]): readonly CacheEntry<Item>[] {
    return this.#order?.sort(items) ?? items;
  }

  /** Requests frequently read names before they are no longer fresh. */
  askAhead(share: number): void {
    if (!this.options.asksAhead) return;
    const now = this.options.now();
    for (const name of [...this.#entries.due(now, this.options.freshMs(), share)]) {
      if (this.#answers.pending(name) === undefined && this.#failures.of(name, this.#health) === undefined)
        this.#want(name, now, 0, undefined, -Infinity).catch(() => undefined);
    }
  }

  freshMs(): number {
    return this.options.freshMs();
  }

  /** How much is kept. */
  get characters(): number {
    return this.#characters;
  }

  /** The number of items that are kept and were wanted lately. */
  get wantedCount(): number {
    return this.#entries.wantedCount(this.options.now(), this.options.freshMs());
  }

  /** Waits for what is on its way already. */
  #join(underWay: PendingName, asking: Asking | undefined): Promise<CacheEntry<Item>> {
    underWay.isWanted = true;
    underWay.join(asking?.cancellation);
    if (this.#lane.has(underWay)) this.#lane.add(underWay, asking?.asker ?? NOBODY);
    return underWay.promise;
  }

  #want(
    name: string,
    now: number,
    maxAgeMs: number | undefined,
    asking: Asking | undefined,
    wantedAt = now,
  ): Promise<CacheEntry<Item>> {
    const { inquiries, operation, listLength, window } = this.options;
    const problem = inquiries.problemOf(operation, asking);
    if (problem !== undefined) return Promise.reject(problem);
    const asker = asking?.asker ?? NOBODY;
    const cost = (name.length + 1) / (listLength + 1);
    const pending = new PendingName(name, Infinity, maxAgeMs, wantedAt, cost, () => {
      this.#onAbandoned(pending);
    });
    pending.join(asking?.cancellation);
    this.#answers.begin(pending);
    this.#lane.add(pending, asker);
    if (!this.#lane.isOpen && !this.#isGathering) {
      this.#isGathering = true;
      window.schedule(() => {
        this.#isGathering = false;
        this.#lane.open();
      });
    }
    return pending.promise;
  }

  #onAbandoned(pending: PendingName): void {
    // What the service was sent is answered all the same, and somebody may want it then.
    if (!this.#lane.has(pending)) return;
    this.#lane.drop(pending);
    this.#answers.end(pending);
    pending.reject(cancelledError());
  }

  /** The lists that leave now: at most so many. */
  #listsToSend(free: number): readonly (readonly Turn<PendingName>[])[] {
    const { listLength } = this.options;
    const isAlone = ({ item }: Turn<PendingName>): boolean => this.#goesAlone(item.name);
    const first = this.#lane.inTurn(free * 25 + LOOK_AHEAD);
    const alone = first.filter(isAlone).map((turn) => [turn]);
    const together = first.filter((turn) => !isAlone(turn));
    const all = [...packTurns(together, listLength), ...alone];
    if (first.length === this.#lane.size && all.length <= free) return all;
    // Not everything can leave, so those whose turn it is do, with others that fit beside them.
    const [next] = first;
    if (next === undefined) return [];
    return [isAlone(next) ? [next] : fullList(together, listLength)];
  }

  /** Sends one list, and parts of it if it fails. Never rejects. */
  async #send(turns: readonly Turn<PendingName>[]): Promise<void> {
    this.#lane.take(turns);
    const pending = turns.map(({ item }) => item);
    const askerOf = new Map(turns.map(({ item, asker }) => [item.name, asker]));
    const sentAt = this.options.now();
    for (const one of pending) one.askedAt = sentAt;
    const { listLength, inquiries, operation } = this.options;
    const rows = askInLists(
      pending.map(({ name }) => new PendingQuestion(name, new Cancellation())),
      {
        nameOf: (name) => name,
        parameter: operation.batchBy,
        maxLength: listLength,
        send: (names, _, options) => {
          // Whoever asks for what the service refuses pays for every request that it takes to find that out.
          if (options.priority === 'follow-up')
            for (const name of names) inquiries.spend(askerOf.get(name)!, 1 / names.length);
          return this.#ask(names, pending, options);
        },
        ownerOf: this.#ownerOf,
        history: this.#history,
        isOutOfOrder: () => inquiries.problemOf(operation, undefined) !== undefined,
      },
    );
    await Promise.all(
      pending.map(async (one, index) => {
        try {
          const entry = await this.#settle(one.name, rows[index]!);
          entry.wantedAt = Math.max(entry.wantedAt, one.wantedAt);
          this.#failures.forget(one.name);
          this.#answers.end(one);
          one.resolve(entry);
        } catch (error) {
          this.#failures.note(one.name, error, this.#health);
          this.#answers.end(one);
          one.reject(error);
        }
      }),
    );
  }

  get #health(): Health {
    return this.options.inquiries.healthOf(this.options.operation);
  }

  async #settle(name: string, rows: Promise<readonly Row[]>): Promise<CacheEntry<Item>> {
    const startedAt = this.options.now();
    try {
      const [row] = await rows;
      const kept = this.#entries.get(name)!;
      if (row === undefined && !isMissing(kept.value) && kept.askedAt < startedAt) throw lostError(name);
    } catch (error) {
      if (!(error instanceof RefusedError) || !isKept(error.refusal.status)) throw error;
      this.#put(name, { refusal: error.refusal }, error.askedAt);
    }
    return this.#entries.get(name)!;
  }

  /**
   * Sends one list, with whatever fits into its unused room, and keeps every record in the answer. A part of a list that
   * failed is not filled, so that a name that filled it cannot spoil the part too.
   */
  async #ask(
    names: readonly string[],
    list: readonly PendingName[],
    options: Pick<ListOptions, 'priority' | 'attempt' | 'isSuspect'>,
  ): Promise<readonly Row[]> {
    const { operation, values, inquiries, fills, onList, listLength } = this.options;
    const isWhole = options.priority === 'foreground';
    const isFilled = fills && isWhole && !names.some((name) => this.#goesAlone(name));
    const added = isFilled ? fillList(names, listLength, this.#candidates(names)) : [];
    onList?.(names.length, added.length);
    const symbols = [...names, ...added];
    const path = requestPath(operation, { ...values, [operation.batchBy!]: symbols }, {}, Infinity);
    const maxAgeMs = this.#minMaxAgeMs(names);
    const question: UpstreamQuestion = {
      ...options.attempt,
      // One that fails is sent again without what fills it.
      ...(added.length > 0 && { isOnce: true, isUncounted: true }),
      isSuspect: options.isSuspect,
      path,
      maxAgeMs,
      isAbandoned: () =>
        list.every((one) => one.isAbandoned) && !added.some((name) => this.#answers.pending(name)?.isWanted === true),
    };
    const end = this.#fill(added);
    try {
      const answer = await inquiries.ask(operation, names.join(), question, (reply) => {
        if (reply.status !== 200) throw new RefusedError(reply, reply.askedAt);
        return { ...reply, rows: decode(operation, reply.body).rows };
      });
      this.#keep(answer, symbols, added);
      end();
      return answer.rows;
    } catch (error) {
      const isOfAdded = added.length > 0 && error instanceof ServiceError && !error.isOfService;
      if (isOfAdded) for (const name of added) this.#spoilers.add(name);
      end(error);
      // Any name may be at fault. Several are divided further; one is sent again alone.
      if (isOfAdded && names.length === 1) return this.#ask(names, list, { ...options, priority: 'follow-up' });
      throw error;
    }
  }

  /** Keeps every record of an answer. */
  #keep(
    { rows, askedAt, sentAt }: UpstreamReply & { readonly rows: readonly Row[] },
    symbols: readonly string[],
    added: readonly string[],
  ): void {
    const { operation } = this.options;
    const records = [...recordsByName(symbols, rows, this.#ownerOf)];
    this.#order?.learn(records.flatMap(([name, same]) => (same !== undefined && same.length > 0 ? [name] : [])));
    for (const [name, same] of records) {
      if (same !== undefined && same.length > 0) {
        const json = operation.batchBy === 'mic' ? jsonOfAll(same) : JSON.stringify(same[0]);
        this.#put(name, { json }, askedAt, sentAt);
        this.#spoilers.delete(name);
        // Nobody has asked for what only filled the list: whoever does so asks the service.
      } else if (added.includes(name)) this.#spoilers.add(name);
      else if (same !== undefined) this.#noteLeftOut(name, askedAt);
    }
  }

  /** A quote that existed a moment ago was lost on the way; any other name is unknown to the service. */
  #noteLeftOut(name: string, askedAt: number): void {
    const before = this.#entries.get(name);
    const isLost = before !== undefined && !isMissing(before.value) && askedAt - before.askedAt < KNOWN_MS;
    if (!isLost) this.#put(name, { json: '' }, askedAt);
  }

  #put(name: string, item: Item, askedAt: number, sentAt = askedAt): void {
    const before = this.#lengthOf(name);
    this.#entries.put(name, item, askedAt, { sentAt });
    this.#characters += this.#lengthOf(name) - before;
  }

  #lengthOf(name: string): number {
    const item = this.#entries.get(name)?.value;
    if (item === undefined) return 0;
    return (item.refusal === undefined ? item.json : item.refusal.body).length;
  }

  /** The strictest limit on the age of one of these names; undefined if nobody set one. */
  #minMaxAgeMs(names: readonly string[]): number | undefined {
    const ages = names.flatMap((name) => this.#answers.pending(name)?.maxAgeMs ?? []);
    return ages.length === 0 ? undefined : Math.min(...ages);
  }

  /** Names for the unused room of a list, the most urgent first. */
  *#candidates(names: readonly string[]): Generator<string, void> {
    const [now, freshMs] = [this.options.now(), this.options.freshMs()];
    const letters = new Set(names.map(lettersOf));
    const isFree = (name: string): boolean =>
      this.#answers.pending(name) === undefined &&
      !this.#isUnknown(name) &&
      !this.#spoilers.has(name) &&
      !this.#goesAlone(name) &&
      // Of two names with the same letters, one that comes in another spelling could be either's.
      !letters.has(lettersOf(name));
    yield* this.#entries.candidates(now, freshMs).filter(isFree);
    // Whoever asks for what nobody has wanted lately opens a workbook. Others follow, and ask for what was wanted
    // earlier.
    const isOpening = names.some((name) => (this.#entries.get(name)?.askedAt ?? -Infinity) < now - 2 * freshMs);
    if (isOpening) yield* this.#entries.idle.filter(isFree);
  }

  /** Whether it was refused or failed the last time. It is sent alone, so that no list is divided for it again. */
  #goesAlone(name: string): boolean {
    return this.#history.isSuspect(name) || this.#entries.get(name)?.value.refusal !== undefined;
  }

  #isUnknown(name: string): boolean {
    const kept = this.#entries.get(name);
    return kept !== undefined && isMissing(kept.value);
  }

  /** Lets whoever wants a name that fills a list wait for that list. Returns what to call when it is over. */
  #fill(added: readonly string[]): (error?: unknown) => void {
    const askedAt = this.options.now();
    const filling = added.map((name) => {
      const pending = new PendingName(name, askedAt, undefined, -Infinity, 0, () => undefined);
      this.#answers.begin(pending);
      return { pending, before: this.#entries.get(name) };
    });
    return (error) => {
      const isOfService = error !== undefined && !(error instanceof ServiceError && !error.isOfService);
      for (const { pending, before } of filling) {
        this.#answers.end(pending);
        const kept = this.#entries.get(pending.name);
        if (isOfService) pending.reject(error);
        else if (kept !== undefined && kept !== before) pending.resolve(kept);
        // The list failed or the service lost the name, for which somebody waits.
        else if (pending.isWanted) pending.resolve(this.#want(pending.name, this.options.now(), undefined, undefined));
      }
    };
  }
}

/** A name whose answer is awaited, from the question until the answer. */
class PendingName extends PendingAnswer<CacheEntry<Item>> {
  /** Whether somebody waits for a name that fills a list. */
  isWanted = false;

  constructor(
    readonly name: string,
    askedAt: number,
    public maxAgeMs: number | undefined,
    readonly wantedAt: number,
    /** Its share of a list. */
    readonly cost: number,
    onAbandoned: () => void,
  ) {
    super(name, askedAt, onAbandoned);
  }
}

/** As few lists as possible. */
function packTurns(turns: readonly Turn<PendingName>[], maxLength: number): (readonly Turn<PendingName>[])[] {
  const turnOf = new Map(turns.map((turn) => [turn.item.name, turn]));
  return packNames([...turnOf.keys()], maxLength).map((names) => names.map((name) => turnOf.get(name)!));
}

/** One list: the first, with what fits beside it. */
function fullList(turns: readonly Turn<PendingName>[], maxLength: number): readonly Turn<PendingName>[] {
  let room = maxLength + 1;
  return turns.filter(({ item: { name } }) => {
    if (name.length + 1 > room) return false;
    room -= name.length + 1;
    return true;
  });
}

/** The stricter of two limits; undefined is none. */
const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** The records of one market, without duplicates. */
const jsonOfAll = (rows: readonly Row[]): string => [...new Set(rows.map((row) => JSON.stringify(row)))].join();

const lostError = (name: string): ServiceError =>
  new ServiceError('body', `The service left out "${name}", which it had a moment ago: recalculate`, { status: 502 });
