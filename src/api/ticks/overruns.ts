import { PriceError, type Spending } from '../spending';

/** A reading ends with so many times the requests for which nobody is asked. */
const TIMES_MAX = 2;
/** What an ended reading needs at least, compared to the number for which nobody is asked. */
const JUST_ABOVE = 1.1;

/** Rounds to two digits, since it is an estimate. */
export const rounded = (count: number): number => Number(count.toPrecision(2));

/**
 * Readings that need far more requests than was estimated. They end, keep what they have read, and wait until the user
 * allows the rest.
 */
export class Overruns {
  readonly #ended = new Set<string>();
  readonly #allowed = new Set<string>();

  constructor(private readonly spending: Spending | undefined) {}

  allow(question: string): void {
    this.#allowed.add(question);
  }

  /** The minimum number of requests to say for a question. */
  leastOf(question: string): number {
    return this.#ended.has(question) ? Math.ceil(this.#max * JUST_ABOVE) : 0;
  }

  /**
   * Why a reading has to end before its next request; undefined if it may go on.
   *
   * @param sent its requests so far
   * @param share how much of it is done, up to 1
   */
  endOf(question: string, sent: number, share: number): PriceError | undefined {
    if (sent < TIMES_MAX * this.#max || this.#allowed.has(question)) return undefined;
    this.#ended.add(question);
    return new PriceError(rounded(Math.max(this.leastOf(question), sent / Math.max(share, 0.01) - sent)));
  }

  get #max(): number {
    return this.spending?.maxRequests ?? Infinity;
  }
}
