import { type DatedTicks, TickHistory } from '../../../../src/api/ticks/history';
import type { WindowPiece } from '../../../../src/api/ticks/kept';
import type { Span } from '../../../../src/core/calendar/bars';
import { MS_PER_DAY, MS_PER_HOUR } from '../../../../src/core/calendar/dates';
import { createMemoryArchive, type MemoryArchive } from '../../../support/memory-archive';
import { tickAt, indexOf } from './tick-service';

type Hours = readonly [from: number, to: number];

const hours = (from: number, to: number): Span => ({ fromMs: from * MS_PER_HOUR, toMs: to * MS_PER_HOUR });

/** What readings have found of an index with a tick in the middle of each hour. By default it is the tenth day. */
function openHistory({ archive, nowMs = 10 * MS_PER_DAY }: { archive?: MemoryArchive; nowMs?: number } = {}) {
  const history = new TickHistory(
    () => Promise.resolve(archive),
    () => nowMs,
  );
  const reading: DatedTicks = { rows: [], times: [], hasMore: true, isValid: true, asOfMs: nowMs };
  const hold = async (from: number, to: number, traits: Partial<DatedTicks> = {}, symbol = 'SPX'): Promise<void> => {
    const times = Array.from({ length: to - from }, (_, index) => (from + index + 0.5) * MS_PER_HOUR);
    const rows = times.map((timeMs) => tickAt(timeMs, Math.floor(timeMs / MS_PER_HOUR)));
    await history.hold(symbol, { ...hours(from, to), rows, times }, { ...reading, ...traits });
  };
  /** The held spans of some hours, each with its ticks by the hour, in their order. */
  const held = async (from: number, to: number, symbol = 'SPX'): Promise<unknown[]> => {
    const pieces = await history.piecesOf(symbol, 'ticks', hours(from, to), 1);
    return pieces.flatMap(({ fromMs, toMs, ticks }: WindowPiece) => {
      if (!ticks) return [];
      expect(ticks.times).toEqual(ticks.rows.map(({ time }) => Date.parse(String(time))));
      return [[fromMs / MS_PER_HOUR, toMs / MS_PER_HOUR, ...ticks.rows.map(indexOf)]];
    });
  };
  return {
    history,
    reading,
    hold,
    held,
    release: (from: number, to: number) => {
      history.release('SPX', hours(from, to));
    },
  };
}

