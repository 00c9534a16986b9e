import { PageSize } from '../../../../src/api/lookup/pages';
import * as fc from 'fast-check';
import { statusError } from '../../../../src/api/service-error';
import { readTicks, type Ticks } from '../../../../src/api/ticks/reader';
import type { TickDemand } from '../../../../src/api/ticks/plan';
import { createTickService, tickAt, type TickService, type TickServiceOptions, indexOf } from './tick-service';

const signal = new AbortController().signal;

const read = (service: TickService, demand: TickDemand, pagesAtOnce = 6): Promise<Ticks> =>
  readTicks(demand, { send: service.send, pages: new PageSize(10, 'limit'), pagesAtOnce }, signal);

/** What one chain of cursors gives. */
function chainOf(times: readonly number[], { startMs, endMs, rowLimit, isNewest }: TickDemand): Ticks['rows'] {
  const rows = times.map(tickAt).filter((_, index) => times[index]! >= startMs && times[index]! < endMs);
  return isNewest ? rows.slice(-rowLimit) : rows.slice(0, rowLimit);
}

/** Bursts of up to two thousand ticks in a second, lone ticks, and silence, in steps of a quarter of a second. */
const densities = fc
  .array(
    fc.record({
      afterMs: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 50_000_000 })),
      count: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }) },
        { weight: 1, arbitrary: fc.integer({ min: 41, max: 2_000 }) },
      ),
      spreadMs: fc.constantFrom(0, 0, 999, 10_000, 3_000_000),
    }),
    { maxLength: 12 },
  )
  .map((clumps) => {
    let clumpMs = 0;
    return clumps
      .flatMap(({ afterMs, count, spreadMs }) => {
        clumpMs += afterMs;
        const from = clumpMs;
        return Array.from({ length: count }, (_, index) => Math.floor((from + (spreadMs * index) / count) / 250) * 250);
      })
      .sort((a, b) => a - b);
  });

const demands = fc
  .record({
    startMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000_000 })),
    lengthMs: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 600_000_000 })),
    rowLimit: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 100_000 })),
    isNewest: fc.boolean(),
  })
  .map(({ lengthMs, ...demand }) => ({ ...demand, endMs: demand.startMs + lengthMs }));

