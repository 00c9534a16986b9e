import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** A store in which nodes count together. */
interface LimitStore {
  readonly client: unknown;
  readonly isUp: () => boolean;
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
    try {
      await (this.store?.isUp() && this.#shared ? this.#shared : this.#own).consume(person);
      return undefined;
    } catch (error) {
      // Any other error is the store's fault, for which nobody has to wait.
      return error instanceof RateLimiterRes ? error.msBeforeNext : undefined;
    }
  }
}