describe('what a reading has read until it was stopped', () => {
  test('is held, as far as a later one asks for it', async () => {
    const { hold, held } = openHistory();
    await hold(2, 6);
    expect(await held(0, 24)).toEqual([[2, 6, 2, 3, 4, 5]]);
    expect(await held(3, 5)).toEqual([[3, 5, 3, 4]]);
    expect(await held(6, 24)).toEqual([]);
    expect(await held(0, 24, 'DAX')).toEqual([]);
  });

  test.each<[string, ...Hours[]]>([
    ['the hours after it', [2, 4], [4, 6]],
    ['the hours before it', [4, 6], [2, 4]],
    ['the hours between two', [2, 3], [5, 6], [3, 5]],
    ['from the same hour on', [2, 6], [2, 4]],
    ['to the same hour', [2, 6], [4, 6]],
    ['from an earlier hour on', [4, 6], [2, 5]],
    ['to a later hour', [2, 4], [3, 6]],
    ['less', [2, 6], [3, 4]],
    ['more', [3, 4], [2, 6]],
    ['the same', [2, 6], [2, 6]],
    ['all of two others', [2, 3], [4, 5], [2, 6]],
  ])('is held once, in one piece with what others that were stopped have read: %s', async (_, ...parts) => {
    const { hold, held } = openHistory();
    for (const [from, to] of parts) await hold(from, to);
    expect(await held(0, 24)).toEqual([[2, 6, 2, 3, 4, 5]]);
  });

  test('is held day by day, without the days that the archive has', async () => {
    const { hold, held } = openHistory();
    await hold(20, 26);
    expect(await held(0, 48)).toEqual([
      [20, 24, 20, 21, 22, 23],
      [24, 26, 24, 25],
    ]);
    const archive = createMemoryArchive();
    const other = openHistory({ archive });
    await other.hold(22, 50);
    expect([...archive.records.keys()]).toEqual(['bars SPX 1970-01-02', 'ticks SPX 1970-01-02']);
    expect(await other.held(0, 72)).toEqual([
      [22, 24, 22, 23],
      [48, 50, 48, 49],
    ]);
  });

  test('is archived once its day is complete, in several parts', async () => {
    const archive = createMemoryArchive();
    const { hold, history } = openHistory({ archive });
    for (const [from, to] of [
      [0, 6],
      [12, 24],
      [6, 12],
    ] as const)
      await hold(from, to);
    expect((await history.ticksOf('SPX', 0))?.rows.map(indexOf)).toEqual([...Array(24).keys()]);
  });

  test('is held up to an hour before it was asked for, as more ticks may come after that', async () => {
    const { hold, held } = openHistory();
    await hold(2, 6, { asOfMs: 5 * MS_PER_HOUR });
    expect(await held(0, 24)).toEqual([[2, 4, 2, 3]]);
    await hold(6, 7, { asOfMs: 7 * MS_PER_HOUR });
    expect(await held(4, 24)).toEqual([]);
    await hold(6, 8);
    expect(await held(4, 24)).toEqual([[6, 8, 6, 7]]);
  });

  test('is not held if a tick lacks a field', async () => {
    const { hold, held } = openHistory();
    await hold(2, 6, { isValid: false });
    expect(await held(0, 24)).toEqual([]);
  });

  test('is dropped where it has no ticks, once a window with all of it was read', async () => {
    const { history, hold, held, release, reading } = openHistory();
    await hold(2, 4);
    await history.hold('SPX', { ...hours(6, 8), rows: [], times: [] }, reading);
    for (const [from, to] of [
      [7, 9],
      [5, 7],
      [12, 24],
    ] as const)
      release(from, to);
    expect(await held(6, 24)).toEqual([[6, 8]]);
    release(6, 8);
    expect(await held(6, 24)).toEqual([]);
    release(0, 24);
    expect(await held(0, 24)).toEqual([[2, 4, 2, 3]]);
  });

  test('is held for a day, as the service may have sent it wrong', async () => {
    let nowMs = 10 * MS_PER_DAY;
    const history = new TickHistory(
      () => Promise.resolve(undefined),
      () => nowMs,
    );
    const holdAt = async (hour: number): Promise<void> => {
      const ticks = { rows: [tickAt(hour * MS_PER_HOUR, hour)], times: [hour * MS_PER_HOUR] };
      const reading = { ...ticks, hasMore: false, isValid: true, asOfMs: nowMs };
      await history.hold('SPX', { ...hours(hour, hour + 1), ...ticks }, reading);
    };
    const countHeld = async (): Promise<number> =>
      (await history.piecesOf('SPX', 'ticks', hours(2, 8), 1)).filter(({ ticks }) => ticks).length;
    await holdAt(2);
    nowMs += MS_PER_DAY - 1;
    await holdAt(4);
    expect(await countHeld()).toBe(2);
    nowMs++;
    expect(await countHeld()).toBe(0);
    await holdAt(6);
    expect(await countHeld()).toBe(1);
  });

  test('is held up to 400,000 ticks of all indices, the latest part in any case', async () => {
    const { history } = openHistory();
    const hold = async (symbol: string, from: number, count: number): Promise<void> => {
      const times = Array.from({ length: count }, (_, index) => from * MS_PER_HOUR + index);
      // Prices that are not published make no bars, which would take long.
      const rows = Array<ReturnType<typeof tickAt>>(count).fill({ ...tickAt(0, 0), mid: null });
      const reading = { hasMore: true, isValid: true, asOfMs: 10 * MS_PER_DAY };
      await history.hold(symbol, { ...hours(from, from + 1), rows, times }, { ...reading, rows, times });
    };
    const counts = async (symbol: string): Promise<unknown[]> =>
      (await history.piecesOf(symbol, 'ticks', hours(0, 24), 1)).flatMap(({ ticks }) => ticks?.rows.length ?? []);
    await hold('SPX', 2, 150_000);
    await hold('SPX', 4, 200_000);
    await hold('DAX', 2, 50_000);
    expect([await counts('SPX'), await counts('DAX')]).toEqual([[150_000, 200_000], [50_000]]);
    await hold('DAX', 4, 1);
    expect([await counts('SPX'), await counts('DAX')]).toEqual([[200_000], [50_000, 1]]);
    await hold('SPX', 8, 400_001);
    expect([await counts('SPX'), await counts('DAX')]).toEqual([[400_001], []]);
  });
});