describe('ticks that are read in parallel windows', () => {
  test('equal the rows of a single chain, in order, without gap or overlap, however dense they are and in whatever order answers arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        densities,
        demands,
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 4 })),
        async (times, demand, pagesAtOnce, turns) => {
          const service = createTickService({ times, largestPage: 10, turns: () => Number(turns.next().value) });
          const found = await read(service, demand, pagesAtOnce);
          expect(found.rows).toEqual(chainOf(times, demand));
          expect(found.times).toEqual(found.rows.map(({ time }) => Date.parse(String(time))));
          expect(service.mostAtOnce()).toBeLessThanOrEqual(pagesAtOnce + 1);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('are skipped page by page if they are in the second of the start but before it', async () => {
    const times = [...Array.from({ length: 35 }, () => 0), 250, 500];
    const demand = { startMs: 1, endMs: 501, rowLimit: 1, isNewest: false };
    expect((await read(createTickService({ times, largestPage: 10 }), demand)).rows).toEqual(chainOf(times, demand));
  });

  test('need no page for each tick in the second of the start but before it', async () => {
    const { send, requests } = createTickService({ times: [...Array.from({ length: 35 }, () => 0), 250, 500] });
    const demand = { startMs: 250, endMs: 501, rowLimit: 1, isNewest: false };
    const { times } = await readTicks(demand, { send, pages: new PageSize(100, 'limit'), pagesAtOnce: 6 }, signal);
    expect(times).toEqual([250]);
    expect(requests).toHaveLength(1);
  });

  test('within one second are read by a chain inside it', async () => {
    const times = Array.from({ length: 3_000 }, (_, index) => 5_000_000 + Math.floor(index / 750) * 250);
    const service = createTickService({ times, largestPage: 10 });
    const demand = { startMs: 0, endMs: 10_000_000, rowLimit: 10_000, isNewest: false };
    expect((await read(service, demand)).rows).toEqual(chainOf(times, demand));
    expect(service.requests.length).toBeLessThan(330);
  });

  test('are requested several pages at a time if there are many, with hardly more requests than a single chain', async () => {
    const times = Array.from({ length: 1_000 }, (_, index) => index * 1_250);
    const service = createTickService({ times, largestPage: 10 });
    await read(service, { startMs: 0, endMs: 1_250_000, rowLimit: 1_000, isNewest: false });
    expect(service.mostAtOnce()).toBeGreaterThanOrEqual(6);
    expect(service.requests.length).toBeLessThan(125);
  });

  test('need one page if one page has them all', async () => {
    const service = createTickService({ times: [1_000, 2_000, 3_000], largestPage: 10 });
    expect(await read(service, { startMs: 0, endMs: 86_400_000, rowLimit: 10, isNewest: false })).toMatchObject({
      hasMore: false,
      rows: { length: 3 },
    });
    expect(service.requests).toHaveLength(1);
  });

  test('follow a single chain if windows would not pay', async () => {
    const times = Array.from({ length: 15 }, (_, index) => index * 1_000);
    const service = createTickService({ times, largestPage: 10 });
    await read(service, { startMs: 0, endMs: 15_000, rowLimit: 10, isNewest: false });
    expect(service.requests).toHaveLength(1);
    await read(service, { startMs: 0, endMs: 15_000, rowLimit: 15, isNewest: false });
    expect(service.requests.slice(1).filter(({ cursor }) => cursor !== undefined)).toHaveLength(1);
  });

  test('are found from the end for the newest, without reading everything before them', async () => {
    const times = Array.from({ length: 10_000 }, (_, index) => index * 1_000);
    const service = createTickService({ times, largestPage: 10 });
    const demand = { startMs: 0, endMs: 10_000_000, rowLimit: 25, isNewest: true };
    const found = await read(service, demand);
    expect(found.rows).toEqual(chainOf(times, demand));
    expect(found.hasMore).toBe(true);
    expect(service.requests.length).toBeLessThan(20);
  });
});

describe('reading the newest ticks of a window', () => {
  const DAY_MS = 86_400_000;
  /** Trades for six hours on each of `count` days, with a tick every four seconds. */
  const daysOfTrading = (count: number): number[] =>
    Array.from({ length: count }, (_, day) =>
      Array.from({ length: 5_400 }, (__, index) => day * DAY_MS + 50_000_000 + index * 4_000),
    ).flat();

  test.each([
    ['whose last eleven weeks are empty', 100, 20],
    ['whose last hours are empty', 30.9, 20],
    ['that is mostly silence', 3_650, 20],
    ['that ends in trading', 29.6, 20],
    ['that ends in trading, some pages of them', 29.6, 2_000],
    ['whose last month is empty, some pages of them', 60, 2_000],
  ])('%s takes few requests', async (_, days, rowLimit) => {
    const times = daysOfTrading(30);
    const service = createTickService({ times });
    const demand = { startMs: 0, endMs: days * DAY_MS, rowLimit, isNewest: true };
    const { rows } = await readTicks(
      demand,
      { send: service.send, pages: new PageSize(100, 'limit'), pagesAtOnce: 6 },
      signal,
    );
    expect(rows).toEqual(chainOf(times, demand));
    expect(service.requests.length).toBeLessThan(21 + (5 * rowLimit) / 100);
  });
});

