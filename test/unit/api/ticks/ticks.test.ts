import type { Row } from '../../../../src/core/columns';
import { createTicksLookup, type TicksQuestion } from '../../../../src/api/ticks/ticks';
import { createCall, createTestClient } from '../../../support/evaluate';
import { createStubService, type Route, status } from '../../../support/stub-service';
import { barsOfLength } from '../../../../src/core/calendar/bars';

const HOUR_MS = 3_600_000;
const tick = (minute: number): Row => ({
  time: new Date(minute * 60_000).toISOString(),
  ask: minute + 1,
  bid: minute - 1,
  mid: minute,
});

const threeTicks: Route = ({ query }) => ({
  items: [10, 20, 30]
    .filter((minute) => minute * 60 >= Number(query.get('start')) && minute * 60 < Number(query.get('end')))
    .map(tick),
});

/** Ticks of one index. It is two o'clock on 1 January 1970 unless the test moves the clock. */
function createTicks(answer: Route = threeTicks) {
  const clock = { now: 2 * HOUR_MS };
  const service = createStubService({ '/indices/SPX/ticks': answer });
  const advance = jest.fn();
  const onReading = jest.fn(() => ({ advance, end: () => undefined }));
  const observer = { counts: { lookups: 0, hits: 0, questions: 0 }, onRequest: () => undefined, onReading };
  const client = createTestClient(service, { now: () => clock.now, observer });
  const lookup = client.lookup('ticks', createTicksLookup);
  const read = async (question: Partial<TicksQuestion> = {}) =>
    lookup.read({ symbol: 'SPX', startMs: 0, endMs: HOUR_MS, limit: 10, ...question }, createCall());
  return { clock, service, lookup, read, onReading, advance };
}

const minutesOf = ({ rows }: { readonly rows: readonly Row[] }): unknown[] => rows.map(({ mid }) => mid);

describe('ticks', () => {
  test('are the first of a window, or the newest if the limit is negative', async () => {
    const { read, service } = createTicks();
    expect(minutesOf(await read({ limit: 2 }))).toEqual([10, 20]);
    expect(minutesOf(await read({ limit: -2 }))).toEqual([20, 30]);
    expect(service.requests[0]).toMatchObject({ path: '/indices/SPX/ticks', query: 'start=0&end=3600&limit=2' });
  });

  test.each([
    ['up to now if the window is not over', -1, 1, 3_600, 7_200],
    ['as they are if the window is over', -2, -1, 0, 3_600],
    ['as they are if the window begins now, as the clock may be slow', 0, 1, 7_200, 10_800],
    ['as they are if the window begins later', 1, 2, 10_800, 14_400],
  ])('are asked for %s', async (_, from, to, start, end) => {
    const { clock, read, service } = createTicks();
    await read({ startMs: clock.now + from * HOUR_MS, endMs: clock.now + to * HOUR_MS });
    expect(service.requests.map(({ query }) => query)).toEqual([`start=${start}&end=${end}&limit=10`]);
  });

  test('give the reason of any other failure', async () => {
    await expect(createTicks(() => status(403)).read()).rejects.toMatchObject({ status: 403 });
  });
});

describe('the cached answer to a question about ticks', () => {
  test('is used for the rest of the day if its window is over', async () => {
    const { clock, read, service } = createTicks();
    await read();
    clock.now += 23 * HOUR_MS;
    await read();
    expect(service.requests).toHaveLength(1);
  });

  test('is used for one minute of the clock if its window is still open', async () => {
    const { clock, read, service } = createTicks();
    const endMs = clock.now + HOUR_MS;
    await read({ endMs });
    clock.now += 59_999;
    await read({ endMs });
    expect(service.requests).toHaveLength(1);
    clock.now += 1;
    await read({ endMs });
    expect(service.requests).toHaveLength(2);
  });

  test('is used for longer if its window ends now', async () => {
    const { clock, read, service } = createTicks();
    const endMs = clock.now;
    await read({ endMs });
    clock.now += 60_000;
    await read({ endMs });
    expect(service.requests).toHaveLength(1);
  });

  test.each<[string, Partial<TicksQuestion>]>([
    ['start', { startMs: 60_000 }],
    ['end', { endMs: HOUR_MS - 60_000 }],
    ['limit', { limit: 9 }],
    ['side', { limit: -10 }],
    ['bar', { bars: barsOfLength(60_000) }],
  ])('is not used for a question with another %s', async (_, other) => {
    const { read, service } = createTicks();
    await read();
    await read(other);
    expect(service.requests.length).toBeGreaterThan(1);
  });

  test.each<[string, Row[]]>([
    ['no tick', []],
    ['a tick that lacks a field', [{ ...tick(10), mid: undefined }]],
  ])('is dropped if it holds %s', async (_, items) => {
    const { read, service } = createTicks(() => ({ items }));
    await read();
    await read();
    expect(service.requests).toHaveLength(2);
  });

  test.each([
    [2_000, true],
    [-2_000, true],
    [2_001, false],
    [-2_001, false],
  ])('with a limit of %i is kept while ten similar questions are asked: %s', async (limit, isKept) => {
    const { read, service } = createTicks();
    for (let index = 0; index <= 10; index++) await read({ limit, startMs: index * 1_000 });
    const before = service.requests.length;
    await read({ limit, startMs: 0 });
    expect(service.requests.length === before).toBe(isKept);
  });
});

