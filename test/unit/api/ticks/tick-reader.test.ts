import type { Row } from '../../../../src/core/columns';
import { readTicks, TickPages, type TickRequest, type Ticks, type TickSource } from '../../../../src/api/ticks/reader';

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
      pages: new TickPages(3),
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

const never = new AbortController().signal;
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

test('a page that fails makes the whole reading fail', async () => {
  const { source } = createSource([]);
  const failing: TickSource = { ...source, send: () => Promise.reject(new RangeError('no page')) };
  await expect(readTicks({ ...WINDOW, rowLimit: 5, isNewest: false }, failing, never)).rejects.toThrow(
    new RangeError('no page'),
  );
});
