import { PageSize } from '../../../../src/api/lookup/pages';
import {
  type FirstLook,
  isInOrder,
  tickPage,
  readTicks,
  type TickRequest,
  type Ticks,
  type TickSource,
  withOwnSignal,
} from '../../../../src/api/ticks/reader';
import type { Row } from '../../../../src/core/columns';
import type { DecodedAnswer } from '../../../../src/api/transport/wire';
import { ServiceError } from '../../../../src/api/service-error';
import { PriceError } from '../../../../src/api/price-error';
import type { TickDemand } from '../../../../src/api/ticks/plan';
import { createTickService } from './tick-service';

const TICK: Row = { time: '1970-01-01T00:00:01.250Z', ask: 3, bid: 1, mid: 2 };
const answer = (rows: readonly Row[], next: string | null = null): DecodedAnswer => ({
  rows,
  cursors: { next, current: null },
  body: null,
});

describe('a page of ticks', () => {
  test('has the time of each row, and its cursor leads to the next page', () => {
    expect(tickPage(answer([TICK, { ...TICK, time: '1970-01-01T00:00:02Z' }], 'more'))).toMatchObject({
      times: [1_250, 2_000],
      next: 'more',
      isValid: true,
    });
    expect(tickPage(answer([TICK])).next).toBeNull();
    expect(tickPage({ rows: [TICK], body: null }).next).toBeNull();
  });

  test.each<[string, Row]>([
    ['null', { ...TICK, ask: null, bid: null, mid: null }],
    ['unknown to us', { ...TICK, volume: 'x' }],
  ])('is complete with fields that are %s', (_, row) => {
    expect(tickPage(answer([row])).isValid).toBe(true);
  });

  test.each<[string, Row]>([
    ['no time', { ...TICK, time: undefined }],
    ['a time that is not a text', { ...TICK, time: 7 }],
    ['a time that is none', { ...TICK, time: 'noon' }],
    ['no ask', { ...TICK, ask: undefined }],
    ['no bid', { ...TICK, bid: undefined }],
    ['no mid', { ...TICK, mid: undefined }],
    ['a price in words', { ...TICK, mid: '2' }],
  ])('is not complete if one of its ticks has %s', (_, row) => {
    expect(tickPage(answer([row, TICK])).isValid).toBe(false);
  });

  test.each([0, '', null])('has no tick of the time %j', (time) => {
    expect(tickPage(answer([{ ...TICK, time }, TICK]))).toMatchObject({ times: [1250], rows: [TICK], isValid: true });
  });

  test.each<[unknown]>([[undefined], [7], ['noon'], [['1970-01-01T00:00:01Z']]])(
    'has no time for a tick whose time is %p',
    (time) => {
      expect(tickPage(answer([{ ...TICK, time }])).times).toEqual([NaN]);
    },
  );
});

describe('times are in order', () => {
  test.each<[string, readonly number[], boolean]>([
    ['where there are none', [], true],
    ['where they stay or grow', [5, 5, 6], true],
    ['not where one goes back', [5, 7, 6], false],
    ['not where the first is before the beginning', [4, 5], false],
    ['not where one is unknown', [5, NaN, 6], false],
  ])('%s', (_, times, isOrdered) => {
    expect(isInOrder(times, 5)).toBe(isOrdered);
  });
});

const never = new AbortController().signal;
const FIRST = { start: 0, end: 60, cursor: undefined, limit: 100 };
const page = (count: number, next: string | null = 'more'): DecodedAnswer => ({
  rows: Array.from({ length: count }, (_, index) => ({ index })),
  cursors: { next, current: null },
  body: null,
});

