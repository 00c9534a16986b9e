import { MS_PER_MINUTE, SECONDS_PER_DAY } from '../../core/calendar/dates';
import { isRecord } from '../../core/basics';
import type { Caches, CacheListener } from '../cache/caches';
import type { Quota, QuotaUpdate } from '../service/quota';
import { type Election, PROTOCOL } from './election';
import type { Store } from './store';

type QuoteRecord = readonly [list: string, name: string, json: string, ageMs: number];

/** What a node tells all others. Clocks may differ, so times are durations. */
interface Update {
  readonly from: string;
  /** Of what a leader has learned: its term. */
  readonly term?: number;
  readonly quotes?: readonly QuoteRecord[];
  readonly answer?: { readonly path: string; readonly body: string; readonly ageMs: number; readonly freshMs: number };
  readonly quota?: QuotaUpdate;
  readonly wanted?: Readonly<Record<string, readonly string[]>>;
  /** Whether the leader has given up its lease. */
  readonly hasLeft?: boolean;
}

const CHANNEL = `updates:${PROTOCOL}`;
/** What is learned at about the same time is sent together. */
const GATHER_MS = 5;
/** No more is sent together, so that no node hears late of the leader: larger answers are requested when they are needed. */
const MAX_LENGTH = 200_000;
/** How often, and for how long, the store keeps what the firm asks for. */
const [NAMES_EVERY_MS, NAMES_KEPT_SECONDS] = [MS_PER_MINUTE, 30 * SECONDS_PER_DAY];

/**
 * Keeps the caches of all nodes alike: the leader tells what it learns from the service, the others tell it what is
 * wanted at them. Nothing counts that comes from somebody who no longer leads.
 */
export class Replication implements CacheListener {
  #caches: Caches | undefined;
  #quota: Quota | undefined;
  #quotes: QuoteRecord[] = [];
  /** Characters of these. */
  #length = 0;
  #wanted = new Map<string, Set<string>>();
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #telling: ReturnType<typeof setInterval> | undefined;
  #stopKeeping: (() => void) | undefined;

  constructor(
    private readonly store: Store,
    private readonly election: Election,
    private readonly now: () => number,
  ) {}

  /** @param everyMs how often the leader is told what is wanted here, and tells the requests of the day */
  async start(caches: Caches, quota: Quota, everyMs: number): Promise<void> {
    this.#caches = caches;
    this.#quota = quota;
    await this.store.subscribe(CHANNEL, (message) => {
      try {
        this.#receive(JSON.parse(message));
      } catch {
        // From a node of another release: its data is requested when needed.
      }
    });
    this.#telling = setInterval(() => {
      this.#tellWanted();
      // Again and again, since a node may join at any time.
      const quotaNow = this.#quota?.update;
      if (quotaNow) this.#tellAsLeader({ quota: quotaNow });
    }, everyMs);
    this.#stopKeeping = await keepNames(caches, this.store, () => this.election.ownTerm !== undefined);
  }

  close(): void {
    clearTimeout(this.#gathering);
    clearInterval(this.#telling);
    this.#stopKeeping?.();
  }

  onQuote(list: string, name: string, json: string, askedAt: number): void {
    // The others learn it from the leader.
    if (this.election.ownTerm === undefined || this.#length + json.length > MAX_LENGTH) return;
    this.#length += json.length;
    this.#quotes.push([list, name, json, Math.round(this.now() - askedAt)]);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#length = 0;
      this.#tellAsLeader({ quotes: this.#quotes.splice(0) });
    }, GATHER_MS);
  }

  onAnswer(
    path: string,
    { status, body, askedAt }: Parameters<NonNullable<CacheListener['onAnswer']>>[1],
    freshUntil: number,
  ): void {
    if (status !== 200 || body.length > MAX_LENGTH) return;
    const now = this.now();
    this.#tellAsLeader({
      answer: { path, body, ageMs: Math.round(now - askedAt), freshMs: Math.round(freshUntil - now) },
    });
  }

  onWanted(list: string, name: string): void {
    const names = this.#wanted.get(list);
    if (names) names.add(name);
    else this.#wanted.set(list, new Set([name]));
  }

  /** Tells the others that nobody leads, so that one of them takes the lease at once. */
  tellLeft(): void {
    this.#tell({ hasLeft: true });
  }

  #tellWanted(): void {
    if (this.#wanted.size === 0) return;
    const wanted = Object.fromEntries([...this.#wanted].map(([list, names]) => [list, [...names]]));
    this.#wanted = new Map();
    if (this.election.ownTerm === undefined) this.#tell({ wanted });
  }

  #tellAsLeader(update: Pick<Update, 'quotes' | 'answer' | 'quota'>): void {
    const term = this.election.ownTerm;
    if (term !== undefined) this.#tell({ term, ...update });
  }

  #tell(update: Omit<Update, 'from'>): void {
    // It is lost while the store is away; then the others ask.
    if (this.store.isUp)
      this.store.publish(CHANNEL, JSON.stringify({ from: this.election.id, ...update })).catch(() => undefined);
  }

  #receive(update: unknown): void {
    if (!isRecord(update) || update.from === this.election.id || !this.#caches) return;
    const { term, quotes = [], answer, quota, wanted = {}, hasLeft } = update as unknown as Update;
    if (hasLeft === true) void this.election.renew();
    for (const [list, names] of Object.entries(wanted))
      for (const name of names) this.#caches.listCalled(list).note(name);
    if (term === undefined || !this.election.accepts(term)) return;
    const now = this.now();
    for (const [list, name, json, ageMs] of quotes) this.#caches.listCalled(list).learn(name, json, now - ageMs);
    if (answer) {
      const { path, body, ageMs, freshMs } = answer;
      this.#caches.responses.learn(path, { status: 200, body, askedAt: now - ageMs }, now + freshMs);
    }
    if (quota) this.#quota?.hear(quota);
  }
}

/**
 * Keeps in the store which symbols the firm asks for, so that lists are full from the first one also after every node
 * was restarted. Returns a function that stops it.
 *
 * @internal
 */
export async function keepNames(
  caches: Caches,
  store: Store,
  isLeading: () => boolean,
  everyMs = NAMES_EVERY_MS,
): Promise<() => void> {
  const key = store.key('names');
  const keep = async (): Promise<void> => {
    const { names } = caches;
    if (!isLeading() || Object.keys(names).length === 0) return;
    await store.ask((client) => client.set(key, JSON.stringify(names), { EX: NAMES_KEPT_SECONDS }));
  };
  try {
    const kept: unknown = JSON.parse((await store.ask((client) => client.get(key))) ?? '{}');
    if (isRecord(kept))
      for (const [list, names] of Object.entries(kept))
        caches.listCalled(list).remember((names as unknown[]).map(String));
  } catch {
    // Lists are then filled as soon as symbols have been asked for.
  }
  // What is wanted while the store is away is kept a minute later.
  const timer = setInterval(() => void keep().catch(() => undefined), everyMs);
  return () => {
    clearInterval(timer);
  };
}
