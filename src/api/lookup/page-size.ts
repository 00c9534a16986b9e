import type { DecodedAnswer } from '../transport/decode';
import type { Operation } from '../interface/operation';
import { ServiceError } from '../service-error';

/** More rows in one answer would keep a cell waiting without a sign of life. */
const LARGEST = 10_000;
/** Tried where the service refuses more without saying how much it takes. */
const NEXT_LARGEST = 1_000;

/**
 * How many rows a page can hold. The service publishes its default but not its maximum, so that is learned: from a page that
 * came shorter than asked for although more follow, or from a refusal, which may say the number.
 */
export class PageSize {
  #known: number;
  #refused = Infinity;
  #isTrying = false;

  /**
   * @param byDefault rows of a page that nobody asked a size for; the service never takes less
   * @param parameter what the operation calls the size
   */
  constructor(
    private readonly byDefault: number,
    private readonly parameter: string,
  ) {
    this.#known = byDefault;
  }

  /** Undefined where the operation takes no size. */
  static of({ parameters }: Operation, parameter: string): PageSize | undefined {
    const found = parameters.find(({ name }) => name === parameter);
    return found && new PageSize(Number(found.default), parameter);
  }

  /** The largest size that the service is known to take. */
  get known(): number {
    return this.#known;
  }

  /** Whether no larger size than the default has been tried yet. */
  get mayGrow(): boolean {
    return this.#refused === Infinity && this.#known === this.byDefault;
  }

  /** A larger size that is worth trying for that many rows. One at a time: until it has been told what came of it, nothing else is. */
  toTry(wanted: number): number | undefined {
    if (this.#isTrying) return undefined;
    const size = [LARGEST, NEXT_LARGEST].map((most) => Math.min(most, wanted)).find((one) => one < this.#refused);
    if (size === undefined || size <= this.#known) return undefined;
    this.#isTrying = true;
    return size;
  }

  /** A page of at most that many rows. A size that is refused is given up. */
  async get(size: number, send: (size: number) => Promise<DecodedAnswer>): Promise<DecodedAnswer> {
    try {
      const answer = await send(size);
      this.accepted(size, answer.rows.length, (answer.cursors?.next ?? null) !== null);
      return answer;
    } catch (error) {
      if (!this.refused(size, error)) throw error;
      return this.get(Math.min(size, this.#known), send);
    }
  }

  /** A page came. */
  accepted(asked: number, rowCount: number, hasMore: boolean): void {
    if (asked <= this.byDefault) return;
    this.#isTrying = false;
    const isShort = hasMore && rowCount < asked;
    if (isShort) this.#refused = Math.min(this.#refused, asked);
    this.#known = isShort ? Math.max(this.byDefault, Math.min(rowCount, this.#refused)) : Math.max(this.#known, asked);
  }

  /** Whether an error may be about the size; then it is not asked for again. */
  refused(asked: number, error: unknown): boolean {
    if (asked <= this.byDefault) return false;
    this.#isTrying = false;
    if (!(error instanceof ServiceError) || (error.status !== 400 && error.status !== 422)) return false;
    if (error.parameter !== undefined && error.parameter !== this.parameter) return false;
    const stated = Number(/(\d+)\D*\(422\)$/.exec(error.message)?.[1]);
    this.#refused = Math.min(this.#refused, asked);
    this.#known = stated > this.byDefault && stated < asked ? stated : this.byDefault;
    if (stated >= this.byDefault) this.#refused = Math.min(this.#refused, stated + 1);
    return true;
  }
}