/** Pages of 100 by default, of a service that gives each size what the test says. */
function setUp(answers: Readonly<Record<number, DecodedAnswer | Error>>) {
  const asked: number[] = [];
  const pages = new PageSize(100, 'limit');
  const send = (limit: number): Promise<DecodedAnswer> => {
    asked.push(limit);
    const answer = answers[limit]!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return {
    asked,
    pages,
    first: (rowLimit: number) => pages.getFirst(FIRST.limit, rowLimit, send),
    get: (limit: number) => pages.get(limit, send),
  };
}

describe('the first page of a window', () => {
  test('is requested in the size that is wanted, along with the one that is sure to come', async () => {
    const { first, asked, pages } = setUp({ 100: page(100), 500: page(500) });
    expect((await first(500)).rows).toHaveLength(500);
    expect([asked.toSorted((a, b) => a - b), pages.current]).toEqual([[100, 500], 500]);
  });

  test('is the sure one if the other came shorter', async () => {
    const { first, pages } = setUp({ 100: page(100), 500: page(40) });
    expect((await first(500)).rows).toHaveLength(100);
    expect(pages.current).toBe(100);
  });

  test('is the sure one if the other is refused, which teaches the size', async () => {
    const { first, asked, pages } = setUp({
      100: page(100),
      500: new ServiceError('refused-argument', 'limit: 500 is refused; the service says "at most 250" (422)', {
        status: 422,
        parameter: 'limit',
      }),
    });
    expect((await first(500)).rows).toHaveLength(100);
    expect([asked, pages.current]).toEqual([[500, 100], 250]);
  });

  test.each<[string, DecodedAnswer]>([
    ['nothing comes after it', page(300, null)],
    ['it has no cursors', { rows: page(300).rows, body: null }],
  ])('may be short if %s', async (_, all) => {
    const { first, pages } = setUp({ 100: page(100), 500: all });
    expect((await first(500)).rows).toHaveLength(300);
    expect(pages.current).toBe(500);
  });

  test('is requested alone if no more is wanted than is sure to come', async () => {
    const { first, asked } = setUp({ 100: page(100) });
    await first(100);
    expect(asked).toEqual([100]);
  });
});

test('a later page is requested again in a size that works if its own is refused', async () => {
  const { get, asked } = setUp({
    100: page(100),
    500: new ServiceError('refused-argument', 'limit: no', { status: 422, parameter: 'limit' }),
  });
  expect((await get(500)).rows).toHaveLength(100);
  expect(asked).toEqual([500, 100]);
});

const tick = (timeMs: number): Row => ({ time: new Date(timeMs).toISOString(), ask: 1, bid: 1, mid: 1 });
const timesOf = ({ rows }: Ticks): unknown[] =>
  rows.map(({ time }) => (typeof time === 'string' ? Date.parse(time) : undefined));

/** A service that gives these pages one after the other, whatever window and size are asked for. */
function createSource(...pages: readonly (readonly Row[])[]): {
  readonly source: TickSource;
  readonly requests: TickRequest[];
} {
  const requests: TickRequest[] = [];
  return {
    requests,
    source: {
      pages: new PageSize(3, 'limit'),
      pagesAtOnce: 6,
      send(request) {
        requests.push(request);
        const at = Number(request.cursor ?? 0);
        const next = at + 1 < pages.length ? String(at + 1) : null;
        return Promise.resolve({
          rows: pages[at]!,
          cursors: { next, current: null },
          body: null,
        });
      },
    },
  };
}

const WINDOW = { startMs: 1_000, endMs: 9_000 };

describe('ticks that come out of order', () => {
  const DISORDER = [[6_000, 2_000, 4_000].map(tick), [3_000, 8_000, 5_000].map(tick), [7_000].map(tick)];

  test('are read up to the page that brings enough and then sorted; more may follow', async () => {
    const { source, requests } = createSource(...DISORDER);
    const found = await readTicks({ ...WINDOW, rowLimit: 3, isNewest: false }, source, never);
    expect(timesOf(found)).toEqual([2_000, 4_000, 6_000]);
    expect(found.times).toEqual([2_000, 4_000, 6_000]);
    expect(found.hasMore).toBe(true);
    expect(requests.every(({ cursor }) => cursor === undefined)).toBe(true);
  });

  test('are read page by page until there are enough', async () => {
    const { source, requests } = createSource(...DISORDER);
    expect(timesOf(await readTicks({ ...WINDOW, rowLimit: 4, isNewest: false }, source, never))).toEqual([
      2_000, 3_000, 4_000, 5_000,
    ]);
    expect(timesOf(await readTicks({ ...WINDOW, rowLimit: 6, isNewest: false }, source, never))).toHaveLength(6);
    expect(requests.map(({ cursor }) => cursor)).not.toContain('2');
  });

  test('are read to the end if the newest are wanted', async () => {
    const found = await readTicks({ ...WINDOW, rowLimit: 2, isNewest: true }, createSource(...DISORDER).source, never);
    expect(timesOf(found)).toEqual([7_000, 8_000]);
    expect(found.hasMore).toBe(true);
  });

  test('are all there if all were wanted', async () => {
    const found = await readTicks({ ...WINDOW, rowLimit: 7, isNewest: false }, createSource(...DISORDER).source, never);
    expect(found).toMatchObject({ rows: { length: 7 }, hasMore: false, isValid: true });
  });

  test('do not belong to the window if they are before its start, or at its end or later', async () => {
    const { source } = createSource([5_000, 999, 1_000, 9_000, 8_999].map(tick));
    expect(timesOf(await readTicks({ ...WINDOW, rowLimit: 5, isNewest: false }, source, never))).toEqual([
      1_000, 5_000, 8_999,
    ]);
  });

  test('are not requested in larger pages than wanted', async () => {
    const { source, requests } = createSource(...DISORDER);
    await readTicks({ ...WINDOW, rowLimit: 2, isNewest: false }, source, never);
    expect(requests.map(({ limit }) => limit)).toEqual([2, 2]);
  });

  test('are requested in whole pages if the newest are wanted, with the same window each time', async () => {
    const { source, requests } = createSource(...DISORDER);
    await readTicks({ startMs: 1_500, endMs: 8_500, rowLimit: 1, isNewest: true }, source, never);
    expect(requests.slice(-3)).toEqual([undefined, '1', '2'].map((cursor) => ({ start: 1, end: 9, cursor, limit: 3 })));
  });
});

test('a tick without a time stays in its place and is counted, and nothing is sorted', async () => {
  const { source } = createSource([tick(4_000), tick(2_000), { ask: 1, bid: 1, mid: 1 }]);
  const found = await readTicks({ ...WINDOW, rowLimit: 5, isNewest: false }, source, never);
  expect(timesOf(found)).toEqual([4_000, 2_000, undefined]);
  expect(found).toMatchObject({ isValid: false, hasMore: false });
});

describe('a reading that may not send all of its requests', () => {
  const PAGES = [1, 2, 3].map((page) => [0, 250, 500].map((ms) => tick(page * 1_000 + ms)));
  const demand = { startMs: 1_000, endMs: 901_000, rowLimit: 100, isNewest: false };

  /** The error of a formula that may not send another request. */
  const refusal = () => new PriceError({ missing: 1 });

  /** Pages one at a time, of which this many may be sent. */
  function limited(pages: readonly (readonly Row[])[], count: number, refuses = false) {
    const { source, requests } = createSource(...pages);
    const single: TickSource = {
      ...source,
      // No larger page is tried.
      pages: new PageSize(1_000, 'limit'),
      pagesAtOnce: 1,
      left: () => (refuses ? Infinity : count - requests.length),
      send: (request, own) => (requests.length < count ? source.send(request, own) : Promise.reject(refusal())),
    };
    return { source: single, requests };
  }

  test.each([
    ['is not asked for more', false],
    ['is refused a request', true],
  ])('gives what it has read, and how much is missing, when it %s', async (_, refuses) => {
    const { source, requests } = limited(PAGES, 2, refuses);
    const { stopped, ...found } = await readTicks(demand, source, never);
    expect(found).toEqual({ rows: [], times: [], hasMore: true, isValid: true });
    const rows = PAGES.slice(0, 2).flat();
    expect(stopped).toMatchObject({
      parts: [{ fromMs: 1_000, toMs: 2_500, rows, times: rows.map(({ time }) => Date.parse(String(time))) }],
      unreadMs: 898_500,
      missingRows: 94,
    });
    expect(stopped!.unreadRows).toBeGreaterThan(100);
    expect(requests).toHaveLength(2);
  });

  test('waits for the pages that were requested before', async () => {
    const { source } = createSource();
    let sent = 0;
    const minutes = Array.from({ length: 3 }, (_, index) => tick(1_000 + index * 60_000));
    const found = await readTicks(
      { ...demand, rowLimit: 1_000 },
      {
        ...source,
        pages: new PageSize(3, 'limit'),
        pagesAtOnce: 2,
        async send({ start, cursor }) {
          if (sent++ === 0) return { rows: minutes, cursors: { next: 'more', current: null }, body: null };
          if (cursor !== undefined) throw refusal();
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
          return { rows: [tick(start * 1_000)], cursors: { next: null, current: null }, body: null };
        },
      },
      never,
    );
    expect(found.stopped!.parts.map(({ rows }) => rows.length)).toEqual([3, 1]);
  });

  test('has nothing to keep if the ticks come out of order', async () => {
    const disorder = [[3_000, 2_000, 4_000].map(tick), [5_000, 6_000, 7_000].map(tick), [tick(8_000)]];
    // One page shows the disorder, and then the pages are read again.
    const { source } = limited(disorder, 3, true);
    expect(await readTicks(demand, source, never)).toEqual({
      rows: [],
      times: [],
      hasMore: true,
      isValid: true,
      stopped: { parts: [], unreadMs: 900_000, unreadRows: 94, missingRows: 94 },
    });
    const newest = limited(disorder, 3, true).source;
    expect(await readTicks({ ...demand, rowLimit: 2, isNewest: true }, newest, never)).toMatchObject({
      stopped: { unreadRows: 0, missingRows: 0 },
    });
  });

  test('fails with any other error, also if the ticks come out of order', async () => {
    const { source, requests } = createSource([3_000, 2_000].map(tick), [tick(5_000)]);
    const failing: TickSource = {
      ...source,
      send: (request, own) =>
        request.cursor === undefined ? source.send(request, own) : Promise.reject(new RangeError('no page')),
    };
    await expect(readTicks(demand, failing, never)).rejects.toThrow(new RangeError('no page'));
    expect(requests.length).toBeGreaterThan(1);
  });
});

describe('the first answer to a reading', () => {
  interface Told {
    readonly total?: unknown;
    readonly next?: string | null;
    readonly demand?: Partial<TickDemand>;
    readonly hasCursors?: boolean;
    readonly pagesAtOnce?: number;
  }

  /** What is shown of a first answer with three ticks, and how many requests are sent if the reading may not go on. */
  async function lookAt({ total = null, next = 'more', demand = {}, hasCursors = true, pagesAtOnce = 1 }: Told) {
    const looks: FirstLook[] = [];
    let requestCount = 0;
    const found = await readTicks(
      { startMs: 1_000, endMs: 101_000, rowLimit: 10, isNewest: false, ...demand },
      {
        // No larger page is tried.
        pages: new PageSize(10_000, 'limit'),
        pagesAtOnce,
        mayGoOn(look) {
          looks.push(look);
          return false;
        },
        send({ start }) {
          requestCount++;
          const rows = [1, 3, 7].map((second) => tick((start + second) * 1_000));
          return Promise.resolve({ rows, ...(hasCursors && { cursors: { next, current: null } }), body: { total } });
        },
      },
      never,
    );
    return { looks, requestCount, found };
  }

  test('shows how dense the ticks are, and how much is missing, and may end the reading', async () => {
    const { looks, requestCount, found } = await lookAt({});
    expect(looks).toEqual([{ rowCount: 3, readMs: 6_000, unreadMs: 93_000, missingRows: 7, total: undefined }]);
    expect(requestCount).toBe(1);
    expect(found.stopped).toMatchObject({ parts: [{ times: [2_000, 4_000, 8_000] }], missingRows: 7 });
  });

  test('is not looked at if it has all that is wanted', async () => {
    expect(await lookAt({ demand: { rowLimit: 3 } })).toMatchObject({ looks: [], found: { rows: { length: 3 } } });
    expect(await lookAt({ next: null, hasCursors: false })).toMatchObject({ looks: [], found: { hasMore: false } });
  });

  test('is looked at once', async () => {
    const { source, requests } = createSource(...[1, 2, 3].map((page) => [tick(page * 1_000)]));
    const mayGoOn = jest.fn(() => true);
    await readTicks({ ...WINDOW, rowLimit: 10, isNewest: false }, { ...source, mayGoOn }, never);
    expect(requests.length).toBeGreaterThan(2);
    expect(mayGoOn).toHaveBeenCalledTimes(1);
  });

  test.each<[string, Told, number | undefined]>([
    ['a number', { total: 500 }, 500],
    ['one more than there are on the page, which has a next one', { total: 4 }, 4],
    ['no more than there are on the page, although it has a next one', { total: 3 }, undefined],
    ['fewer', { total: 2 }, undefined],
    ['a text', { total: '500' }, undefined],
    ['nothing', {}, undefined],
    ['the number in the end of the window', { total: 500, demand: { isNewest: true } }, undefined],
  ])('tells the number of ticks in the window if the service does: %s', async (_, told, total) => {
    expect((await lookAt(told)).looks[0]!.total).toBe(total);
  });

  test.each([
    [3, 3],
    [2, undefined],
  ])('tells that no more follow in other places that were asked at a time: of %d, %p', async (said, total) => {
    const asked: Told = { total: said, demand: { rowLimit: 500_000 }, pagesAtOnce: 3 };
    for (const hasCursors of [true, false])
      expect((await lookAt({ ...asked, next: null, hasCursors })).looks[0]!.total).toBe(total);
  });
});

test('no more pages are requested at a time than allowed', async () => {
  const times = Array.from({ length: 500 }, (_, index) => index * 1_000);
  const { send, mostAtOnce } = createTickService({ times, turns: () => 3 });
  const demand = { startMs: 0, endMs: 500_000, rowLimit: 500, isNewest: false };
  const pages = new PageSize(100, 'limit');
  await readTicks(demand, { send, pages, pagesAtOnce: 1 }, never);
  expect(mostAtOnce()).toBe(2);
  const other = createTickService({ times, turns: () => 3 });
  await readTicks(demand, { send: other.send, pages, pagesAtOnce: 1 }, never);
  expect(other.mostAtOnce()).toBe(1);
});

test('only the first page of a stretch is tried in a larger size', async () => {
  const times = Array.from({ length: 5_000 }, () => 500);
  const { send, requests } = createTickService({ times, tooLarge: 'refuses without a number' });
  const demand = { startMs: 0, endMs: 1_000, rowLimit: 2_000, isNewest: false };
  await readTicks(demand, { send, pages: new PageSize(100, 'limit'), pagesAtOnce: 1 }, never);
  expect(requests.filter(({ limit }) => limit > 100)).toHaveLength(1);
});

test('a page that fails makes the whole reading fail', async () => {
  const { source } = createSource([]);
  const failing: TickSource = { ...source, send: () => Promise.reject(new RangeError('no page')) };
  await expect(readTicks({ ...WINDOW, rowLimit: 5, isNewest: false }, failing, never)).rejects.toThrow(
    new RangeError('no page'),
  );
});

describe('work with its own signal', () => {
  test('returns its result, and then aborts anything it left running', async () => {
    const outer = new AbortController();
    let own: AbortSignal | undefined;
    expect(
      await withOwnSignal(outer.signal, (signal) => {
        own = signal;
        return Promise.resolve(signal.aborted);
      }),
    ).toBe(false);
    expect([own!.aborted, outer.signal.aborted]).toEqual([true, false]);
  });

  test('fails with its own error, and then aborts anything it left running', async () => {
    let own: AbortSignal | undefined;
    await expect(
      withOwnSignal(new AbortController().signal, (signal) => {
        own = signal;
        return Promise.reject(new RangeError('broken'));
      }),
    ).rejects.toThrow('broken');
    expect(own!.aborted).toBe(true);
  });

  test('is aborted with the outer signal, and can also abort itself alone', async () => {
    const outer = new AbortController();
    expect(
      await withOwnSignal(outer.signal, (own) => {
        outer.abort();
        return Promise.resolve(own.aborted);
      }),
    ).toBe(true);
    const other = new AbortController();
    expect(
      await withOwnSignal(other.signal, (own, abort) => {
        abort();
        return Promise.resolve([own.aborted, other.signal.aborted]);
      }),
    ).toEqual([true, false]);
  });

  test('starts aborted if the outer signal already is', async () => {
    expect(await withOwnSignal(AbortSignal.abort(), ({ aborted }) => Promise.resolve(aborted))).toBe(true);
  });

  test('leaves no listener on the outer signal, which may see a lot of work', async () => {
    const { signal } = new AbortController();
    const [add, remove] = [jest.spyOn(signal, 'addEventListener'), jest.spyOn(signal, 'removeEventListener')];
    await withOwnSignal(signal, () => Promise.resolve());
    expect(remove.mock.calls).toEqual([['abort', add.mock.calls[0]![1]]]);
  });
});
