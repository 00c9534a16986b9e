import type { Row } from '../../core/columns';
import { isRecord } from '../../core/is-record';
import type { DecodedAnswer } from '../transport/wire';

/** Loads the page at a cursor, or the first page. */
export type LoadPage = (cursor?: string) => Promise<DecodedAnswer>;

/**
 * The pages after a page, in their order. A repeated cursor ends the walk, so that a service that leads in circles
 * cannot keep a cell waiting.
 */
export async function* pagesAfter(page: DecodedAnswer, load: LoadPage): AsyncGenerator<DecodedAnswer, void> {
  const seen = new Set([page.cursors?.current]);
  let cursor = page.cursors?.next;
  while (typeof cursor === 'string' && !seen.has(cursor)) {
    seen.add(cursor);
    const reached = await load(cursor);
    yield reached;
    seen.add(reached.cursors?.current);
    cursor = reached.cursors?.next;
  }
}

/**
 * A reading of pages until there are enough different rows. It can be interrupted by a failing page, and goes on from
 * there. A page without rows ends it, since nothing suggests that more follow.
 */
export class PagedReading {
  readonly #rows: Row[] = [];
  readonly #seenRows = new Set<string>();
  readonly #seenCursors = new Set<unknown>();
  #first: DecodedAnswer | undefined;
  #last: DecodedAnswer | undefined;
  #pageCount = 0;

  /** The first page with the rows of all pages. It has a next cursor if there is more to read. */
  async readTo(minRows: number, load: LoadPage): Promise<DecodedAnswer> {
    this.#first ??= this.#take(await load());
    for (let next = this.#nextFor(minRows); next !== undefined; next = this.#nextFor(minRows)) {
      const page = await load(next);
      // A repeated cursor leads in a circle.
      this.#seenCursors.add(next);
      this.#take(page);
    }
    const { cursors, rows } = this.#last!;
    return {
      ...this.#first,
      rows: this.#rows,
      ...(cursors && { cursors: { ...cursors, next: rows.length === 0 ? null : cursors.next } }),
    };
  }

  /** About how many more pages it needs. */
  missingPages(minRows: number): number {
    return this.#pagesTo(Math.min(this.#total ?? Infinity, minRows));
  }

  /** The same if the service tells how many rows there are, otherwise 0. */
  surelyMissingPages(minRows: number): number {
    return this.#total === undefined ? 0 : this.missingPages(minRows);
  }

  get #total(): number | undefined {
    const total = isRecord(this.#first?.body) ? this.#first.body.total : undefined;
    return typeof total === 'number' ? total : undefined;
  }

  #pagesTo(rowCount: number): number {
    const rowsOfPage = this.#rows.length / Math.max(1, this.#pageCount);
    return Math.max(1, Math.ceil((rowCount - this.#rows.length) / Math.max(1, rowsOfPage)));
  }

  #nextFor(minRows: number): string | undefined {
    const { rows, cursors } = this.#last!;
    const next = cursors?.next;
    const isEnough = rows.length === 0 || this.#rows.length >= minRows;
    return isEnough || typeof next !== 'string' || this.#seenCursors.has(next) ? undefined : next;
  }

  #take(page: DecodedAnswer): DecodedAnswer {
    this.#pageCount++;
    this.#seenCursors.add(page.cursors?.current);
    this.#last = page;
    for (const row of page.rows) {
      const key = JSON.stringify(row);
      if (this.#seenRows.has(key)) continue;
      this.#seenRows.add(key);
      this.#rows.push(row);
    }
    return page;
  }
}
