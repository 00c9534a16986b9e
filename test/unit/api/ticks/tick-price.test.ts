import * as fc from 'fast-check';
import { RequestLimit } from '../../../../src/app/spending';
import { barsOfLength } from '../../../../src/core/calendar/bar-rules';
import { MS_PER_DAY, MS_PER_HOUR } from '../../../../src/core/calendar/units';
import type { Row } from '../../../../src/core/columns';
import { maxRequestsToRead } from '../../../../src/api/ticks/tick-estimate';
import { clumpsOf } from './clumps';
import { createLivingIndex } from './living-index';

const PAGE = 20;

/** An open index whose ticks are all there; times in milliseconds since 1970. */
function indexAt(nowMs: number, times: readonly number[], pageSize = PAGE) {
  const index = createLivingIndex(
    [...times].sort((one, other) => one - other).map((timeMs) => ({ timeMs, arrivesMs: 0 })),
    pageSize,
  );
  index.state.nowMs = nowMs;
  return index;
}

const limits = fc
  .tuple(fc.constantFrom(1, -1), fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 1_500 })))
  .map(([side, count]) => side * count);

const clumps = clumpsOf({ clumps: 15, ticks: 1_500 });

/** Drops ticks beyond a page in one second. */
function thinned(times: readonly number[]): number[] {
  const counts = new Map<number, number>();
  return times.filter((timeMs) => {
    const second = Math.floor(timeMs / 1000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
    return counts.get(second)! <= PAGE;
  });
}

test('ticks never take more requests than the number up to which nobody is asked, however they are spread', async () => {
  await fc.assert(
    fc.asyncProperty(clumps, fc.double({ min: 4, max: 24, noNaN: true }), limits, async (parts, exponent, limit) => {
      const endMs = Math.floor(2 ** exponent * 1000);
      const times = parts.flatMap(({ at, spread, count }) =>
        Array.from({ length: count }, (_, index) =>
          Math.floor((at + ((1 - at) * spread ** 4 * index) / count) * (endMs - 1)),
        ),
      );
      const session = indexAt(endMs, thinned(times)).open();
      // The size of pages is known.
      await session.read({ startMs: 0, endMs, limit: 2 * PAGE });
      const before = session.requests.length;
      const question = { symbol: 'SPX', startMs: 0, endMs: endMs - 1, limit };
      await session.read(question);
      expect(session.requests.length - before).toBeLessThanOrEqual(maxRequestsToRead(question, PAGE)!);
    }),
    { numRuns: 120 },
  );
});

/** Friday, 8 PM: the exchange has just closed. */
const NOW_MS = 15 * MS_PER_DAY + 20 * MS_PER_HOUR;
const TODAY_MS = 15 * MS_PER_DAY;

/** Six and a half hours of ticks on each of five weekdays, some with half as many again as others; even or in bursts. */
const weeks = fc
  .record({
    ofDay: fc.integer({ min: 150, max: 1_500 }),
    days: fc.array(fc.double({ min: 0.8, max: 1.2, noNaN: true }), { minLength: 5, maxLength: 5 }),
    burst: fc.constantFrom(1, 4, 10),
    seed: fc.integer(),
  })
  .map(({ ofDay, days, burst, seed }) => {
    let state = seed >>> 0;
    const random = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    return days.flatMap((share, day) =>
      Array.from({ length: Math.ceil((ofDay * share) / burst) }, () => random() * 6.4 * MS_PER_HOUR).flatMap((atMs) =>
        Array.from({ length: burst }, () =>
          Math.floor(TODAY_MS + (day - 4) * MS_PER_DAY + 13.5 * MS_PER_HOUR + atMs + random() * burst * 3_000),
        ),
      ),
    );
  });

const intervals = fc.constantFrom(undefined, undefined, barsOfLength(5 * 60_000), barsOfLength(MS_PER_HOUR));

test('what is kept costs nothing, and that is said beforehand', async () => {
  await fc.assert(
    fc.asyncProperty(weeks, limits, intervals, async (times, limit, bars) => {
      const session = indexAt(NOW_MS, times).open();
      const window = { startMs: TODAY_MS - 4 * MS_PER_DAY, endMs: TODAY_MS };
      await session.read({ ...window, limit: 20_000 });
      const before = session.requests.length;
      expect(await session.price({ ...window, limit, bars })).toBe(0);
      await session.read({ ...window, limit, bars });
      expect(session.requests).toHaveLength(before);
    }),
    { numRuns: 30 },
  );
});

const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { count }) => sum + Number(count), 0);

describe('bars', () => {
  const DAYS = { startMs: 4 * MS_PER_DAY, endMs: 32 * MS_PER_DAY, limit: 1_000, bars: barsOfLength(MS_PER_DAY) };

  test('whose ticks were only looked at wait for the user, even if more seem to lie behind them than may be read', async () => {
    // A hundred ticks within two seconds three times a day, just where pages are looked at: a million an hour, it seems.
    const times: number[] = [];
    for (let dayMs = DAYS.startMs; dayMs < DAYS.endMs; dayMs += MS_PER_DAY)
      for (const hour of [3, 9, 15])
        for (let tick = 0; tick < 100; tick++) times.push(dayMs + hour * MS_PER_HOUR + tick * 20);
    const index = indexAt(DAYS.endMs, times, 100);
    const user = { accepts: false };
    const limit = new RequestLimit(
      () => ({ maxRequests: 100 }),
      () => user.accepts,
    );
    const session = index.open(undefined, limit);
    const priced = await session.price(DAYS);
    // Not more than it takes to meet the maximum number of ticks.
    expect(priced).toBeGreaterThan(2_000);
    expect(priced).toBeLessThan(2_200);
    const said = Number(priced.toPrecision(2)).toLocaleString('en');
    await expect(session.read(DAYS)).rejects.toThrow(`About ${said} requests: allow it in the MD pane`);
    user.accepts = true;
    expect(sumOf((await session.read(DAYS)).rows)).toBe(times.length);
  });

  test('are not refused because one day that was read is far busier than the others', async () => {
    const busyMs = DAYS.startMs + 14 * MS_PER_DAY;
    const times: number[] = [];
    for (let dayMs = DAYS.startMs; dayMs < DAYS.endMs; dayMs += MS_PER_DAY) {
      const count = dayMs === busyMs ? 30_000 : 100;
      for (let tick = 0; tick < count; tick++) times.push(dayMs + Math.floor((tick * MS_PER_DAY) / count));
    }
    const session = indexAt(DAYS.endMs, times, 10_000).open();
    await session.read({ ...DAYS, startMs: busyMs, endMs: busyMs + MS_PER_DAY });
    expect(sumOf((await session.read(DAYS)).rows)).toBe(times.length);
  });

  test('end with a sentence once the maximum number of ticks was read, and the days before that are kept', async () => {
    const times = Array.from(
      { length: 260_000 },
      (_, tick) => DAYS.startMs + Math.floor((tick * 5 * MS_PER_DAY) / 260_000),
    );
    const session = indexAt(DAYS.endMs, times, 10_000).open();
    await expect(session.read(DAYS)).rejects.toThrow(
      'start, end: more than 200,000 ticks lie behind these bars; give a shorter window or a smaller limit',
    );
    const before = session.requests.length;
    expect((await session.read(DAYS)).rows.map(({ count }) => count)).toEqual(Array(5).fill(52_000));
    expect(session.requests.length - before).toBeLessThan(before - 10);
  });
});