describe('the ticks of a day of which a part was read', () => {
  /** Whether the pieces of a window are held ticks (t), an archived day (d) or missing (-), by hours. */
  const piecesIn = async (history: TickHistory, from: number, to: number, symbol = 'SPX'): Promise<string> =>
    (await history.piecesOf(symbol, 'bars', hours(from, to), 1))
      .map((piece) => {
        const kind = piece.ticks ? 't' : piece.keptDayMs === undefined ? '-' : 'd';
        return `${kind}${piece.fromMs / MS_PER_HOUR}`;
      })
      .join(' ');

  interface Day {
    readonly archive?: MemoryArchive;
    readonly nowMs?: number;
    readonly asOf?: number;
    readonly symbol?: string;
  }
  /** A history that has read these hours. */
  async function afterReading(
    spans: readonly (readonly [number, number])[],
    { asOf = 240, symbol = 'SPX', ...options }: Day,
  ) {
    const { history } = openHistory({ ...options });
    for (const [from, to] of spans) {
      const times = Array.from({ length: to - from }, (_, index) => (from + index + 0.5) * MS_PER_HOUR);
      const ticks = { rows: times.map(tickAt), times };
      const reading = { ...ticks, hasMore: false, isValid: true, asOfMs: asOf * MS_PER_HOUR };
      await history.hold(symbol, { ...hours(from, to), ...ticks }, reading);
      history.release(symbol, hours(from, to));
    }
    return history;
  }

  test.each<[string, number, number, Day]>([
    ['are used in a part of the day', 1, 24, { archive: createMemoryArchive() }],
    ['are used in a whole day, which is then complete', 0, 24, { archive: createMemoryArchive() }],
    ['are used where there is no archive', 0, 24, {}],
    ['are used in a day that may still gain ticks', 0, 24, { nowMs: 25 * MS_PER_HOUR - 1 }],
  ])('%s', async (_, from, to, day) => {
    expect(await piecesIn(await afterReading([[6, 12]], day), from, to)).toBe(`-${from} t6 -12`);
  });

  test('are used up to the last tick but five minutes until their day is final', async () => {
    const times = [6, 8].map((hour) => hour * MS_PER_HOUR);
    const readAt = async (nowMs: number): Promise<number> => {
      const { history } = openHistory({ nowMs });
      const ticks = { rows: times.map(tickAt), times };
      const reading = { ...ticks, hasMore: false, isValid: true, asOfMs: nowMs };
      await history.hold('SPX', { ...hours(6, 12), ...ticks }, reading);
      history.release('SPX', hours(6, 12));
      const [kept] = await history.piecesOf('SPX', 'bars', hours(6, 24), 1);
      return kept!.toMs / MS_PER_HOUR;
    };
    expect(await readAt(25 * MS_PER_HOUR - 1)).toBeCloseTo(8 - 5 / 60);
    expect(await readAt(25 * MS_PER_HOUR)).toBe(12);
  });

  test('are not used beside its archived day', async () => {
    const archive = createMemoryArchive();
    const spans = [
      [6, 12],
      [0, 24],
    ] as const;
    expect(await piecesIn(await afterReading(spans, { archive }), 1, 23)).toBe('d1');
  });

  test('are kept beside the days that the same reading archives', async () => {
    const archive = createMemoryArchive();
    const history = await afterReading([[20, 52]], { archive });
    expect(await piecesIn(history, 18, 54)).toBe('-18 t20 d24 t48 -52');
  });

  test('are not displaced by the days that another reading archives', async () => {
    const history = await afterReading([[6, 12]], { archive: createMemoryArchive() });
    const times = [30, 3_000].map((hour) => hour * MS_PER_HOUR);
    const ticks = { rows: times.map(tickAt), times };
    const reading = { ...ticks, hasMore: false, isValid: true, asOfMs: 4_000 * MS_PER_HOUR };
    await history.hold('SPX', { ...hours(24, 3_000), ...ticks }, reading);
    expect(await piecesIn(history, 1, 24)).toBe('-1 t6 -12');
  });

  test('are kept of whole days that a full disk does not take', async () => {
    const archive = { ...createMemoryArchive(), writeRecord: () => Promise.reject(new Error('The disk is full')) };
    expect(await piecesIn(await afterReading([[0, 48]], { archive }), 1, 47)).toBe('t1 t24');
  });

  test('are archived an hour after its end, also of an index with a number in its name', async () => {
    const archive = createMemoryArchive();
    await afterReading([[0, 24]], { archive, symbol: 'STOXX50', asOf: 25 - 1e-6 });
    expect(archive.records.size).toBe(0);
    const late = await afterReading([[0, 24]], { archive, symbol: 'STOXX50', asOf: 25 });
    expect(await piecesIn(late, 1, 23, 'STOXX50')).toBe('d1');
  });
});

describe('a record of the archive', () => {
  const NAME = 'ticks SPX 1970-01-01';

  async function afterReadingOneDay() {
    const archive = createMemoryArchive();
    await openHistory({ archive }).hold(0, 24);
    expect(archive.records.has(NAME)).toBe(true);
    return archive;
  }

  test('is removed if it is damaged', async () => {
    const archive = await afterReadingOneDay();
    archive.records.set(NAME, 'damaged');
    expect(await openHistory({ archive }).history.ticksOf('SPX', 0)).toBeUndefined();
    expect(archive.records.has(NAME)).toBe(false);
  });

  test('is ignored if it is damaged and cannot be removed', async () => {
    const archive = await afterReadingOneDay();
    archive.records.set(NAME, 'damaged');
    const stubborn = { ...archive, removeRecord: () => Promise.reject(new Error('in use')) };
    expect(await openHistory({ archive: stubborn }).history.ticksOf('SPX', 0)).toBeUndefined();
  });

  test('stays if it cannot be read for now', async () => {
    const archive = await afterReadingOneDay();
    const busy = { ...archive, readRecord: () => Promise.reject(new Error('busy')) };
    expect(await openHistory({ archive: busy }).history.ticksOf('SPX', 0)).toBeUndefined();
    expect(archive.records.has(NAME)).toBe(true);
  });
});
