import { type DatedTicks, KeptTicks, TickHistory } from '../../../../src/api/ticks/history';
import type { TickDemand } from '../../../../src/api/ticks/plan';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../../../src/core/calendar/dates';
import { createMemoryArchive, type MemoryArchive } from '../../../support/memory-archive';
import { tickAt, indexOf } from './tick-service';

const NOW_MS = 10 * MS_PER_DAY;
/** A tick at each full hour of four days, numbered by the hour. */
const HOURLY = Array.from({ length: 96 }, (_, hour) => hour * MS_PER_HOUR);

interface Traits {
  readonly times?: readonly number[];
  readonly archive?: MemoryArchive;
  /** What is said of each answer. */
  readonly says?: (demand: TickDemand) => Partial<DatedTicks>;
}

/** The ticks of an index, and what was asked of the reader in hours. */
function openIndex({ times = HOURLY, archive = createMemoryArchive(), says = () => ({}) }: Traits = {}) {
  const demands: string[] = [];
  const expectations: unknown[] = [];
  let left = Infinity;
  const read = (demand: TickDemand): Promise<DatedTicks> => {
    const { startMs, endMs, rowLimit, isNewest, expected, gaps = [] } = demand;
    const hours = gaps.map(({ fromMs, toMs }) => `${fromMs / MS_PER_HOUR} to ${toMs / MS_PER_HOUR}`).join(', ');
    demands.push(`${isNewest ? '-' : ''}${rowLimit} of ${hours}`);
    expectations.push(expected);
    const isAsked = (timeMs: number): boolean => gaps.some(({ fromMs, toMs }) => timeMs >= fromMs && timeMs < toMs);
    const inside = [...times.keys()].filter((index) => isAsked(times[index]!));
    const found = isNewest ? inside.slice(-rowLimit) : inside.slice(0, rowLimit);
    const rowsOf = (indices: readonly number[]) => ({
      rows: indices.map((index) => tickAt(times[index]!, index)),
      times: indices.map((index) => times[index]!),
    });
    const base = { hasMore: found.length < inside.length, isValid: true, asOfMs: NOW_MS };
    const sent = found.slice(0, left);
    left -= sent.length;
    if (sent.length === found.length) return Promise.resolve({ ...rowsOf(found), ...base, ...says(demand) });
    const toMs = times[sent.length === 0 ? inside[0]! : sent.at(-1)! + 1]!;
    const parts = sent.length === 0 ? [] : [{ fromMs: startMs, toMs, ...rowsOf(sent) }];
    const stopped = { parts, unreadMs: endMs - toMs, unreadRows: 1, missingRows: 1 };
    return Promise.resolve({ rows: [], times: [], ...base, hasMore: true, stopped });
  };
  const history = new TickHistory(
    () => Promise.resolve(archive),
    () => NOW_MS,
  );
  const kept = new KeptTicks('SPX', history, {
    read,
    explain: () => new Error('stopped'),
    pageSize: 1,
  });
  const toMs = (hour: number): number => hour * MS_PER_HOUR;
  return {
    archive,
    demands,
    expectations,
    history,
    /** As many of the ticks of some hours as the limit says, the newest if it is negative. */
    ticks: async (from: number, to: number, limit: number) => {
      const demand = { startMs: toMs(from), endMs: toMs(to), rowLimit: Math.abs(limit), isNewest: limit < 0 };
      const { rows, times: of, hasMore, isValid } = await kept.ticks(demand);
      expect(of).toEqual(rows.map(({ time }) => Date.parse(String(time))));
      return { numbers: rows.map(indexOf), hasMore, isValid };
    },
    bars: async (from: number, to: number, maxTicks = 1_000, expected = 7) => {
      const found = await kept.minuteBars({ fromMs: toMs(from), toMs: toMs(to) }, maxTicks, expected);
      return found && { ...found, bars: found.bars.map(({ time, open }) => [time / 3_600, open]) };
    },
    /** From now on so many ticks may be read. */
    allow: (count: number) => {
      left = count;
    },
  };
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** An index of which these days are archived, and nothing else is known. */
async function withDays(...days: readonly number[]) {
  const archive = createMemoryArchive();
  const before = openIndex({ archive });
  for (const day of days) await before.ticks(24 * day, 24 * (day + 1), 100);
  return openIndex({ archive });
}

describe('ticks of a window of which some days are kept', () => {
  test('are all there, and no more, if as many are wanted as there are', async () => {
    const { ticks, demands } = await withDays(0);
    expect(await ticks(0, 48, 48)).toEqual({ numbers: numbers(0, 48), hasMore: false, isValid: true });
    expect(await ticks(0, 48, -48)).toEqual({ numbers: numbers(0, 48), hasMore: false, isValid: true });
    expect(demands).toEqual(['24 of 24 to 48']);
  });

  test('are the first or the newest of the days, and there are more', async () => {
    const { ticks, demands } = await withDays(0, 1);
    expect(await ticks(0, 48, 47)).toEqual({ numbers: numbers(0, 47), hasMore: true, isValid: true });
    expect(await ticks(0, 48, -47)).toEqual({ numbers: numbers(1, 48), hasMore: true, isValid: true });
    expect(demands).toEqual([]);
  });

  test('need no request for other days if the kept ones have enough', async () => {
    const { ticks, demands } = await withDays(1);
    expect(await ticks(24, 72, 24)).toEqual({ numbers: numbers(24, 48), hasMore: true, isValid: true });
    expect(await ticks(0, 48, -24)).toEqual({ numbers: numbers(24, 48), hasMore: true, isValid: true });
    expect(demands).toEqual([]);
  });

  test('are requested as far as they are missing, in order of time', async () => {
    const { ticks, demands } = await withDays(1);
    expect(await ticks(24, 72, 30)).toEqual({ numbers: numbers(24, 54), hasMore: true, isValid: true });
    expect(await ticks(0, 48, -30)).toEqual({ numbers: numbers(18, 48), hasMore: true, isValid: true });
    expect(demands).toEqual(['6 of 48 to 72', '-6 of 0 to 24']);
  });

  test('of part of a kept day begin at its first moment and end before its last', async () => {
    const { ticks, demands } = await withDays(0);
    expect((await ticks(9, 12, 100)).numbers).toEqual([9, 10, 11]);
    expect(demands).toEqual([]);
  });

  test('lack fields if one part does', async () => {
    const archive = createMemoryArchive();
    await openIndex({ archive }).ticks(24, 48, 100);
    const { ticks } = openIndex({ archive, says: ({ startMs }) => ({ isValid: startMs > 0 }) });
    expect(await ticks(0, 72, 100)).toMatchObject({ isValid: false });
    expect(await ticks(24, 72, 100)).toMatchObject({ isValid: true });
  });
});

describe('an incomplete reading of ticks', () => {
  test('holds everything before its last tick, after which others of the same moment may follow', async () => {
    const { ticks, demands } = openIndex();
    expect((await ticks(0, 24, 5)).hasMore).toBe(true);
    expect((await ticks(0, 24, 10)).numbers).toEqual(numbers(0, 10));
    expect(demands).toEqual(['5 of 0 to 24', '6 of 4 to 24']);
  });

  test('of the newest holds everything after its first tick', async () => {
    const { ticks, demands } = openIndex();
    await ticks(0, 24, -5);
    expect((await ticks(0, 24, -10)).numbers).toEqual(numbers(14, 24));
    expect(demands).toEqual(['-5 of 0 to 24', `-6 of 0 to ${19 + 1 / MS_PER_HOUR}`]);
  });

  test('holds nothing if all of its ticks are of one moment', async () => {
    const { ticks, demands } = openIndex({ times: [5, 5, 5].map((hour) => hour * MS_PER_HOUR) });
    await ticks(0, 24, 2);
    expect((await ticks(0, 24, 3)).numbers).toEqual([0, 1, 2]);
    expect(demands).toEqual(['2 of 0 to 24', '3 of 0 to 24']);
  });

  test('holds nothing if others may lie between its ticks', async () => {
    const { ticks, demands } = openIndex({ says: () => ({ hasHoles: true }) });
    await ticks(0, 24, 5);
    await ticks(0, 24, 10);
    expect(demands).toEqual(['5 of 0 to 24', '10 of 0 to 24']);
  });
});

describe('a reading of ticks that is stopped in one of several parts', () => {
  test('holds what it has read, and another one goes on from there', async () => {
    const { ticks, demands, allow } = await withDays(1);
    allow(30);
    await expect(ticks(0, 72, 100)).rejects.toThrow('stopped');
    allow(Infinity);
    expect(await ticks(0, 72, 100)).toEqual({ numbers: numbers(0, 72), hasMore: false, isValid: true });
    expect(demands).toEqual(['100 of 0 to 24', '52 of 48 to 72', '46 of 54 to 72']);
  });
});

describe('minute bars of a window of which some parts are kept', () => {
  test('come in order of time, and count the ticks that were read for them', async () => {
    const { bars, demands, expectations } = await withDays(1);
    const found = await bars(12, 60);
    expect(found).toEqual({
      bars: numbers(12, 60).map((hour) => [hour, hour + 1.5]),
      tickCount: 24,
      isValid: true,
    });
    expect(demands).toEqual(['1000 of 12 to 24, 48 to 60']);
    expect(expectations).toEqual([7]);
    expect(await bars(12, 60)).toMatchObject({ bars: { length: 48 }, tickCount: 0 });
  });

  test('are not there if more ticks are behind them than may be read', async () => {
    expect(await (await withDays(1)).bars(12, 60, 23)).toBeUndefined();
    expect(await (await withDays(1)).bars(12, 60, 24)).toMatchObject({ tickCount: 24 });
  });

  test('lack fields if one of the parts that were read does', async () => {
    const archive = createMemoryArchive();
    await openIndex({ archive }).ticks(24, 48, 100);
    const { bars } = openIndex({ archive, says: ({ startMs }) => ({ isValid: startMs > 24 * MS_PER_HOUR }) });
    expect(await bars(12, 60)).toMatchObject({ isValid: false });
    expect(await bars(24, 60)).toMatchObject({ isValid: true });
  });

  test('of whole minutes need only the kept bars of a day, those of parts of minutes its ticks', async () => {
    const { archive, bars, demands } = await withDays(0);
    archive.records.delete('ticks SPX 1970-01-01');
    expect((await bars(9, 12))?.bars).toEqual([9, 10, 11].map((hour) => [hour, hour + 1.5]));
    expect(demands).toEqual([]);
    const second = 1_000 / MS_PER_HOUR;
    expect((await bars(9 - second, 12))?.bars).toHaveLength(3);
    expect((await bars(9, 12 + second))?.bars).toHaveLength(4);
    expect(demands).toHaveLength(2);
  });

  test('of parts of minutes are made of exactly the kept ticks within them', async () => {
    const times = [10, 30, 50, 70].map((second) => second * 1_000);
    const archive = createMemoryArchive();
    await openIndex({ times, archive }).ticks(0, 24, 100);
    const { bars, demands } = openIndex({ times, archive });
    const minute = MS_PER_MINUTE / MS_PER_HOUR;
    expect((await bars(minute / 2, minute))?.bars).toEqual([[0, 2.5]]);
    expect((await bars(minute, 1.25 * minute))?.bars).toEqual([[1 / 60, 4.5]]);
    expect(demands).toEqual([]);
  });

  test('are requested for a day whose record is lost', async () => {
    const { archive, bars, demands } = await withDays(0);
    archive.records.delete('bars SPX 1970-01-01');
    archive.recordNames = () => Promise.resolve(['bars SPX 1970-01-01']);
    expect((await bars(9, 12))?.bars).toHaveLength(3);
    expect(demands).toEqual(['1000 of 9 to 12']);
  });
});
