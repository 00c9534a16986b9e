import type { Row } from '../../core/columns';
import type { DecodedAnswer, Cursors } from '../transport/decode';

/** Loads the page at a cursor, or the first page. */
export type LoadPage = (cursor?: string) => Promise<DecodedAnswer>;

/** Which of a page's cursors to follow. */
export type Direction = keyof Cursors;

/**
 * The next direction after each step. A reversed page leads from its last item back to the very beginning; a refetched
 * page leads nowhere.
 */
const STEPS: Readonly<Record<Direction, Direction | undefined>> = {
  next: 'next',
  previous: 'previous',
  current: undefined,
  currentBackwards: 'next',
};

/**
 * The pages that follow a page in one direction, nearest first: those after it, those before it (each in the service's
 * order), the page itself again, or everything backwards from its last item. A repeated cursor ends the walk, so that a
 * service that leads in circles cannot keep a cell waiting.
 */
export async function* pagesFrom(
  page: DecodedAnswer,
  direction: Direction,
  load: LoadPage,
): AsyncGenerator<DecodedAnswer, void> {
  const step = STEPS[direction];
  const seen = new Set(step === direction ? [page.cursors?.current] : []);
  let cursor = page.cursors?.[direction];
  while (typeof cursor === 'string' && !seen.has(cursor)) {
    seen.add(cursor);
    const reached = await load(cursor);
    yield reached;
    seen.add(reached.cursors?.current);
    cursor = step && reached.cursors?.[step];
  }
}

/**
 * The first page, plus the rows of later pages until there are at least `least` different ones. It has a next cursor if
 * there is more to read. A page without rows ends the reading, since nothing suggests that more follow.
 */
export async function readPages(load: LoadPage, least: number): Promise<DecodedAnswer> {
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
  if (rows.length === 0 || rows.length >= least) return { ...first, rows };
  for await (const page of pagesFrom(first, 'next', load)) {
    take(page);
    last = page;
    if (page.rows.length === 0 || rows.length >= least) break;
  }
  return {
    ...first,
    rows,
    ...(last.cursors && { cursors: { ...last.cursors, next: last.rows.length === 0 ? null : last.cursors.next } }),
  };
}
