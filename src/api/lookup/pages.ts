import type { Row } from '../../core/columns';
import type { DecodedAnswer } from '../transport/decode';

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
 * The first page, plus the rows of later pages until there are at least `least` different ones. It has a next cursor if
 * there is more to read. A page without rows ends the reading, since nothing suggests that more follow.
 */
export async function readPages(load: LoadPage, minRows: number): Promise<DecodedAnswer> {
  const first = await load();
  const rows: Row[] = [];
  const seen = new Set<string>();
  const take = (page: DecodedAnswer): void => {
    for (const row of page.rows) {
      const key = JSON.stringify(row);
      if (seen.has(key)) continue;
      seen.add(key);
      rows.push(row);
    }
  };
  let last = first;
  take(first);
  if (rows.length === 0 || rows.length >= minRows) return { ...first, rows };
  for await (const page of pagesAfter(first, load)) {
    take(page);
    last = page;
    if (page.rows.length === 0 || rows.length >= minRows) break;
  }
  return {
    ...first,
    rows,
    ...(last.cursors && { cursors: { ...last.cursors, next: last.rows.length === 0 ? null : last.cursors.next } }),
  };
}
