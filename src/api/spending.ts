import type { Call } from '../core/call';
import { CellError } from '../core/errors';

/** #N/A: a formula waits until the user allows its requests. */
export class PriceError extends CellError {
  override readonly name = 'PriceError';

  /** @param requestCount the approximate number of requests */
  constructor(readonly requestCount: number) {
    super('#N/A', `About ${requestCount.toLocaleString('en')} requests: allow it in the MD pane`);
  }
}

/** Decides what may be requested from the service. */
export interface Spending {
  /** A formula that needs more requests waits until the user allows it; Infinity: none waits. */
  readonly maxRequests: number;
  /** Whether the user knows how many requests a call needs, and agreed. */
  isAccepted(call: Call): boolean;
  /** Allows a question from now on, whatever it needs. */
  allow(question: string): void;
  /** Throws a PriceError for a question that needs too many requests and has not been allowed. */
  check(question: string, requestCount: number): void;
  /** Counts a request that is about to be sent; throws instead once nothing more may be sent today. */
  spend(atMs: number): void;
  /** How many requests may still be sent today. @default any number */
  readonly budget: { readonly left: number } | undefined;
}
