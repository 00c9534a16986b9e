import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

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
