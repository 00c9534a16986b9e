import { minMaxAgeMs } from '../../api/lookup/ask';
import type { BatchWindow } from '../../api/lookup/batch';
import type { ListOptions } from '../../api/lookup/failed-list';
import { askInLists, ListHistory, ownerIn, recordsByName } from '../../api/lookup/lists';
import { ServiceError } from '../../api/service-error';
import { decode, type ParameterValues, requestPath } from '../../api/transport/wire';
import type { Row } from '../../core/columns';
import { lettersOf, RecentMap } from '../../core/basics';
import { packNames } from '../../core/packing';
import { RefusedError, textIn } from '../errors';
import { memoryOf } from '../replies';
import type { Asking, Turn } from '../service/inquiries';
import type { ServiceDescription } from '../service/described';
import type { UpstreamQuestion, UpstreamReply } from '../service/upstream';
import {
  type AgeLimits,
  AnswerCache,
  type AnswerCacheOptions,
  type CacheEntry,
  isKept,
  isMissing,
  type Item,
  PendingName,
} from './answer-cache';

interface ListCacheOptions extends AnswerCacheOptions {
  readonly values: ParameterValues;
  readonly window: BatchWindow;
  readonly described: Pick<ServiceDescription, 'lengthOf' | 'learnLength'>;
  readonly fills: boolean;
}

/** This many waiting names are considered to fill a list: enough to find names of every length. */
const LOOK_AHEAD = 64;
/** A symbol with a quote this recent is known to the service. */
const KNOWN_MS = 600_000;

/** Requests symbols or markets in the fewest lists, and fills free room with names that were read before. */
export class ListCache extends AnswerCache<ListCacheOptions, CacheEntries> {
  /** Undefined for quotes, which come in the requested order. */
  readonly #order: AnswerOrder | undefined;
  readonly #history = new ListHistory();
  readonly #ownerOf: (row: Row) => string;
  /** Names that filled a list without an answer or made it fail. They fill no list until they have been answered. */
  readonly #spoilers = new Set<string>();
  #isGathering = false;
  #memory = 0;

  constructor(options: ListCacheOptions) {
    super(options, new CacheEntries());
    const isOfQuotes = options.operation.kind === 'quotes';
    if (!isOfQuotes) this.#order = new AnswerOrder();
    this.#ownerOf = ownerIn(isOfQuotes ? 'symbol' : 'mic');
  }

  override readAnswer(name: string, ageLimits: AgeLimits, asking?: Asking): CacheEntry | Promise<CacheEntry> {
    // Every question, even one that is answered from memory, shows that more may follow.
    this.options.window.noteLookup();
    return super.readAnswer(name, ageLimits, asking);
  }

