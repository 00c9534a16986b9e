import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** A store in which the nodes count together. */
export interface LimitStore {
  readonly client: unknown;
  readonly isUp: () => boolean;
  readonly prefix: string;
}

/** How often one person may ask in a second, counted over all nodes where they share a store. */
export class Limits {
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

  /** Takes one; how long to wait, in milliseconds, where there is none left. */
  async take(person: string): Promise<number | undefined> {
    try {
      await (this.store?.isUp() && this.#shared ? this.#shared : this.#own).consume(person);
      return undefined;
    } catch (error) {
      // Anything else is a fault of the store, for which nobody has to wait.
      return error instanceof RateLimiterRes ? error.msBeforeNext : undefined;
    }
  }
}
