import type { Call } from '../core/call';
import { CellError } from '../core/errors';

/** Nothing is asked before the user has allowed what it takes. */
export class PriceError extends CellError {
  /** @param requestCount about how many requests it takes */
  constructor(readonly requestCount: number) {
    super('#N/A', `About ${requestCount.toLocaleString('en')} requests: allow it in the MD pane`);
  }
}

/** Decides what may be asked of the service. */
export interface Spending {
  /** One formula that takes more requests waits until the user allows it; Infinity where none has to. */
  readonly most: number;
  /** Whether the user has been told what a call takes, and wants it. */
  isAccepted(call: Call): boolean;
  /** Lets a question be asked from now on, whatever it takes. */
  allow(question: string): void;
  /** Throws a PriceError for a question that takes too many requests and has not been allowed. */
  check(question: string, requestCount: number): void;
  /** Throws once nothing more may be asked today. */
  checkBudget(): void;
}