  override bodyOf(items: readonly CacheEntry[]): Pick<Item, 'body'> {
    let json = '';
    for (const { value } of this.#order?.inOrder(items) ?? items)
      if (value.body !== '') json += json === '' ? value.body : `,${value.body}`;
    return { body: this.options.operation.shape === 'array' ? `[${json}]` : `{"items":[${json}]}` };
  }

  askAhead(share: number): void {
    if (this.options.operation.kind !== 'quotes') return;
    for (const name of [...this.entries.due(this.options.now(), this.#freshMs, share)]) {
      if (this.answers.pendingAsk(name) === undefined && this.failureOf(name) === undefined)
        this.wantAnswer(name, 0, undefined, -Infinity).catch(() => undefined);
    }
  }

  get memory(): number {
    return this.#memory;
  }

  get #listLength(): number {
    return this.options.described.lengthOf(this.options.operation);
  }

  get #freshMs(): number {
    return this.options.freshMs('', this.options.now());
  }

  protected override costOf(name: string): number {
    return (name.length + 1) / (this.#listLength + 1);
  }

  protected override sendSoon(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.options.window.schedule(() => {
      this.#isGathering = false;
      this.openLane();
    });
  }

  protected override requestsToSend(free: number): readonly (readonly Turn<PendingName>[])[] {
    const listLength = this.#listLength;
    const isAlone = ({ item: { name } }: Turn<PendingName>): boolean =>
      name.length > listLength || this.#goesAlone(name);
    const first = this.inTurn(Math.max(free * 25, listLength / 2) + LOOK_AHEAD);
    const alone = first.filter(isAlone).map((turn) => [turn]);
    const together = first.filter((turn) => !isAlone(turn));
    const all = [...packTurns(together, listLength), ...alone];
    if (first.length === this.size && all.length <= free) return all;
    // Not everything can be sent, so the names whose turn it is are sent, with others that fit.
    const [next] = first;
    if (next === undefined) return [];
    const beside = fillList(
      [],
      listLength,
      together.map(({ item }) => item.name),
    );
    return [isAlone(next) ? [next] : together.filter(({ item }) => beside.includes(item.name))];
  }

  protected override loadAnswers(turns: readonly Turn<PendingName>[]): readonly Promise<CacheEntry>[] {
    const pending = turns.map(({ item }) => item);
    const askerOf = new Map(turns.map(({ item, asker }) => [item.name, asker]));
    const { inquiries, operation } = this.options;
    const rows = askInLists(pending, {
      nameOf: (name) => name,
      parameter: operation.batchBy,
      // They form one list, with the maximum length that was known when it was packed.
      maxLength: pending.map(({ name }) => name).join().length,
      send: (names, _, options) => {
        // The person who asks for a refused name pays for every request that it takes to find the name.
        if (options.priority === 'follow-up')
          for (const name of names) inquiries.spendRequests(askerOf.get(name)!, 1 / names.length);
        return this.#ask(names, pending, options);
      },
      ownerOf: this.#ownerOf,
      history: this.#history,
      isOutOfOrder: () => inquiries.problemOf(operation, undefined) !== undefined,
    });
    return pending.map(({ name }, index) => this.#settle(name, rows[index]!));
  }

  async #settle(name: string, rows: Promise<readonly Row[]>): Promise<CacheEntry> {
    const startedAt = this.options.now();
    try {
      const [row] = await rows;
      const kept = this.entries.entryOf(name)!;
      if (row === undefined && !isMissing(kept.value) && kept.askedAt < startedAt) throw lostError(name);
    } catch (error) {
      if (!(error instanceof RefusedError) || !isKept(error.refusal.status)) throw error;
      this.#put(name, error.refusal, error.askedAt);
    }
    return this.entries.entryOf(name)!;
  }

  /** A part of a list that failed is not filled, so that a name that filled it cannot spoil the part too. */
  async #ask(names: readonly string[], list: readonly PendingName[], options: ListOptions): Promise<readonly Row[]> {
    const { operation, values, inquiries, fills, described } = this.options;
    const { isOnce, afterFailures, isUncounted, isSuspect } = options;
    const isWhole = options.priority === 'foreground';
    const isFilled = fills && isWhole && !names.some((name) => this.#goesAlone(name));
    const added = isFilled ? fillList(names, this.#listLength, this.#candidates(names)) : [];
    const symbols = [...names, ...added];
    const path = requestPath(operation, { ...values, [operation.batchBy!]: symbols }, {}, Infinity);
    const maxAgeMs = minMaxAgeMs(names.flatMap((name) => this.answers.pendingAsk(name) ?? []));
    const question: UpstreamQuestion = {
      path,
      maxAgeMs,
      isSuspect,
      afterFailures,
      // A failed list is sent again without the filling names.
      isOnce: isOnce === true || added.length > 0,
      isUncounted: isUncounted === true || added.length > 0,
      isAbandoned: () =>
        list.every((one) => one.isAbandoned) && !added.some((name) => this.answers.pendingAsk(name)?.isWanted === true),
    };
    const end = this.#fill(added);
    try {
      const answer = await inquiries.askService(operation, names.join(), question, (reply) => {
        if (reply.status !== 200) throw new RefusedError(reply, reply.askedAt);
        const text = reply.isOfBytes === true ? textIn(Buffer.from(reply.body, 'latin1')) : reply.body;
        return { ...reply, rows: decode(operation, text).rows };
      });
      this.#keep(answer, symbols, added);
      end();
      return answer.rows;
    } catch (error) {
      const isTooLong = error instanceof RefusedError && described.learnLength(operation, symbols, error.refusal);
      const isOfAdded = added.length > 0 && error instanceof ServiceError && !error.isOfService;
      if (isOfAdded && !isTooLong) for (const name of added) this.#spoilers.add(name);
      end(error);
      if (isTooLong) {
        const longest = Math.max(this.#listLength, ...names.map(({ length }) => length));
        const parts = packNames(names, longest).map((part) =>
          this.#ask(part, list, { ...options, priority: 'follow-up' }),
        );
        return (await Promise.all(parts)).flat();
      }
      // Any name may be at fault. Several are divided further; one is sent again alone.
      if (isOfAdded && names.length === 1) return this.#ask(names, list, { ...options, priority: 'follow-up' });
      throw error;
    }
  }

  #keep(
    { rows, askedAt, sentAt }: UpstreamReply & { readonly rows: readonly Row[] },
    symbols: readonly string[],
    added: readonly string[],
  ): void {
    const { operation } = this.options;
    const records = [...recordsByName(symbols, rows, this.#ownerOf)];
    this.#order?.learnOrder(records.flatMap(([name, same]) => (same !== undefined && same.length > 0 ? [name] : [])));
    for (const [name, same] of records) {
      if (same !== undefined && same.length > 0) {
        const body = operation.kind === 'quotes' ? JSON.stringify(same[0]) : jsonOfAll(same);
        this.#put(name, { status: 200, body }, askedAt, sentAt);
        this.#spoilers.delete(name);
        // Nobody has asked for the filling names: a later question for one goes to the service.
      } else if (added.includes(name)) this.#spoilers.add(name);
      else if (same !== undefined) this.#noteLeftOut(name, askedAt);
    }
  }

  /** A quote that existed a moment ago was lost on the way; any other name is unknown to the service. */
  #noteLeftOut(name: string, askedAt: number): void {
    const before = this.entries.entryOf(name);
    const isLost = before !== undefined && !isMissing(before.value) && askedAt - before.askedAt < KNOWN_MS;
    if (!isLost) this.#put(name, { status: 200, body: '' }, askedAt);
  }

  #put(name: string, item: Item, askedAt: number, sentAt = askedAt): void {
    const before = this.#memoryOf(name);
    this.entries.putEntry(name, item, askedAt, sentAt);
    this.#memory += this.#memoryOf(name) - before;
  }

  #memoryOf(name: string): number {
    return memoryOf(this.entries.entryOf(name)?.value ?? { body: '' });
  }

  *#candidates(names: readonly string[]): Generator<string, void> {
    const [now, freshMs] = [this.options.now(), this.#freshMs];
    const letters = new Set(names.map(lettersOf));
    const isFree = (name: string): boolean =>
      this.answers.pendingAsk(name) === undefined &&
      !this.#isUnknown(name) &&
      !this.#spoilers.has(name) &&
      !this.#goesAlone(name) &&
      // If two names have the same letters, a record in another spelling could belong to either.
      !letters.has(lettersOf(name));
    yield* this.entries.candidates(now, freshMs).filter(isFree);
    // A question for names that were not read lately means an opened workbook: other earlier names will follow.
    const isOpening = names.some((name) => (this.entries.entryOf(name)?.askedAt ?? -Infinity) < now - 2 * freshMs);
    if (isOpening) yield* this.entries.idle.filter(isFree);
  }

  /** Whether it was refused or failed last time. It is then sent alone, so that no list is divided for it again. */
  #goesAlone(name: string): boolean {
    return this.#history.isSuspect(name) || (this.entries.entryOf(name)?.value.status ?? 200) !== 200;
  }

  #isUnknown(name: string): boolean {
    const kept = this.entries.entryOf(name);
    return kept !== undefined && isMissing(kept.value);
  }