describe('a reading of ticks', () => {
  test.each<[string, Partial<TicksQuestion>, number | undefined]>([
    ['ticks', { limit: 5 }, 5],
    ['the newest ticks', { limit: -5 }, 5],
    ['bars, whose ticks nobody has counted', { bars: barsOfLength(60_000) }, undefined],
  ])('is announced with its symbol and the largest number of rows: %s', async (_, question, maxRows) => {
    const { read, onReading } = createTicks();
    await read(question);
    expect(onReading.mock.calls).toEqual([[expect.objectContaining({ what: 'SPX', maxRows })]]);
  });

  test('reports the rows of each page as it comes', async () => {
    const { read, advance } = createTicks();
    await read();
    expect(advance.mock.calls).toEqual([[3]]);
  });
});

describe('ticks of windows that overlap, for many formulas at once', () => {
  const SECONDS = 3_600;
  /** One tick a second. A page has as many as are asked for. */
  const secondly: Route = async ({ query }) => {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const [start, end] = [Number(query.get('cursor') ?? query.get('start')), Number(query.get('end'))];
    const next = Math.min(start + Number(query.get('limit')), end);
    const items = from(start, next - start).map((second) => ({
      ...tick(second),
      time: new Date(second * 1_000).toISOString(),
    }));
    return { items, next_page: next < end ? String(next) : null };
  };
  const openSeconds = () => {
    const { read, service, clock } = createTicks(secondly);
    /** The first and the last of as many ticks, and whether there is one for each second between them. */
    const seconds = async (start: number, limit: number): Promise<unknown[]> => {
      const { times } = await read({ startMs: start * 1_000, endMs: SECONDS * 1_000, limit });
      return [times[0]! / 1_000, times.length, times.every((time, index) => time === (start + index) * 1_000)];
    };
    return { seconds, clock, queries: () => service.requests.map(({ query }) => query) };
  };
  const from = (start: number, count: number): number[] => Array.from({ length: count }, (_, index) => start + index);

  test('need hardly more than a request each, none twice, and the first is there before the last is asked for', async () => {
    const { seconds, queries } = openSeconds();
    const starts = from(0, 100).map((index) => index * 15);
    const sentBefore: number[] = [];
    const found = await Promise.all(
      starts.map(async (start) => {
        const own = await seconds(start, 2_000);
        sentBefore.push(queries().length);
        return own;
      }),
    );
    expect(found).toEqual(starts.map((start) => [start, 2_000, true]));
    expect(sentBefore[0]).toBeLessThan(15);
    expect(queries().length).toBeLessThan(125);
    expect(new Set(queries()).size).toBe(queries().length);
  });

  test('go on together from where an earlier formula has stopped', async () => {
    const { seconds, queries } = openSeconds();
    await seconds(0, 600);
    const before = queries().length;
    expect(await Promise.all([seconds(100, 600), seconds(200, 500)])).toEqual([
      [100, 600, true],
      [200, 500, true],
    ]);
    expect(queries().length - before).toBe(1);
  });

  test('are asked for once more if one was asked for later, as after a refresh', async () => {
    const { seconds, queries, clock } = openSeconds();
    await seconds(0, 600);
    const before = queries().length;
    const first = seconds(100, 600);
    while (queries().length === before)
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
    clock.now += 1;
    expect(await Promise.all([first, seconds(200, 500)])).toEqual([
      [100, 600, true],
      [200, 500, true],
    ]);
    expect(queries().length - before).toBe(2);
  });
});

describe('small and large lookups of ticks', () => {
  const both = [{ limit: 10 }, { limit: 10_000 }];

  test('are counted and closed together', async () => {
    const { read, lookup } = createTicks();
    const waiting = both.map((question) => read(question));
    expect(lookup.pendingCount).toBe(2);
    lookup.close();
    for (const each of waiting) await expect(each).rejects.toMatchObject({ kind: 'closed' });
    expect(lookup.pendingCount).toBe(0);
  });
});
