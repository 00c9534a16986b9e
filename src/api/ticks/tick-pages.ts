import type { DecodedAnswer } from '../transport/decode';
import { PageSize } from '../lookup/page-size';

/** The parameters of one request for ticks. */
export interface TickRequest {
  /** Unix seconds. */
  readonly start: number;
  readonly end: number;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export type SendTicks = (request: TickRequest, signal: AbortSignal) => Promise<DecodedAnswer>;

/** Loads pages of ticks as large as the service allows, and learns how large that is. */
export class TickPages {
  readonly #size: PageSize;

  /** @param byDefault rows of a page if a request names no size */
  constructor(byDefault: number) {
    this.#size = new PageSize(byDefault, 'limit');
    this.#largest = byDefault;
  }

  /** Rows of the largest page that came: a service may accept larger ones than it sends. */
  #largest: number;

  /** The largest page that may be requested. */
  get size(): number {
    return this.#size.current;
  }

  /** The size of pages that is certain. */
  get certainSize(): number {
    return Math.min(this.size, this.#largest);
  }

  noteRows(count: number): void {
    this.#largest = Math.max(this.#largest, count);
  }

  /** Whether larger pages may be possible: nobody has tried yet. */
  get mayGrow(): boolean {
    return this.#size.mayGrow;
  }

  /** The page at a cursor, or the first page of a window. A refused size is not tried again. */
  get(request: TickRequest, send: SendTicks, signal: AbortSignal): Promise<DecodedAnswer> {
    return this.#size.get(request.limit, (limit) => send({ ...request, limit }, signal));
  }

  /**
   * The first page of a window from which `wanted` rows are needed. While the maximum size is not known, a larger page
   * is tried in parallel with one that surely succeeds, so that a refusal costs no time.
   */
  async getFirst(request: TickRequest, rowLimit: number, send: SendTicks, signal: AbortSignal): Promise<DecodedAnswer> {
    const limit = this.#size.beginTrial(rowLimit);
    if (limit === undefined) return this.get(request, send, signal);
    const trial = send({ ...request, limit }, signal).then(
      (answer) => {
        this.#size.notePage(limit, answer.rows.length, (answer.cursors?.next ?? null) !== null);
        return answer;
      },
      (error: unknown) => {
        this.#size.noteRefusal(limit, error);
      },
    );
    const [sure, tried] = await Promise.all([this.get(request, send, signal), trial]);
    return tried && tried.rows.length > sure.rows.length ? tried : sure;
  }
}