  /** Lets questions for a filling name wait for its list. Returns the function to call at the end. */
  #fill(added: readonly string[]): (error?: unknown) => void {
    const askedAt = this.options.now();
    const filling = added.map((name) => {
      const pending = new PendingName(name, { askedAt });
      this.answers.beginAsk(pending);
      return { pending, before: this.entries.entryOf(name) };
    });
    return (error) => {
      const isOfService = error !== undefined && !(error instanceof ServiceError && !error.isOfService);
      for (const { pending, before } of filling) {
        this.answers.endAsk(pending);
        const kept = this.entries.entryOf(pending.name);
        if (isOfService) pending.reject(error);
        else if (kept !== undefined && kept !== before) pending.resolve(kept);
        // The list failed or the service lost the name, and a question waits for it.
        else if (pending.isWanted) pending.resolve(this.wantAnswer(pending.name));
      }
    };
  }
}

/** Names for the free room of a list. @param maxLength of the list in characters, including commas */
export function fillList(names: readonly string[], maxLength: number, candidates: Iterable<string>): string[] {
  const taken = new Set(names);
  let room = maxLength + 1 - names.reduce((sum, name) => sum + name.length + 1, 0);
  const added: string[] = [];
  for (const name of candidates) {
    if (name.length + 1 > room || taken.has(name)) continue;
    taken.add(name);
    added.push(name);
    room -= name.length + 1;
  }
  return added;
}

/** The order in which the service returns names, learned from its answers: it need not be the requested order. */
export class AnswerOrder {
  #places: ReadonlyMap<string, number> = new Map();

  /** New names follow the known one before them; those at the beginning stand before the first known one. */
  learnOrder(names: readonly string[]): void {
    const known = this.#places;
    const following = new Map<string | undefined, string[]>([[undefined, []]]);
    let before: string | undefined;
    for (const name of names)
      if (known.has(name)) following.set((before = name), []);
      else following.get(before)!.push(name);
    const leading = following.get(undefined)!;
    const first = names.find((name) => known.has(name));
    const all = [...known.keys()].flatMap((name) => [
      ...(name === first ? leading : []),
      name,
      ...(following.get(name) ?? []),
    ]);
    const ordered = first === undefined ? [...all, ...leading] : all;
    this.#places = new Map(ordered.map((name, place) => [name, place]));
  }

