import type { DecodedAnswer } from '../transport/decode';
import { PageSize } from '../lookup/page-size';

/** What one request for ticks says. */
export interface TickRequest {
  /** Unix seconds. */
  readonly start: number;
  readonly end: number;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export type SendTicks = (request: TickRequest, signal: AbortSignal) => Promise<DecodedAnswer>;

/** Asks for pages of ticks as large as the service allows, and learns how large that is. */
export class TickPages {
  readonly #size: PageSize;

  /** @param byDefault rows of a page where a request names no size */
  constructor(byDefault: number) {
    this.#size = new PageSize(byDefault, 'limit');
  }

  /** The largest page that may be asked for. */
  get size(): number {
    return this.#size.known;
  }

  /** Whether a larger page may be had: nobody has tried yet. */
  get mayGrow(): boolean {
    return this.#size.mayGrow;
  }

  /** The page after a cursor, or the first one of a window. A size that is refused is given up. */
  get(request: TickRequest, send: SendTicks, signal: AbortSignal): Promise<DecodedAnswer> {
    return this.#size.get(request.limit, (limit) => send({ ...request, limit }, signal));
  }

  /**
   * The first page of a window of which so many rows are wanted. While the largest size is unknown, a larger page is tried beside
   * the one that is sure to come, so that a refusal takes no time.
   */
  async getFirst(request: TickRequest, wanted: number, send: SendTicks, signal: AbortSignal): Promise<DecodedAnswer> {
    const limit = this.#size.toTry(wanted);
    if (limit === undefined) return this.get(request, send, signal);
    const trial = send({ ...request, limit }, signal).then(
      (answer) => {
        this.#size.accepted(limit, answer.rows.length, (answer.cursors?.next ?? null) !== null);
        return answer;
      },
      (error: unknown) => {
        this.#size.refused(limit, error);
      },
    );
    const [sure, tried] = await Promise.all([this.get(request, send, signal), trial]);
    return tried && tried.rows.length > sure.rows.length ? tried : sure;
  }
}
