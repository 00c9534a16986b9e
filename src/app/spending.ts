import { PriceError, type Spending } from '../api/spending';
import type { Call } from '../core/call';
import type { Settings } from './settings';

/** How many requests may be sent. */
export interface Budget {
  /** Requests sent today. */
  readonly spent: number;
  /** Infinity if there may be any number. */
  readonly left: number;
  /** Throws if fewer requests than that are left. */
  check(requestCount: number): void;
}

/**
 * Blocks formulas that need more requests than the settings allow until the user agrees, which lasts until the add-in
 * is closed. Once the daily budget is used up, blocks every request.
 */
export class RequestLimit implements Spending {
  readonly #allowed = new Set<string>();
  /** How many requests this session has sent, by their day as Date.toDateString names it. */
  readonly sentOn: Record<string, number> = {};
  /** Undefined if none is set. */
  budget: Budget | undefined;

  constructor(
    private readonly settings: () => Pick<Settings, 'maxRequests'>,
    /** Whether the user knows how many requests a call needs, and agreed. */
    readonly isAccepted: (call: Call) => boolean,
  ) {}

  get maxRequests(): number {
    return this.settings().maxRequests || Infinity;
  }

  allow(question: string): void {
    this.#allowed.add(question);
  }

  check(question: string, requestCount: number, maxRequests = this.maxRequests): void {
    if (requestCount > maxRequests && !this.#allowed.has(question)) throw new PriceError(requestCount);
    this.budget?.check(requestCount);
  }

  spend(atMs: number): void {
    this.budget?.check(1);
    const day = new Date(atMs).toDateString();
    this.sentOn[day] = (this.sentOn[day] ?? 0) + 1;
  }
}
