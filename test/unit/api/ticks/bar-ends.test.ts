import * as fc from 'fast-check';
import { type BarRule, barsOfLength, barsOfSessions, type Span } from '../../../../src/core/calendar/bars';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../../../src/core/calendar/dates';
import type { BarEnds } from '../../../../src/api/ticks/ends';
import type { Row } from '../../../../src/core/columns';
import { createMemoryArchive } from '../../../support/memory-archive';
import { createLivingIndex } from './living-index';
import { tickAt } from './tick-service';

/** A Monday, two weeks before clocks go back in America. */
const FIRST_MS = Date.UTC(2026, 9, 19);
const DAYS = 28;
const NOW_MS = FIRST_MS + (DAYS + 3) * MS_PER_DAY;
const CLOCKS_MS = Date.UTC(2026, 10, 1);
const [DAY, WEEK] = [barsOfLength(MS_PER_DAY), barsOfLength(7 * MS_PER_DAY, 4 * MS_PER_DAY)];

/** What happens on a day. */
const days = fc.record({
  kind: fc.constantFrom('usual', 'usual', 'usual', 'usual', 'holiday', 'half', 'one tick', 'quiet end'),
  /** Ticks at the very start and at the last millisecond of the day. */
  hasEdges: fc.integer({ min: 0, max: 9 }).map((luck) => luck === 0),
  unpriced: fc.constantFrom(0, 0, 0, 1, 12, 130),
});

const indices = fc
  .record({
    days: fc.array(days, { minLength: DAYS, maxLength: DAYS }),
    everyMs: fc.constantFrom(20_000, 61_000, 1_800_000),
    /** Of the quiet hours; 0: none. */
    nightMs: fc.constantFrom(0, 0, 300_000, 9_000_000),
    opensAt: fc.constantFrom(0, 8, 13.5),
  })
  .map(({ days: all, everyMs, nightMs, opensAt }) => {
    const times: number[] = [];
    const unpriced = new Set<number>();
    const sessions: Span[] = [];
    for (const [day, { kind, hasEdges, unpriced: count }] of all.entries()) {
      const dayMs = FIRST_MS + day * MS_PER_DAY;
      const isClosed = day % 7 > 4 || kind === 'holiday';
      const fromMs = dayMs + opensAt * MS_PER_HOUR + (dayMs >= CLOCKS_MS ? MS_PER_HOUR : 0);
      const toMs = fromMs + (kind === 'half' ? 3 : 6.5) * MS_PER_HOUR;
      const own: number[] = [];
      if (!isClosed) {
        sessions.push({ fromMs, toMs });
        const lastMs = kind === 'quiet end' ? toMs - 2 * MS_PER_HOUR : toMs;
        if (kind === 'one tick') own.push(fromMs + 12_345);
        else for (let at = fromMs; at < lastMs; at += everyMs) own.push(at);
        if (nightMs > 0) for (let at = dayMs + nightMs / 2; at < dayMs + MS_PER_DAY; at += nightMs) own.push(at);
      }
      if (hasEdges) own.push(dayMs, dayMs + MS_PER_DAY - 1, dayMs + MS_PER_DAY - 1);
      own.sort((one, other) => one - other);
      for (let back = 1; back <= count; back++) unpriced.add(times.length + own.length - back);
      times.push(...own);
    }
    return { times, unpriced, sessions, [fc.toStringMethod]: () => `${times.length} ticks` };
  });

const questions = fc.record({
  fromMs: fc.constantFrom(0, 0, 1, 37 * MS_PER_MINUTE, 4 * MS_PER_DAY + 123).map((ms) => FIRST_MS + ms),
  lengthMs: fc.constantFrom(MS_PER_DAY, 7 * MS_PER_DAY + 777, 16 * MS_PER_DAY, DAYS * MS_PER_DAY),
  interval: fc.constantFrom('hour', 'day', 'day', 'week', 'session'),
  ends: fc.constantFrom<BarEnds>('open', 'close', 'both'),
  limit: fc.constantFrom(1_000, 3, -3),
  knowsSessions: fc.boolean(),
});

function ruleOf(interval: string, sessions: readonly Span[]): BarRule {
  if (interval === 'session') return barsOfSessions('session', sessions);
  return { hour: barsOfLength(MS_PER_HOUR), day: DAY, week: WEEK }[interval]!;
}

function openIndex(times: readonly number[], unpriced: ReadonlySet<number> = new Set(), largestPage = 100) {
  const rowAt = (timeMs: number, index: number): Row => ({
    ...tickAt(timeMs, index),
    ...(unpriced.has(index) && { mid: null }),
  });
  const { state, open } = createLivingIndex(
    times.map((timeMs) => ({ timeMs, arrivesMs: timeMs })),
    largestPage,
    rowAt,
  );
  state.nowMs = NOW_MS;
  return open;
}

