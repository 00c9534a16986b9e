import type { Operation } from '../../api/interface/operation';
import { type Answered, refusal } from '../interface/replies';
import { StartError } from '../start-error';
import { type Groups, problemOf } from './groups';
import { hasExpired, hashOf, isAhead, type TokenRecord, type TokenStorage } from './token';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes, RateLimiterRedis } from 'rate-limiter-flexible';

/** A revoked token stops working within this time, on every node. */
const RELOAD_MS = 1_000;

/** What an operator wants to know of the tokens. */
export interface TokenState {
  /** Whether everybody needs one. */
  readonly isNeeded: boolean;
  readonly inForce: number;
  readonly revoked: number;
  readonly expired: number;
  /** Stored records that cannot be read; 1 if nothing can be read of a file of tokens. */
  readonly unreadable: number;
  /** Seconds since they were last read. */
  readonly ageSeconds: number;
}

/**
 * Who may send requests, by their tokens. Whether tokens are needed is decided once, at the start, and by no data: no
 * loss of any kind opens the gateway.
 */
export class People {
  /** The newest record of each name that this node has seen. */
  #byName: ReadonlyMap<string, TokenRecord> = new Map();
  #byHash: ReadonlyMap<string, TokenRecord> = new Map();
  #problem: string | undefined;
  #unreadable = 0;
  #readAt = performance.now();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param say told whenever tokens become unreadable or readable again */
  constructor(
    private readonly shelf: TokenStorage | undefined,
    private readonly groups: Groups,
    private readonly limits: PersonRateLimiter,
    readonly isTokenNeeded: boolean,
    private readonly say: (text: string) => void = () => undefined,
  ) {}

  /** Reads the tokens now and at regular intervals. Rejects if nothing can be read of them now. */
  async start(): Promise<void> {
    await this.#reload();
    if (!this.shelf) return;
    this.#timer = setInterval(() => {
      // The last known tokens stay valid while the source cannot be read.
      this.#reload().catch((error: unknown) => {
        if (error instanceof StartError) this.#note(1, error.message);
      });
    }, RELOAD_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get state(): TokenState {
    const now = Date.now();
    const records = [...this.#byName.values()];
    const revoked = records.filter((record) => record.revoked !== undefined).length;
    const expired = records.filter((record) => record.revoked === undefined && hasExpired(record, now)).length;
    return {
      isNeeded: this.isTokenNeeded,
      inForce: records.length - revoked - expired,
      revoked,
      expired,
      unreadable: this.#unreadable,
      ageSeconds: (performance.now() - this.#readAt) / 1000,
    };
  }

  /** The person with a token, or the answer that refuses it. */
  find(token: string | null): TokenRecord | Answered {
    if (!token) return unknown('no token', 'This gateway requires a personal token: enter yours in the MD pane');
    const record = this.#byHash.get(hashOf(token));
    if (!record)
      return unknown(
        'unknown token',
        'The gateway does not know this token: enter yours in the MD pane, or ask for a new one',
      );
    if (record.revoked !== undefined)
      return unknown(`revoked token of ${record.name}`, 'This token was revoked: ask for a new one');
    if (hasExpired(record, Date.now()))
      return unknown(`expired token of ${record.name}`, 'This token has expired: ask for a new one');
    return record;
  }

  /** Whether the person may request that now; otherwise the answer that says why not. */
  async allow({ name, groups }: TokenRecord, operation: Operation | undefined): Promise<Answered | undefined> {
    const problem = operation && problemOf(name, groups, operation, this.groups);
    if (problem !== undefined) return refusal(403, problem);
    const waitMs = await this.limits.take(name);
    if (waitMs === undefined) return undefined;
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    return refusal(
      429,
      `${name} has sent more than ${this.limits.perSecond} requests in a second: try again in ${seconds} s`,
      {
        'retry-after': String(seconds),
      },
    );
  }

  /**
   * Merges what is stored with what is known, record by record: the newer one counts. A store that comes back from an
   * older file, or with some of the tokens, gets the others from the nodes.
   */
  async #reload(): Promise<void> {
    if (!this.shelf) return;
    const { records, unreadable } = await this.shelf.read();
    const merged = new Map(records.map((record) => [record.name, record]));
    const ahead: TokenRecord[] = [];
    for (const known of this.#byName.values()) {
      const stored = merged.get(known.name);
      const isKept = stored ? isAhead(known, stored) : this.shelf.putBack !== undefined;
      if (!isKept && !(stored === undefined && unreadable.includes(known.name))) continue;
      merged.set(known.name, known);
      ahead.push(known);
    }
    this.#byName = merged;
    this.#byHash = new Map([...merged.values()].map((record) => [record.hash, record]));
    this.#readAt = performance.now();
    const names = unreadable.join(', ');
    this.#note(
      unreadable.length,
      unreadable.length === 0
        ? undefined
        : `Tokens that cannot be read: ${names}. Nobody new is let in with them; add or revoke them again`,
    );
    if (ahead.length > 0) await this.shelf.putBack?.(ahead);
  }

  #note(unreadable: number, problem: string | undefined): void {
    this.#unreadable = unreadable;
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.say(problem ?? 'All tokens can be read again');
  }
}

const unknown = (reason: string, detail: string): Answered => ({ ...refusal(401, detail), reason });

export const isRefusal = (result: TokenRecord | Answered): result is Answered => 'status' in result;

/** How many requests of one address are answered with 401 in a minute. */
const [PER_MINUTE, SECONDS] = [30, 60];

/**
 * Limits by address what is refused because nobody is recognized. Whoever shows a valid token is never limited here: many
 * people may share an address.
 */
export class Refusals {
  readonly #limiter = new RateLimiterMemory({ points: PER_MINUTE, duration: SECONDS });

  /** The refusal, or the answer that asks this address to wait. */
  async limit(refused: Answered, address: string | undefined): Promise<Answered> {
    if (address === undefined || refused.status !== 401) return refused;
    try {
      await this.#limiter.consume(networkOf(address));
      return refused;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      const { detail } = JSON.parse(refused.body) as { detail: string };
      const again = `${detail}. It has been asked too often from ${address}: try again in ${seconds} s`;
      return {
        ...refusal(429, again, { 'retry-after': String(seconds) }),
        reason: `${refused.reason ?? ''}, too often`,
      };
    }
  }
}

/** One client may use any address of its IPv6 network. */
const networkOf = (address: string): string => (isIPv6(address) ? address.split(':').slice(0, 4).join(':') : address);

/** A store in which nodes count together. */
interface LimitStore {
  readonly client: unknown;
  readonly isUp: () => boolean;
  /** Waits for the store no longer than it may take; rejects then. */
  readonly ask: <T>(work: () => Promise<T>) => Promise<T>;
  readonly prefix: string;
}

/** How many requests one person may send per second, counted over all nodes if they share a store. */
export class PersonRateLimiter {
  readonly #own: RateLimiterMemory;
  readonly #shared: RateLimiterRedis | undefined;

  /** @param store while it does not answer, each node counts by itself */
  constructor(
    readonly perSecond: number,
    private readonly store?: LimitStore,
  ) {
    const counted = { points: perSecond, duration: 1, keyPrefix: store?.prefix ?? 'md:limit' };
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
    if (shared && store?.isUp()) {
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
