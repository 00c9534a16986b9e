import type { Operation } from '../interface/operation';
import { ServiceError } from '../service-error';
import type { DecodedAnswer } from '../transport/wire';

/** With larger pages a cell would wait too long without progress. */
const MAX_PAGE_SIZE = 10_000;
/** Tried if the service refuses more without naming its maximum. */
const SECOND_TRIAL_SIZE = 1_000;

/**
 * How many rows a page can have. The service publishes its default but not its maximum, so this learns it: from a page
 * that is shorter than requested although more follow, or from a refusal, which may name the
 * maximum.
 */
export class PageSize {
  #current: number;
  #refused = Infinity;
  #isTrying = false;

  /**
   * @param byDefault rows of a page without a requested size; the service always accepts this many
   * @param parameter the operation's name for the size
   */
  constructor(
    private readonly byDefault: number,
    private readonly parameter: string,
  ) {
    this.#current = byDefault;
  }

  /** Undefined if the operation has no size. */
  static of({ parameters }: Operation, parameter: string): PageSize | undefined {
    const definition = parameters.find(({ name }) => name === parameter);
    return definition && new PageSize(Number(definition.default), parameter);
  }

  /** The largest size known to work. */
  get current(): number {
    return this.#current;
  }

  /** Whether no size above the default has been tried yet. */
  get mayGrow(): boolean {
    return this.#refused === Infinity && this.#current === this.byDefault;
  }

  /** A larger size worth trying for that many rows. Only one is tried at a time, until its result is known. */
  beginTrial(rowCount: number): number | undefined {
    if (this.#isTrying) return undefined;
    const size = [MAX_PAGE_SIZE, SECOND_TRIAL_SIZE]
      .map((max) => Math.min(max, rowCount))
      .find((one) => one < this.#refused);
    if (size === undefined || size <= this.#current) return undefined;
    this.#isTrying = true;
    return size;
  }

  /** Loads a page of at most that many rows. A refused size is not tried again. */
  async get(size: number, send: (size: number) => Promise<DecodedAnswer>): Promise<DecodedAnswer> {
    try {
      const answer = await send(size);
      this.notePage(size, answer.rows.length, (answer.cursors?.next ?? null) !== null);
      return answer;
    } catch (error) {
      if (!this.noteRefusal(size, error)) throw error;
      return this.get(Math.min(size, this.#current), send);
    }
  }

  /** Learns from a page that arrived. */
  notePage(limit: number, rowCount: number, hasMore: boolean): void {
    if (limit <= this.byDefault) return;
    this.#isTrying = false;
    const isShort = hasMore && rowCount < limit;
    if (isShort) this.#refused = Math.min(this.#refused, limit);
    this.#current = isShort
      ? Math.max(this.byDefault, Math.min(rowCount, this.#refused))
      : Math.max(this.#current, limit);
  }

  /** Whether an error may be about the size; that size is then not requested again. */
  noteRefusal(limit: number, error: unknown): boolean {
    if (limit <= this.byDefault) return false;
    this.#isTrying = false;
    if (!(error instanceof ServiceError) || (error.status !== 400 && error.status !== 422)) return false;
    if (error.parameter !== undefined && error.parameter !== this.parameter) return false;
    const stated = Number(/says ".*?(\d+)\D*\(422\)$/.exec(error.message)?.[1]);
    this.#refused = Math.min(this.#refused, limit);
    this.#current = stated > this.byDefault && stated < limit ? stated : this.byDefault;
    if (stated >= this.byDefault) this.#refused = Math.min(this.#refused, stated + 1);
    return true;
  }
}
