import { PageSize } from '../../../../src/api/lookup/pages';
import { barsOfLength } from '../../../../src/core/calendar/bars';
import { KeptTicks, TickHistory } from '../../../../src/api/ticks/history';
import { readBars } from '../../../../src/api/ticks/bars';
import { readTicks, type Ticks } from '../../../../src/api/ticks/reader';
import type { TickDemand } from '../../../../src/api/ticks/plan';
import { createMemoryArchive, type MemoryArchive } from '../../../support/memory-archive';
import { createTickService, type TickService, indexOf } from './tick-service';
import { MS_PER_DAY } from '../../../../src/core/calendar/dates';

const HOUR_MS = 3_600_000;
const signal = new AbortController().signal;

/** An index with ticks at these times. By default it is the tenth day, so that the days before it are over. */
function openIndex(
  times: readonly number[],
  archive: MemoryArchive = createMemoryArchive(),
  nowMs = 10 * MS_PER_DAY,
  isNewestFirst = false,
) {
  const service = createTickService({ times, largestPage: 10, isNewestFirst });
  const history = new TickHistory(
    () => Promise.resolve(archive),
    () => nowMs,
  );
  const pages = new PageSize(10, 'limit');
  const kept = new KeptTicks('SPX', history, {
    explain: () => new Error('stopped'),
    pageSize: 10,
    read: async (demand) => ({
      ...(await readTicks(demand, { send: service.send, pages, pagesAtOnce: 4 }, signal)),
      asOfMs: nowMs,
    }),
  });
  return { service, archive, kept };
}

const read = (kept: KeptTicks, demand: Partial<TickDemand>): Promise<Ticks> =>
  kept.ticks({ startMs: 0, endMs: 5 * MS_PER_DAY, rowLimit: 1_000, isNewest: false, ...demand });

const bars = (kept: KeptTicks, minutes: number, demand: Partial<TickDemand>): Promise<Ticks> =>
  readBars(
    { startMs: 0, endMs: 5 * MS_PER_DAY, rowLimit: 1_000, isNewest: false, ...demand },
    barsOfLength(minutes * 60_000),
    (window, most, expected) => kept.minuteBars(window, most, expected),
  );

/** Three ticks in each of some hours of days 0 to 4; day 3 has none. */
const TIMES = [0, 1, 2, 4].flatMap((day) =>
  [9, 10, 15].flatMap((hour) => [0, 20, 40].map((minute) => day * MS_PER_DAY + hour * HOUR_MS + minute * 60_000 + 250)),
);

const requestsOf = async (service: TickService, work: () => Promise<unknown>): Promise<number> => {
  const before = service.requests.length;
  await work();
  return service.requests.length - before;
};

