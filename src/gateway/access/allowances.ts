import { randomUUID } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { MS_PER_DAY, SECONDS_PER_DAY } from '../../core/calendar/dates';
import type { Store } from '../nodes/store';
import { type Questioner } from '../service/asking';
import { NotNowError } from '../errors';

/** How much may be asked for; undefined is any number. Requests are those that reach the service. */
export type Limits = Readonly<Partial<Record<(typeof LIMITS)[number], number | undefined>>>;

/** The names of limits, as a file of groups has them. */
export const LIMITS = ['symbolsPerSecond', 'symbolsPerDay', 'requestsPerSecond', 'requestsPerDay'] as const;

interface AllowancesOptions {
  /** Of each person. */
  readonly person: Limits;
  /** Of all members of a group together. */
  readonly groupOf: (name: string) => Limits | undefined;
  /** In milliseconds, never set back. */
  readonly now: () => number;
}

/** A person or a group with its limits. */
interface Limited {
  /** That of a person has no colon. */
  readonly key: string;
  readonly who: string;
  readonly limits: Limits;
}

/** What is used of an amount each second. A large question may overdraw it: then the next waits until it is made up for. */
class PerSecond {
  readonly #left = new Map<string, { amount: number; at: number }>();

  constructor(private readonly now: () => number) {}

  /** How long until something is left, in milliseconds; 0 if there is. */
  waitMs(key: string, perSecond: number, waiting = 0): number {
    const missing = waiting - this.#leftOf(key, perSecond);
    return missing < 0 ? 0 : Math.max(1, (missing / perSecond) * 1000);
  }

  spend(key: string, perSecond: number, amount: number): void {
    this.#left.set(key, { amount: this.#leftOf(key, perSecond) - amount, at: this.now() });
  }

  #leftOf(key: string, perSecond: number): number {
    const last = this.#left.get(key);
    if (!last) return perSecond;
    return Math.min(perSecond, last.amount + ((this.now() - last.at) / 1000) * perSecond);
  }
}

/**
 * How many symbols people may ask for, and how many requests to the service they may cause: in a second, and in a day
 * (UTC). Symbols of a second are counted by each node; requests by the leader; days by all.
 */
export class Allowances {
  readonly symbolsOfDay = new DayCounts();
  readonly requestsOfDay = new DayCounts();
  readonly #symbols: PerSecond;
  readonly #requests: PerSecond;
  /** Of requests that several people share. */
  readonly #parts = new Map<string, number>();

  constructor(private readonly options: AllowancesOptions) {
    this.#symbols = new PerSecond(options.now);
    this.#requests = new PerSecond(options.now);
  }

  /** Counts symbols. Returns why they may not be asked for now. */
  takeSymbols(asker: Questioner, count: number): NotNowError | undefined {
    const all = this.#limitedOf(asker);
    for (const { key, who, limits } of all) {
      const { symbolsPerSecond = Infinity, symbolsPerDay = Infinity } = limits;
      const left = symbolsPerDay - (this.symbolsOfDay.today.get(key) ?? 0);
      if (count > left)
        return left > 0
          ? notToday(`${who} ${symbolsPerDay} symbols`, `of which ${left} are left: ask for fewer than these ${count}`)
          : tooManyToday(who, `${symbolsPerDay} symbols`);
      const waitMs = this.#symbols.waitMs(key, symbolsPerSecond);
      if (waitMs > 0) return tooMany(who, `${symbolsPerSecond} symbols`, waitMs);
    }
    for (const { key, limits } of all) {
      if (limits.symbolsPerSecond !== undefined) this.#symbols.spend(key, limits.symbolsPerSecond, count);
      if (limits.symbolsPerDay !== undefined) this.symbolsOfDay.add(key, count);
    }
    return undefined;
  }

  /**
   * Why somebody may cause no more requests now.
   *
   * @param waiting requests that already wait for this person
   */
  problemOf(asker: Questioner, waiting: number): NotNowError | undefined {
    for (const { key, who, limits } of this.#limitedOf(asker)) {
      const { requestsPerSecond = Infinity, requestsPerDay = Infinity } = limits;
      if ((this.requestsOfDay.today.get(key) ?? 0) + waiting >= requestsPerDay)
        return tooManyToday(who, `${requestsPerDay} requests to the service`);
      const waitMs = this.#requests.waitMs(key, requestsPerSecond, waiting);
      if (waitMs > 0) return tooMany(who, `${requestsPerSecond} requests to the service`, waitMs);
    }
    return undefined;
  }

  /** Counts what was sent to the service for somebody. */
  spend(asker: Questioner, requests: number): void {
    for (const { key, limits } of this.#limitedOf(asker)) {
      if (limits.requestsPerSecond !== undefined) this.#requests.spend(key, limits.requestsPerSecond, requests);
      if (limits.requestsPerDay === undefined) continue;
      const parts = (this.#parts.get(key) ?? 0) + requests;
      // Sevenths do not add up to one exactly.
      const whole = Math.floor(parts + 1e-6);
      this.#parts.set(key, parts - whole);
      if (whole > 0) this.requestsOfDay.add(key, whole);
    }
  }

  /** Nobody is limited while nobody needs a token. */
  #limitedOf({ person, name = person, groups = [] }: Questioner): readonly Limited[] {
    if (person === '') return [];
    const { groupOf, person: limits } = this.options;
    return [
      { key: person, who: name, limits },
      ...groups.flatMap((group) => {
        const own = groupOf(group);
        return own ? [{ key: `group:${group}`, who: `the group ${group}`, limits: own }] : [];
      }),
    ];
  }
}

