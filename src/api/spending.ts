import type { Allowance, Call } from '../core/call';
import { CellError } from '../core/errors';

/** #N/A: a formula has sent as many requests as it may, or would need more, and waits until the user allows them. */
export class PriceError extends CellError {
  override readonly name = 'PriceError';

  /** @param allowance of the formula that waits: how many requests are missing is said when the sentence is read */
  constructor(readonly allowance: Pick<Allowance, 'missing'>) {
    super('#N/A');
    Object.defineProperty(this, 'message', {
      get: () => `About ${allowance.missing.toLocaleString('en')} requests: allow it in the MD pane`,
    });
  }
}

/** A question that waits for its answer. */
export interface Asker {
  /** The calls of the formulas that ask it. */
  readonly callers: readonly Call[];
  /** How many requests were sent for it. */
  sent: number;
}

/** How many more requests a formula may send for a question. What several cells ask is not sent for each of them. */
export const leftOf = ({ max, sent }: Allowance, asker: Asker): number => max - Math.max(sent, asker.sent);

/** Decides what may be requested from the service. */
export interface Spending {
  /** A formula sends no more requests than this until the user allows it; Infinity: any number. */
  readonly maxRequests: number;
  /** The call's allowance, which it receives with its first request. */
  allowanceOf(call: Call): Allowance;
  /**
   * Counts a request that is about to be sent, for one of the calls that wait for it. Throws a PriceError instead if
   * none of them may send another, and a CellError once nothing more may be sent today.
   */
  spend(atMs: number, askers?: readonly Asker[]): void;
  /** How many requests may still be sent today. @default any number */
  readonly budget: Budget | undefined;
}

export interface Budget {
  readonly left: number;
  /** Throws if fewer requests than that are left. */
  check(requestCount: number): void;
}
