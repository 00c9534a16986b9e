import { asking, FRIDAY_MS, type PageOf } from '../unit/sandbox/ask';

interface Tick {
  readonly time: string;
  readonly ask: number;
  readonly bid: number;
  readonly mid: number;
}

const ask = asking();
const NOW = FRIDAY_MS / 1000;
/** Thursday's trading in New York: 14:30 to 21:00 UTC. */
const OPEN = Date.UTC(2026, 10, 19, 14, 30) / 1000;
const CLOSE = Date.UTC(2026, 10, 19, 21) / 1000;

async function page(
  start: number,
  end: number,
  more: { cursor?: string | null; limit?: number } = {},
): Promise<PageOf<Tick>> {
  const query = new URLSearchParams({ start: String(start), end: String(end) });
  if (more.cursor) query.set('cursor', more.cursor);
  if (more.limit) query.set('limit', String(more.limit));
  const { status, body } = await ask<PageOf<Tick>>(`/indices/SPX/ticks?${query}`);
  expect(status).toBe(200);
  return body;
}

async function chain(start: number, end: number, limit?: number): Promise<Tick[]> {
  const ticks: Tick[] = [];
  let cursor: string | null | undefined;
  do {
    const body = await page(start, end, { ...(cursor ? { cursor } : {}), ...(limit ? { limit } : {}) });
    ticks.push(...body.items);
    cursor = body.next_page;
  } while (cursor);
  return ticks;
}

const secondsOf = ({ time }: Tick): number => Date.parse(time) / 1000;

describe('a simulated page of ticks', () => {
  test('has the documented envelope, and ticks with their fields in order', async () => {
    const body = await page(OPEN, CLOSE);
    expect(Object.keys(body).sort()).toEqual([
      'current_page',
      'current_page_backwards',
      'items',
      'next_page',
      'previous_page',
      'total',
    ]);
    expect(Object.keys(body.items[0]!)).toEqual(['time', 'ask', 'bid', 'mid']);
    expect(body.items[0]!.time).toMatch(/^2026-11-19T14:3\d:\d\d\.\d{3}Z$/);
  });

  test('has 100 ticks, or as many as the limit', async () => {
    expect((await page(OPEN, CLOSE)).items).toHaveLength(100);
    expect((await page(OPEN, CLOSE, { limit: 7 })).items).toHaveLength(7);
  });

  test('is not found for an unknown index', async () =>
    expect((await ask(`/indices/NOSUCH/ticks?start=${OPEN}&end=${CLOSE}`)).status).toBe(404));

  test('is empty if nothing was traded: at the weekend, before history, in the future, or in a window that ends before it starts', async () => {
    const saturday = Date.UTC(2026, 10, 14, 12) / 1000;
    for (const [start, end] of [
      [saturday, saturday + 3600],
      [0, 86_400],
      [NOW, NOW + 86_400],
      [CLOSE, OPEN],
      [9e15, 9e15 + 1],
    ] as const) {
      expect(await page(start, end)).toMatchObject({ items: [], next_page: null, previous_page: null });
    }
  });
});

describe('a simulated window of ticks', () => {
  test('includes its start and excludes its end', async () => {
    const all = await chain(OPEN, OPEN + 600);
    const whole = all.find((tick) => Number.isInteger(secondsOf(tick)) && secondsOf(tick) > OPEN)!;
    const at = secondsOf(whole);
    expect((await chain(at, OPEN + 600))[0]?.time).toBe(whole.time);
    expect((await chain(OPEN, at)).every((tick) => secondsOf(tick) < at)).toBe(true);
  });

  test('is the same whether read at once or in two parts', async () => {
    const middle = OPEN + 1_000;
    expect([...(await chain(OPEN, middle)), ...(await chain(middle, OPEN + 2_000))]).toEqual(
      await chain(OPEN, OPEN + 2_000),
    );
  });

  test('is the same at every page size, in order of time', async () => {
    const ticks = await chain(OPEN, OPEN + 1_800);
    expect(await chain(OPEN, OPEN + 1_800, 13)).toEqual(ticks);
    const times = ticks.map(secondsOf);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test('is dense during trading hours and sparse around them, and some ticks share a time', async () => {
    const trading = await chain(OPEN, OPEN + 3_600);
    const evening = await chain(CLOSE, CLOSE + 3_600);
    expect(trading.length).toBeGreaterThan(10 * evening.length);
    expect(evening.length).toBeGreaterThan(0);
    expect(new Set(trading.map(({ time }) => time)).size).toBeLessThan(trading.length);
  });

  test('ends with the present', async () => {
    const ticks = await chain(NOW - 600, NOW + 600);
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks.every((tick) => secondsOf(tick) < NOW)).toBe(true);
  });
});

describe('simulated cursors', () => {
  test('can fetch the same page again, and lead onwards alone', async () => {
    const first = await page(OPEN, CLOSE, { limit: 10 });
    const second = await page(OPEN, CLOSE, { limit: 10, cursor: first.next_page });
    expect(second).toMatchObject({ previous_page: null, current_page_backwards: null });
    expect((await page(OPEN, CLOSE, { limit: 10, cursor: second.current_page })).items).toEqual(second.items);
  });

  test('end with the last page, which may be shorter', async () => {
    const [start, end] = [CLOSE, CLOSE + 3_600];
    const ticks = await chain(start, end);
    const first = await page(start, end, { limit: ticks.length - 1 });
    const last = await page(start, end, { limit: ticks.length - 1, cursor: first.next_page });
    expect(last).toMatchObject({ items: ticks.slice(-1), next_page: null });
  });

  test.each(['nonsense', '%%%', 'Pg==', btoa('>from:99999999999999999999.0x')])(
    'are refused if they cannot be decoded: %s',
    async (cursor) => {
      const { status, body } = await ask(
        `/indices/SPX/ticks?start=${OPEN}&end=${CLOSE}&cursor=${encodeURIComponent(cursor)}`,
      );
      expect([status, body]).toEqual([400, { detail: 'Invalid cursor value' }]);
    },
  );

  test('find nothing beyond the edge of the window', async () => {
    expect((await page(OPEN, CLOSE, { cursor: btoa('>from:999999999999.0') })).items).toEqual([]);
    expect((await page(OPEN, CLOSE, { cursor: btoa('>from:-5.0'), limit: 3 })).items).toEqual(
      (await page(OPEN, CLOSE, { limit: 3 })).items,
    );
  });
});
