import type { Operation } from '../../api/interface/operation';
import { type Answered, refusal } from '../replies';
import { type Groups, problemOf } from './groups';
import { PersonalTokens, type StateOfTokens, type TokenStorage } from './personal-tokens';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { PersonRateLimiter } from './allowances';

/** Somebody who was recognized. */
export interface Person {
  readonly name: string;
  /** Groups that allow areas and operations. @default everything is allowed */
  readonly groups?: readonly string[];
}

/** What an operator wants to know of the tokens. */
export interface TokenState extends StateOfTokens {
  /** Whether everybody needs one. */
  readonly isNeeded: boolean;
}

/**
 * Who may send requests, and what. Whether tokens are needed is decided once, at the start, and by no data: no loss of
 * any kind opens the gateway.
 */
export class People {
  readonly #tokens: PersonalTokens;

  /** @param say told whenever tokens become unreadable or readable again */
  constructor(
    storage: TokenStorage | undefined,
    private readonly groups: Groups,
    private readonly limits: PersonRateLimiter,
    readonly isTokenNeeded: boolean,
    say: (text: string) => void = () => undefined,
  ) {
    this.#tokens = new PersonalTokens(storage, say);
  }

  /** Reads the tokens now and at regular intervals. Rejects if nothing can be read of them now. */
  start(): Promise<void> {
    return this.#tokens.start();
  }

  stop(): void {
    this.#tokens.stop();
  }

  get state(): TokenState {
    return { isNeeded: this.isTokenNeeded, ...this.#tokens.state };
  }

  /** The person with a token, or the answer that refuses it. */
  find(token: string | null): Person | Answered {
    if (!token) return unknown('no token', 'This gateway requires a personal token: enter yours in the MD pane');
    const found = this.#tokens.find(token);
    return 'name' in found ? found : unknown(found.reason, found.sentence);
  }

  /** Whether the person may request that now; otherwise the answer that says why not. */
  async allow({ name, groups }: Person, operation: Operation | undefined): Promise<Answered | undefined> {
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
}

const unknown = (reason: string, detail: string): Answered => ({ ...refusal(401, detail), reason });

export const isRefusal = (result: Person | Answered): result is Answered => 'status' in result;

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
