import fc from 'fast-check';
import { createMemoryArchive } from '../support/memory-archive';
import { DAYS, FIRST_DAY_MS, shapes } from '../unit/api/ticks/index-shapes';
import { createLivingIndex } from '../unit/api/ticks/living-index';
import { indexOf } from '../unit/api/ticks/tick-service';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../src/core/calendar/dates';
import { barsOfLength } from '../../src/core/calendar/bars';

/** Always so many, so that a busy machine tries the same ones. */
const RUNS = 40;
const PAGE = 1_000;
/** How long it takes until the service has a tick. */
const DELAY_MS = 500;
/** The last day is not over. */
const FIRST_NOW_MS = FIRST_DAY_MS + DAYS * MS_PER_DAY - 5 * MS_PER_HOUR;
/** Weeks begin on a Monday, the fifth day after a Thursday, 1 January 1970. */
const WEEK = { lengthMs: 7 * MS_PER_DAY, originMs: 4 * MS_PER_DAY };

const intervals = fc.oneof(
  fc.constant(undefined),
  fc.constant(WEEK),
  fc.constantFrom(1, 5, 15, 30, 60, 24 * 60).map((minutes) => ({ lengthMs: minutes * MS_PER_MINUTE, originMs: 0 })),
);

/** Windows of a second up to all days and more, which begin before, within or after them, at odd or whole times. */
const windows = fc
  .record({
    at: fc.double({ min: -0.1, max: 1.1, noNaN: true }),
    unitMs: fc.constantFrom(1, 1_000, MS_PER_MINUTE, MS_PER_HOUR, MS_PER_DAY),
    lengthMs: fc.constantFrom(
      1_000,
      MS_PER_MINUTE,
      1_234_567,
      MS_PER_HOUR,
      ...[1, 2, 5, 12, 400].map((days) => days * MS_PER_DAY),
    ),
  })
  .map(({ at, unitMs, lengthMs }) => {
    const startMs = FIRST_DAY_MS + Math.floor((at * DAYS * MS_PER_DAY) / unitMs) * unitMs;
    return { startMs, endMs: startMs + lengthMs };
  });

const EVENTS = [
  'nothing',
  'a record is lost',
  'a record is damaged',
  'a record is swapped',
  'hours pass',
  'the disk is full',
  'another page opens',
] as const;

const readings = fc.record({
  before: fc.constantFrom(...EVENTS),
  /** Which record. */
  which: fc.nat(),
  window: windows,
  limit: fc.constantFrom(1, -1, 7, -7, 100, -100, 5_000, -5_000),
  interval: intervals,
  ends: fc.constantFrom(undefined, 'open' as const, 'close' as const, 'both' as const),
  knowsSessions: fc.boolean(),
});

type Reading = typeof readings extends fc.Arbitrary<infer Value> ? Value : never;

/** A failure shows the seed instead of thousands of times. */
const indices = shapes.map((shape) => ({ ...shape, [fc.toStringMethod]: () => `${shape.times.length} ticks` }));

/** The rows of a reading, made of all ticks by plain counting. The price of a tick is its number. */
function expectedRows(times: readonly number[], nowMs: number, { window, limit, interval }: Reading): unknown[] {
  const numbers = [...times.keys()].filter((number) => {
    const timeMs = times[number]!;
    return timeMs >= window.startMs && timeMs < window.endMs && timeMs + DELAY_MS <= nowMs;
  });
  const rows = interval === undefined ? numbers : barsOf(times, numbers, interval);
  return limit > 0 ? rows.slice(0, limit) : rows.slice(limit);
}

function barsOf(
  times: readonly number[],
  numbers: readonly number[],
  { lengthMs, originMs }: { readonly lengthMs: number; readonly originMs: number },
): object[] {
  const bars: { time: number; open: number; high: number; low: number; close: number; count: number }[] = [];
  for (const number of numbers) {
    const time = (Math.floor((times[number]! - originMs) / lengthMs) * lengthMs + originMs) / 1000;
    const mid = number + 1.5;
    let bar = bars.at(-1);
    if (bar?.time !== time) bars.push((bar = { time, open: mid, high: mid, low: mid, close: mid, count: 0 }));
    bar.high = Math.max(bar.high, mid);
    bar.close = mid;
    bar.count++;
  }
  return bars;
}

/** An archive whose disk can be full, and whose records can be lost, damaged and swapped. */
function createFrailArchive() {
  const archive = createMemoryArchive();
  const { records } = archive;
  const disk = { isFull: false };
  const frail = {
    ...archive,
    writeRecord: (name: string, record: unknown): Promise<void> =>
      disk.isFull ? Promise.reject(new Error('The disk is full')) : archive.writeRecord(name, record),
  };
  function spoil(event: Reading['before'], which: number): void {
    const names = [...records.keys()];
    const name = names[which % names.length];
    if (name === undefined) return;
    if (event === 'a record is lost') records.delete(name);
    if (event === 'a record is swapped') records.set(name, records.get(names[0]!));
    if (event === 'a record is damaged') {
      const { numbers } = records.get(name) as { readonly numbers: Float64Array };
      if (numbers.length > 0) numbers[which % numbers.length]! += 1;
      else records.set(name, { version: 1 });
    }
  }
  return { archive: frail, disk, spoil };
}

/** Bars of which only the wanted prices are compared. */
const wanted = (rows: readonly unknown[], ends: Reading['ends']): unknown[] =>
  (rows as readonly Record<string, unknown>[]).map((row) =>
    ends === undefined
      ? row
      : { time: row.time, open: ends !== 'close' && row.open, close: ends !== 'open' && row.close },
  );

test('a reading has the same rows as plain counting, whatever was read before and whatever happened to the kept records', async () => {
  await fc.assert(
    fc.asyncProperty(indices, fc.array(readings, { minLength: 4, maxLength: 8 }), async (index, questions) => {
      const { times } = index;
      const { state, open } = createLivingIndex(
        times.map((timeMs) => ({ timeMs, arrivesMs: timeMs + DELAY_MS })),
        PAGE,
      );
      state.nowMs = FIRST_NOW_MS;
      const { archive, disk, spoil } = createFrailArchive();
      let session = open(archive);
      for (const question of questions) {
        const { before, which, window, limit, interval } = question;
        spoil(before, which);
        disk.isFull = before === 'the disk is full';
        if (before === 'hours pass') state.nowMs += 6 * MS_PER_HOUR;
        if (before === 'another page opens') session = open(archive);
        const bars = interval && barsOfLength(interval.lengthMs, interval.originMs);
        const { ends } = question;
        const asked = bars && ends && { ends, sessions: question.knowsSessions ? index.sessions : [] };
        const { rows } = await session.read({ ...window, limit, bars, ends: asked });
        const expected = expectedRows(times, state.nowMs, question);
        expect(bars ? wanted(rows, ends) : rows.map(indexOf)).toEqual(bars ? wanted(expected, ends) : expected);
      }
    }),
    { numRuns: RUNS },
  );
});
