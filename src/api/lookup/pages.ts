import type { Row } from '../../core/columns';
import type { DecodedAnswer, Cursors } from '../transport/decode';

/** Loads the page that a cursor asks for, or the first one. */
export type LoadPage = (cursor?: string) => Promise<DecodedAnswer>;

/** Which of a page's cursors to follow. */
export type Direction = keyof Cursors;

/** A page that is turned around goes on from its last item to the beginning of all; a page that is refetched goes nowhere. */
const STEPS: Readonly<Record<Direction, Direction | undefined>> = {
  next: 'next',
  previous: 'previous',
  current: undefined,
  currentBackwards: 'next',
};

/**
 * The pages that a page leads to in one direction, nearest first: those after it, those before it (each in the order of the
 * service), the page itself again, or everything from its last item backwards. A cursor that comes again ends the walk, so that
 * a service that leads in circles cannot keep a cell waiting.
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
 * The first page, with the rows of those after it until there are at least `least` different ones. It has a next cursor where there is
 * more to read. A page without rows ends the reading: it promises nothing behind it.
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
