import { PriceError, type Spending } from '../api/spending';
import type { Call } from '../core/call';
import type { Settings } from './settings';

/** How many requests may be sent. */
export interface Budget {
  /** Requests of this day so far. */
  readonly spent: number;
  /** Throws where that many more requests are not left. */
  check(requestCount: number): void;
}

/**
 * Lets no formula ask for more requests than the settings say before the user has allowed it, for as long as the add-in runs; and nothing
 * at all once the budget of the day is used up.
 */
export class RequestLimit implements Spending {
  readonly #allowed = new Set<string>();
  /** Undefined where none is set. */
  budget: Budget | undefined;

  constructor(
    private readonly settings: () => Pick<Settings, 'mostRequests'>,
    /** Whether the user has been told what a call takes, and wants it. */
    readonly isAccepted: (call: Call) => boolean,
  ) {}

  get most(): number {
    return this.settings().mostRequests || Infinity;
  }

  allow(question: string): void {
    this.#allowed.add(question);
  }

  check(question: string, requestCount: number, most = this.most): void {
    if (requestCount > most && !this.#allowed.has(question)) throw new PriceError(requestCount);
    this.budget?.check(requestCount);
  }

  checkBudget(): void {
    this.budget?.check(1);
  }
}
