import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Answered, refusal } from '../interface/replies';

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
