import { createMemoryArchive } from '../../support/memory-archive';
import { createTestSession, show } from '../../support/evaluate';
import { createStubService, type Route } from '../../support/stub-service';

const NOW = Date.UTC(2026, 10, 20, 15);
const FULL = [
  { symbol: 'A', name: 'One', time: '2026-11-19T14:30:00Z', ask: 1, bid: 1, mid: 1, content: 'One', timestamp: 1 },
  { symbol: 'B', name: 'Two', time: '2026-11-19T14:31:00Z', ask: 2, bid: 2, mid: 2, content: 'Two', timestamp: 2 },
];

/** Pages with these numbers of rows; the last one leads to nothing, or on for ever. */
const pagesOf =
  (counts: readonly number[], isEndless: boolean): Route =>
  ({ query }) => {
    const at = Number(query.get('cursor') ?? 0);
    const row = counts.slice(0, at).reduce((sum, count) => sum + count, 0);
    const hasNext = isEndless || at < counts.length - 1;
    return {
      items: FULL.slice(row, row + (counts[at] ?? 0)),
      current_page: String(at),
      next_page: hasNext ? String(at + 1) : null,
    };
  };

async function notesAfter(route: Route, id: string, ...args: readonly unknown[]): Promise<readonly string[]> {
  const service = createStubService({ '/stocks/symbols': route, '/stocks/news': route, '/indices/SPX/ticks': route });
  const session = createTestSession({ service, now: () => NOW });
  await show(session, id, ...args);
  expect(service.requests.length).toBeLessThan(60);
  return session.activity.notes.map(({ text }) => text);
}

describe.each<[string, string, readonly unknown[]]>([
  ['SYMBOLS', '/stocks/symbols', ['stocks']],
  ['SYMBOLS', '/stocks/symbols', ['stocks', 'country=us', 10]],
  ['SYMBOLS', '/stocks/symbols', ['stocks', 'one']],
  ['NEWS', '/stocks/news', ['stocks']],
  ['TICKS', 'SPX', ['SPX', '2026-11-19 14:00', '2026-11-19 16:00']],
  ['TICKS', 'SPX', ['SPX', '2026-11-19 14:00', '2026-11-19 16:00', -50]],
  ['TICKS', 'SPX', ['SPX', '2026-11-19 14:00', '2026-11-19 16:00', 10, null, null, 'hour']],
])('a list of MD.%s from %s that goes on with empty pages', (id, what, args) => {
  const cut = `${what}: the service went on with empty pages, so there may be more than is shown`;

  test.each([[[0]], [[1]], [[2, 0]], [[1, 0, 1]], [[0, 2]]])(
    'is cut after %j rows, and Activity says so',
    async (counts) => expect(await notesAfter(pagesOf(counts, true), id, ...args)).toEqual([cut]),
  );

  test.each([[[0]], [[2]], [[1, 0, 1]], [[0, 0, 2]], [[2, 0, 0]]])('is whole if it ends: %j rows', async (counts) => {
    expect(await notesAfter(pagesOf(counts, false), id, ...args)).toEqual([]);
  });
});

test('a list that has as many rows as were asked for is not said to be cut, whatever follows', async () => {
  expect(await notesAfter(pagesOf([2], true), 'SYMBOLS', 'stocks', null, 2)).toEqual([]);
  expect(await notesAfter(pagesOf([2], true), 'TICKS', 'SPX', '2026-11-19 14:00', '2026-11-19 16:00', 2)).toEqual([]);
});

test('ticks out of order that end in empty pages are cut too', async () => {
  const route: Route = ({ query }) => {
    const at = Number(query.get('cursor') ?? 0);
    return { items: at === 0 ? FULL.toReversed() : [], current_page: String(at), next_page: String(at + 1) };
  };
  expect(await notesAfter(route, 'TICKS', 'SPX', '2026-11-19 14:00', '2026-11-19 16:00')).toEqual([
    'SPX: the service went on with empty pages, so there may be more than is shown',
  ]);
});

test.each([[null], ['hour'], ['day']])(
  'ticks that were cut are not taken for the whole day later: interval %s',
  async (interval) => {
    const archive = createMemoryArchive();
    const shown = (route: Route): Promise<unknown> => {
      const service = createStubService({ '/indices/SPX/ticks': route });
      const session = createTestSession({ service, archive, now: () => NOW });
      return show(session, 'TICKS', 'SPX', '2026-11-19', '2026-11-20', null, null, false, interval);
    };
    const cut = await shown(pagesOf([1], true));
    expect(await shown(pagesOf([2], false))).not.toEqual(cut);
  },
);