function tooMany(who: string, what: string, waitMs: number): NotNowError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new NotNowError(
    429,
    `The gateway allows ${who} ${what} in a second: try again in ${seconds} s`,
    seconds * 1000,
  );
}

const tooManyToday = (who: string, what: string): NotNowError =>
  notToday(`${who} ${what}`, 'which are used: try again after midnight (UTC)');

function notToday(allowed: string, problem: string): NotNowError {
  const leftMs = MS_PER_DAY - (Date.now() % MS_PER_DAY);
  return new NotNowError(429, `The gateway allows ${allowed} in a day, ${problem}, or ask its administrator`, leftMs);
}

/** How many requests one person may send per second, counted over all nodes if they share a store. */
export class PersonRateLimiter {
  readonly #own: RateLimiterMemory;
  readonly #shared: RateLimiterRedis | undefined;

  /** @param store while it does not answer, each node counts by itself */
  constructor(
    readonly perSecond: number,
    private readonly store?: Store | undefined,
  ) {
    const counted = { points: perSecond, duration: 1, keyPrefix: store?.key('limit') ?? 'md:limit' };
    this.#own = new RateLimiterMemory(counted);
    this.#shared =
      store &&
      new RateLimiterRedis({
        ...counted,
        storeClient: store.client,
        useRedisPackage: true,
        insuranceLimiter: this.#own,
      });
  }

  /** Takes one request; if none is left, returns how long to wait, in milliseconds. */
  async take(person: string): Promise<number | undefined> {
    const [shared, store] = [this.#shared, this.store];
    if (shared && store?.isUp) {
      try {
        return await store.ask(() => waitOf(shared.consume(person)));
      } catch {
        // A store that is frozen never answers.
      }
    }
    return waitOf(this.#own.consume(person));
  }
}

/** How long to wait, in milliseconds; undefined if the request was counted. */
async function waitOf(counted: Promise<unknown>): Promise<number | undefined> {
  try {
    await counted;
    return undefined;
  } catch (error) {
    if (error instanceof RateLimiterRes) return error.msBeforeNext;
    throw error;
  }
}

/** Counts each person's requests today (UTC). Nodes add theirs up in the store, if there is one. */
export class DayCounts {
  #day = dayOf(Date.now());
  #counts = new Map<string, number>();
  #unsent = new Map<string, number>();

  add(person: string, count = 1): void {
    this.#beginDay();
    this.#counts.set(person, (this.#counts.get(person) ?? 0) + count);
    this.#unsent.set(person, (this.#unsent.get(person) ?? 0) + count);
  }

  /** By person, as far as this node knows: its own counts, or those of all nodes as of the last exchange. */
  get today(): ReadonlyMap<string, number> {
    this.#beginDay();
    return this.#counts;
  }

  get day(): string {
    this.#beginDay();
    return this.#day;
  }

  /** Takes the counts that have not been sent to the store yet; they then count as sent. */
  take(): ReadonlyMap<string, number> {
    const unsent = this.#unsent;
    this.#unsent = new Map();
    return unsent;
  }

  /** Sets the sums of all nodes. What was counted since they were asked for is not in them yet. */
  setTotals(day: string, totals: ReadonlyMap<string, number>): void {
    if (day !== this.day) return;
    this.#counts = new Map(totals);
    for (const [person, count] of this.#unsent) this.#counts.set(person, (this.#counts.get(person) ?? 0) + count);
  }

  #beginDay(): void {
    const day = dayOf(Date.now());
    if (day === this.#day) return;
    this.#day = day;
    this.#counts = new Map();
    this.#unsent = new Map();
  }
}

const EVERY_MS = 2_000;
const KEPT_SECONDS = 40 * SECONDS_PER_DAY;

/**
 * Adds the counts of one batch of a node. Each has a higher number than the one before, and counts once: a store that
 * was frozen finds it again and again when it wakes.
 */
const ADD = `if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or 0) >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
for index = 4, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[index], ARGV[index + 1]) end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[3]) end
return 1`;

/**
 * Adds this node's counts of the day to those of all nodes, and fetches the sums: now, at regular intervals, and at the
 * end. Returns a function that ends it.
 *
 * @param of what is counted, as a part of the key in the store
 */
export async function shareCounts(
  counts: DayCounts,
  store: Pick<Store, 'ask' | 'key' | 'isUp'>,
  of = 'day',
  everyMs = EVERY_MS,
): Promise<() => Promise<void>> {
  const node = randomUUID();
  const keyOf = (day: string): string => store.key(`${of}:${day}`);
  let number = 1;
  let batch: { readonly day: string; readonly added: ReadonlyMap<string, number> } | undefined;
  let running: Promise<void> | undefined;
  const exchange = async (): Promise<void> => {
    const { day } = counts;
    batch ??= { day, added: counts.take() };
    const { added } = batch;
    const keys = [keyOf(batch.day), `${keyOf(batch.day)}:batches`];
    const words = [node, String(number), String(KEPT_SECONDS), ...[...added].flat().map(String)];
    try {
      if (added.size > 0) await store.ask((client) => client.eval(ADD, { keys, arguments: words }));
      batch = undefined;
      number++;
      const totals = await store.ask((client) => client.hGetAll(keyOf(day)));
      counts.setTotals(day, new Map(Object.entries(totals).map(([person, count]) => [person, Number(count)])));
    } catch {
      // It may have arrived; it is sent again as it is.
    }
  };
  const exchangeAlone = (): Promise<void> => (running ??= exchange().finally(() => (running = undefined)));
  await exchangeAlone();
  const timer = setInterval(() => void exchangeAlone(), everyMs);
  return async () => {
    clearInterval(timer);
    await running;
    if (store.isUp) await exchangeAlone();
  };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