  inOrder<T extends { readonly name: string }>(items: readonly T[]): readonly T[] {
    const placeOf = ({ name }: T): number => this.#places.get(name) ?? Infinity;
    // The same place for two that have none.
    return items.toSorted((one, other) => placeOf(one) - placeOf(other) || 0);
  }
}

function packTurns(turns: readonly Turn<PendingName>[], maxLength: number): (readonly Turn<PendingName>[])[] {
  const turnOf = new Map(turns.map((turn) => [turn.item.name, turn]));
  return packNames([...turnOf.keys()], maxLength).map((names) => names.map((name) => turnOf.get(name)!));
}

const jsonOfAll = (rows: readonly Row[]): string => [...new Set(rows.map((row) => JSON.stringify(row)))].join();

const lostError = (name: string): ServiceError =>
  new ServiceError('body', `The service left out "${name}", which it had a moment ago: recalculate`, { status: 502 });

/** Limit for rarely read answers, which are kept in case the service fails. */
const MAX_COLD = 50_000;
/** Limit for the others: where lists are not filled, no search sets any aside. */
const MAX_WARM = 100_000;
/** Limit for remembered names that nobody reads now. */
const MAX_IDLE = 2_000;
const MAX_CANDIDATES = 200;
const NEWEST = 0.25;

/** The oldest request first. Names that were not read for two periods are separate, so that searches skip them. */
export class CacheEntries {
  readonly #warm = new Map<string, CacheEntry>();
  readonly #cold = new RecentMap<string, CacheEntry>(MAX_COLD);
  readonly #idle = new Set<string>();

  entryOf(name: string): CacheEntry | undefined {
    return this.#warm.get(name) ?? this.#cold.get(name);
  }

  noteWanted(entry: CacheEntry, now: number): void {
    const pauseMs = now - entry.wantedAt;
    if (pauseMs < Infinity)
      entry.pauseMs = entry.pauseMs === 0 ? pauseMs : entry.pauseMs + NEWEST * (pauseMs - entry.pauseMs);
    entry.wantedAt = now;
  }

  /** Keeps an answer unless a newer one exists. A name that was wanted stays wanted. */
  putEntry(name: string, value: Item, askedAt: number, sentAt = askedAt): void {
    const before = this.entryOf(name);
    if (before !== undefined && before.askedAt > askedAt) return;
    // Pauses from before it was abandoned say nothing about the future.
    const pauseMs = this.#warm.get(name)?.pauseMs ?? 0;
    this.#idle.delete(name);
    // Deleted and inserted again, so that it moves to the end.
    this.#warm.delete(name);
    this.#warm.set(name, {
      name,
      value,
      askedAt,
      sentAt,
      wantedAt: before?.wantedAt ?? -Infinity,
      pauseMs,
    });
    if (this.#warm.size <= MAX_WARM) return;
    // Half of them at once: after many deletions, finding the oldest takes long.
    for (const oldest of this.#warm.values()) {
      if (this.#warm.size <= MAX_WARM / 2) break;
      this.#layAside(oldest);
    }
  }

  /** An old answer can wait for its next reader, so rarely read answers are less urgent. */
  candidates(now: number, freshMs: number): readonly string[] {
    const candidates: CacheEntry[] = [];
    for (const entry of this.#oldest(now, freshMs)) {
      if (entry.askedAt >= now - freshMs / 3 || candidates.length === MAX_CANDIDATES) break;
      candidates.push(entry);
    }
    return candidates.sort((a, b) => a.askedAt + a.pauseMs - b.askedAt - b.pauseMs).map(({ name }) => name);
  }

  /** Names to request ahead, oldest first: wanted since their request, within two periods. */
  *due(now: number, freshMs: number, share: number): Generator<string, void> {
    for (const { name, askedAt, wantedAt } of this.#oldest(now, freshMs)) {
      if (askedAt > now - freshMs * share) return;
      if (wantedAt > askedAt) yield name;
    }
  }

  /** Names that were read earlier but not now, the last read first. */
  get idle(): readonly string[] {
    return [...this.#idle].reverse();
  }

  #layAside(entry: CacheEntry): void {
    this.#warm.delete(entry.name);
    this.#cold.set(entry.name, entry);
    this.#idle.delete(entry.name);
    this.#idle.add(entry.name);
    for (const longest of this.#idle) {
      if (this.#idle.size <= MAX_IDLE) break;
      this.#idle.delete(longest);
    }
  }

  *#oldest(now: number, freshMs: number): Generator<CacheEntry, void> {
    for (const entry of this.#warm.values()) {
      if (entry.wantedAt <= now - 2 * freshMs) {
        this.#layAside(entry);
      } else {
        yield entry;
      }
    }
  }
}