describe('a service that does not sort by time', () => {
  test('is followed along its chain, and its ticks are sorted', async () => {
    const times = [5_000, 3_000, 4_000, 1_000, 2_000];
    const service = createTickService({ times });
    const { rows } = await read(
      {
        ...service,
        send: async (request, stop) => {
          const answer = await service.send({ ...request, start: 0, end: 5 }, stop);
          return { ...answer, rows: times.map(tickAt) };
        },
      },
      { startMs: 0, endMs: 6_000, rowLimit: 10, isNewest: false },
    );
    expect(rows.map(indexOf)).toEqual([3, 4, 1, 2, 0]);
  });

  test.each([1, 2, 3])(
    'whose cursors lead in a circle of %d pages causes an error, not a cell that hangs',
    async (length) => {
      const service = createTickService({ times: [1_000] });
      const circular: TickService = {
        ...service,
        send: async (request, stop) => {
          const answer = await service.send({ ...request, cursor: undefined }, stop);
          const next = String((Number(request.cursor ?? -1) + 1) % length);
          return { ...answer, cursors: { next, current: null } };
        },
      };
      await expect(read(circular, { startMs: 0, endMs: 9_000, rowLimit: 50, isNewest: false })).rejects.toMatchObject({
        kind: 'body',
        message: expect.stringContaining('pages that lead in a circle'),
      });
    },
  );
});

test('reading stops when nobody waits for the ticks any more', async () => {
  const stop = new AbortController();
  const service = createTickService({
    times: Array.from({ length: 5_000 }, (_, index) => index * 1_000),
    largestPage: 10,
  });
  const reading = readTicks(
    { startMs: 0, endMs: 5_000_000, rowLimit: 5_000, isNewest: false },
    {
      pages: new PageSize(10, 'limit'),
      pagesAtOnce: 6,
      send(request, signal) {
        if (service.requests.length === 20) stop.abort();
        return service.send(request, signal);
      },
    },
    stop.signal,
  );
  await expect(reading).rejects.toBeDefined();
  expect(service.requests.length).toBeLessThan(30);
});

describe('the size of a page', () => {
  const sizesAfter = async (options: Partial<TickServiceOptions>): Promise<number[]> => {
    const times = Array.from({ length: 4_000 }, (_, index) => index * 1_000);
    const service = createTickService({ times, ...options });
    const pages = new PageSize(100, 'limit');
    const source = { send: service.send, pages, pagesAtOnce: 6 };
    const demand = { startMs: 0, endMs: 4_000_000, rowLimit: 4_000, isNewest: false };
    expect((await readTicks(demand, source, signal)).rows).toHaveLength(4_000);
    const before = service.requests.length;
    expect((await readTicks(demand, source, signal)).rows).toHaveLength(4_000);
    return [...new Set(service.requests.slice(before).map(({ limit }) => limit))];
  };

  test('grows as far as the service allows', async () => {
    expect(await sizesAfter({ largestPage: 10_000 })).toEqual([4_000]);
  });

  test('is learned from a refusal that names the number', async () => {
    expect(await sizesAfter({ largestPage: 500 })).toEqual([500]);
  });

  test('is learned from a page that is shorter than asked for', async () => {
    expect(await sizesAfter({ largestPage: 700, tooLarge: 'shortens' })).toEqual([700]);
  });

  test('stays at the default if more is refused', async () => {
    expect(await sizesAfter({ largestPage: 100 })).toEqual([100]);
    expect((await sizesAfter({ largestPage: 100, tooLarge: 'refuses without a number' })).sort()).toContain(100);
  });
});

describe('a failing page', () => {
  test('in the same turn as another fails them all, with its own reason', async () => {
    const service = createTickService({
      times: Array.from({ length: 1_000 }, (_, index) => index * 1_000),
      largestPage: 10,
    });
    let count = 0;
    const waiting: (() => void)[] = [];
    const reading = readTicks(
      { startMs: 0, endMs: 1_000_000, rowLimit: 1_000, isNewest: false },
      {
        pages: new PageSize(10, 'limit'),
        pagesAtOnce: 2,
        async send(request, signal) {
          const own = ++count;
          const answer = await service.send({ ...request, limit: Math.min(10, request.limit) }, signal);
          if (own < 10) return answer;
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
            if (waiting.length === 2) for (const go of waiting.splice(0)) go();
          });
          if (own === 11) throw statusError(403);
          return answer;
        },
      },
      new AbortController().signal,
    );
    await expect(reading).rejects.toMatchObject({ status: 403 });
  });
});