const ofEnds = (rows: readonly Row[], ends: BarEnds): unknown[] =>
  rows.map(({ time, open, close }) => [time, ends !== 'close' && open, ends !== 'open' && close]);

test('the ends of bars are those that all ticks give, whatever was read before', async () => {
  await fc.assert(
    fc.asyncProperty(
      indices,
      fc.array(questions, { minLength: 2, maxLength: 5 }),
      async ({ times, unpriced, sessions }, asked) => {
        const open = openIndex(times, unpriced);
        const reading = open(createMemoryArchive());
        const all = openIndex(times, unpriced, 100_000)();
        for (const { fromMs, lengthMs, interval, ends, limit, knowsSessions } of asked) {
          const bars = ruleOf(interval, sessions);
          const question = { startMs: fromMs, endMs: fromMs + lengthMs, limit, bars };
          const hints = { ends, sessions: knowsSessions ? sessions : [] };
          const { rows, times: starts, hasMore } = await reading.read({ ...question, ends: hints });
          const expected = await all.read(question);
          expect(ofEnds(rows, ends)).toEqual(ofEnds(expected.rows, ends));
          expect(starts).toEqual(expected.times);
          if (limit === 1_000) expect(hasMore).toBe(false);
        }
      },
    ),
    { numRuns: 40 },
  );
});

/** An index with a tick every second from 13:30 to 20:00, and after clocks were put back an hour later. */
function denseIndex(isOpen: (day: number) => boolean = () => true, hours: (day: number) => number = () => 6.5) {
  const times: number[] = [];
  const sessions: Span[] = [];
  for (let day = 0; day < DAYS; day++) {
    if (day % 7 > 4 || !isOpen(day)) continue;
    const dayMs = FIRST_MS + day * MS_PER_DAY;
    const fromMs = dayMs + (dayMs >= CLOCKS_MS ? 14.5 : 13.5) * MS_PER_HOUR;
    const toMs = fromMs + hours(day) * MS_PER_HOUR;
    sessions.push({ fromMs, toMs });
    for (let at = fromMs; at < toMs; at += 1_000) times.push(at + (at % 7));
  }
  return { times, sessions };
}

const DENSE = denseIndex();
const WHOLE = { startMs: FIRST_MS, endMs: FIRST_MS + DAYS * MS_PER_DAY, limit: 1_000 };

describe('closes of 20 days of a tick a second', () => {
  test.each<[string, boolean, ReturnType<typeof denseIndex>, number]>([
    ['with the hours of the exchange', true, DENSE, 30],
    ['without them, though clocks are put back', false, DENSE, 60],
    ['with holidays', true, denseIndex((day) => day % 9 > 0), 28],
    ['with half days', true, denseIndex(undefined, (day) => (day % 10 === 3 ? 3.5 : 6.5)), 30],
  ])('take a request or two a day, %s', async (_, knowsSessions, { times, sessions }, most) => {
    const reading = openIndex(times)();
    const hints = { ends: 'close' as const, sessions: knowsSessions ? sessions : [] };
    const { rows } = await reading.read({ ...WHOLE, bars: DAY, ends: hints });
    expect(rows).toHaveLength(sessions.length);
    expect(reading.requests.length).toBeLessThanOrEqual(most);
  });

  test('of finished days are kept, for other bars and windows too', async () => {
    const { times, sessions } = DENSE;
    const open = openIndex(times);
    const archive = createMemoryArchive();
    const ends = { ends: 'close' as const, sessions };
    await open(archive).read({ ...WHOLE, bars: DAY, ends });
    const later = open(archive);
    await later.read({ ...WHOLE, bars: DAY, ends });
    await later.read({ ...WHOLE, startMs: FIRST_MS + 9 * MS_PER_DAY, bars: WEEK, ends: { ...ends, sessions: [] } });
    expect(later.requests).toHaveLength(0);
  });
});

test('opens take one request for each bar that has ticks', async () => {
  const { times, sessions } = DENSE;
  const reading = openIndex(times)();
  const { rows } = await reading.read({ ...WHOLE, bars: DAY, ends: { ends: 'open', sessions: [] } });
  expect(rows).toHaveLength(20);
  expect(reading.requests.length).toBeLessThanOrEqual(sessions.length + 6);
});

test('where ticks are few, a request has those of several bars', async () => {
  const times = Array.from({ length: DAYS * 24 }, (_, hour) => FIRST_MS + hour * MS_PER_HOUR + 5_000);
  const reading = openIndex(times)();
  const bars = barsOfLength(MS_PER_HOUR);
  const { rows } = await reading.read({ ...WHOLE, bars, ends: { ends: 'close', sessions: [] } });
  expect(rows).toHaveLength(DAYS * 24);
  expect(reading.requests.length).toBeLessThanOrEqual(60);
});