describe('finished days of ticks that have been read', () => {
  test('are not requested again, in this session or another', async () => {
    const first = openIndex(TIMES);
    const { rows } = await read(first.kept, {});
    expect(rows).toHaveLength(TIMES.length);
    const next = openIndex(TIMES, first.archive);
    expect((await read(next.kept, {})).rows).toEqual(rows);
    expect((await bars(next.kept, 60, {})).rows).toHaveLength(12);
    expect(next.service.requests).toHaveLength(0);
  });

  test('leave only the other days to be requested', async () => {
    const { service, kept } = openIndex(TIMES);
    await read(kept, { startMs: MS_PER_DAY, endMs: 2 * MS_PER_DAY });
    service.requests.length = 0;
    expect((await read(kept, {})).rows).toHaveLength(TIMES.length);
    const days = service.requests.map(
      ({ start, end }) => `${Math.floor(start / 86_400) < 2 ? 0 : 2} to ${end / 86_400}`,
    );
    expect([...new Set(days)]).toEqual(['0 to 1', '2 to 5']);
  });

  test('are archived even without ticks, if days beside them have some', async () => {
    const { service, kept } = openIndex(TIMES);
    await read(kept, {});
    expect(await requestsOf(service, () => read(kept, { startMs: 3 * MS_PER_DAY, endMs: 4 * MS_PER_DAY }))).toBe(0);
  });

  test('are not archived if nothing came at all, because it may have been lost', async () => {
    const { archive, kept } = openIndex([]);
    await read(kept, {});
    expect(archive.records.size).toBe(0);
  });

  test('are not archived while they may still gain ticks, or if the reading stopped within them', async () => {
    const { archive, kept } = openIndex(TIMES, undefined, 2 * MS_PER_DAY + HOUR_MS - 1);
    await read(kept, { rowLimit: 12 });
    expect([...archive.records.keys()]).toEqual(['bars SPX 1970-01-01', 'ticks SPX 1970-01-01']);
  });

  test.each([
    [1, false],
    [7, false],
    [20, false],
    [1, true],
    [20, true],
  ])(
    'of which the service sent %d ticks, newest first (to show the newest: %p), gain no day without ticks',
    async (rowLimit, isNewest) => {
      const { archive, kept } = openIndex(TIMES, undefined, undefined, true);
      await read(kept, { rowLimit, isNewest });
      expect((await read(openIndex(TIMES, archive).kept, {})).rows).toHaveLength(TIMES.length);
    },
  );

  test('are archived even if the service sends them newest first, once all have been read', async () => {
    const { archive, kept } = openIndex(TIMES, undefined, undefined, true);
    await read(kept, {});
    const next = openIndex(TIMES, archive);
    expect(await requestsOf(next.service, () => read(next.kept, {}))).toBe(0);
  });

  test('serve part of a day, to the millisecond', async () => {
    const { service, kept } = openIndex(TIMES);
    await read(kept, {});
    service.requests.length = 0;
    const demand = { startMs: 9 * HOUR_MS + 251, endMs: 15 * HOUR_MS + 250 };
    expect((await read(kept, demand)).rows.map(indexOf)).toEqual([1, 2, 3, 4, 5]);
    expect((await bars(kept, 60, demand)).rows).toMatchObject([{ count: 2 }, { count: 3 }]);
    expect(service.requests).toHaveLength(0);
  });

  test('are read from the end for the newest ticks, and no further than needed', async () => {
    const { archive, kept } = openIndex(TIMES);
    await read(kept, { startMs: 4 * MS_PER_DAY });
    const other = openIndex(TIMES, archive);
    expect((await read(other.kept, { rowLimit: 5, isNewest: true })).rows.map(indexOf)).toEqual([31, 32, 33, 34, 35]);
    expect(other.service.requests).toHaveLength(0);
  });
});

describe('a faulty archive', () => {
  const NAME = 'ticks SPX 1970-01-01';
  test.each<[string, (record: { numbers: Float64Array }) => unknown]>([
    ['damaged', (record) => ({ ...record, numbers: record.numbers.map((number, at) => (at === 2 ? 7 : number)) })],
    ['cut off', (record) => ({ ...record, numbers: record.numbers.slice(0, -1) })],
    ['of another version', (record) => ({ ...record, version: 2 })],
    ['of another day', (record) => ({ ...record, name: 'ticks SPX 1970-01-02' })],
    ['of somebody else', () => 'something else'],
    ['empty', () => null],
  ])('has a record dropped and requested again if it is %s', async (_, spoil) => {
    const { archive, kept } = openIndex(TIMES);
    const { rows } = await read(kept, {});
    archive.records.set(NAME, spoil(archive.records.get(NAME) as { numbers: Float64Array }));
    const next = openIndex(TIMES, archive);
    expect((await read(next.kept, {})).rows).toEqual(rows);
    expect(next.service.requests.every(({ end }) => end === 86_400)).toBe(true);
    expect(next.service.requests.length).toBeGreaterThan(0);
    expect(await requestsOf(next.service, () => read(next.kept, {}))).toBe(0);
  });

  test('does not prevent reading the ticks, even if it fails altogether', async () => {
    const broken = (): Promise<never> => Promise.reject(new Error('broken'));
    const archive = {
      ...createMemoryArchive(),
      recordNames: broken,
      readRecord: broken,
      writeRecord: broken,
      removeRecord: broken,
    };
    const { kept } = openIndex(TIMES, archive);
    expect((await read(kept, {})).rows).toHaveLength(TIMES.length);
  });
});
