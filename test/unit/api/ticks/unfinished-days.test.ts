import * as fc from 'fast-check';
import { TickHistory } from '../../../../src/api/ticks/history';
import { createLivingIndex, type Session } from './living-index';
import { tickAt } from './tick-service';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../../../src/core/calendar/dates';
import { barsOfLength, barsOfSessions } from '../../../../src/core/calendar/bars';

const TODAY_MS = 10 * MS_PER_DAY;
const NOON_MS = TODAY_MS + 12 * MS_PER_HOUR;
const minutes = (count: number) => barsOfLength(count * MS_PER_MINUTE);
const INTERVALS = [minutes(1), minutes(5), minutes(15), minutes(60)];

/** A tick every four seconds from nine to four o'clock, today and on the days before; known after a second. */
const tradingTicks = (days: number) =>
  Array.from({ length: days }, (_, day) =>
    Array.from({ length: 7 * 900 }, (__, index) => {
      const timeMs = TODAY_MS - (days - 1 - day) * MS_PER_DAY + 9 * MS_PER_HOUR + index * 4_000;
      return { timeMs, arrivesMs: timeMs + 1_000 };
    }),
  ).flat();

/** A session at two o'clock. */
function openAtTwo(days = 1) {
  const { state, open } = createLivingIndex(tradingTicks(days));
  state.nowMs = TODAY_MS + 14 * MS_PER_HOUR;
  return { state, open, session: open() };
}

const today = { startMs: TODAY_MS + 9 * MS_PER_HOUR, endMs: TODAY_MS + 17 * MS_PER_HOUR, limit: 1_000 };

async function requestsOf({ requests }: Session, work: () => Promise<unknown>): Promise<number> {
  const before = requests.length;
  await work();
  return requests.length - before;
}

describe('bars of several intervals over the same hours of today', () => {
  test('cost hardly more than those of one interval, even if all are asked for at once', async () => {
    const { session, open } = openAtTwo();
    const single = await requestsOf(session, () => session.read({ ...today, bars: minutes(1) }));
    const sheet = open();
    const all = await requestsOf(sheet, () => Promise.all(INTERVALS.map((bars) => sheet.read({ ...today, bars }))));
    expect(single).toBeGreaterThan(45);
    expect(all).toBeLessThanOrEqual(single + 3);
  });

  test('cost later only what has come since and the last minutes', async () => {
    const { state, session } = openAtTwo();
    await session.read({ ...today, bars: minutes(1) });
    state.nowMs += 10 * MS_PER_MINUTE;
    const question = { ...today, endMs: state.nowMs, bars: minutes(5) };
    expect(await requestsOf(session, () => session.read(question))).toBeLessThanOrEqual(4);
  });

  test('cost one request for the last minutes', async () => {
    const { session } = openAtTwo();
    await session.read({ ...today, bars: minutes(1) });
    expect(await requestsOf(session, () => session.read({ ...today, bars: minutes(15) }))).toBe(1);
  });
});

describe('part of a finished day', () => {
  test('is read once in a session, as bars of any interval', async () => {
    const { session } = openAtTwo(2);
    const window = { ...today, startMs: today.startMs - MS_PER_DAY, endMs: today.startMs - 20 * MS_PER_HOUR };
    await session.read({ ...window, bars: minutes(1) });
    expect(await requestsOf(session, () => session.read({ ...window, bars: minutes(60) }))).toBe(0);
    expect(session.archive.records.size).toBe(0);
  });

  test('does not keep the day from being archived once all of it is read', async () => {
    const { session } = openAtTwo(2);
    const window = { ...today, startMs: today.startMs - MS_PER_DAY, endMs: today.endMs - 2 * MS_PER_HOUR - MS_PER_DAY };
    await session.read({ ...window, bars: minutes(1) });
    await session.read({ startMs: TODAY_MS - MS_PER_DAY, endMs: TODAY_MS, limit: 1_000, bars: minutes(5) });
    expect([...session.archive.records.keys()]).toEqual(['bars SPX 1970-01-10', 'ticks SPX 1970-01-10']);
  });

  test('is archived by a later session if this one found nothing more in the rest of the day, which may be lost', async () => {
    const { session, open } = openAtTwo(2);
    const window = { ...today, startMs: today.startMs - MS_PER_DAY, endMs: today.endMs - MS_PER_DAY };
    const day = { startMs: TODAY_MS - MS_PER_DAY, endMs: TODAY_MS, limit: 1_000, bars: minutes(5) };
    await session.read({ ...window, bars: minutes(1) });
    await session.read(day);
    expect(session.archive.records.size).toBe(0);
    const later = open();
    await later.read(day);
    expect(later.archive.records.size).toBe(2);
  });
});

describe('minutes that may still get ticks', () => {
  /** Ticks at these minutes of today; the service has each a number of minutes later. */
  const readLater = async (ticks: readonly (readonly [minute: number, delay: number])[], laterMinutes: number) => {
    const { state, open } = createLivingIndex(
      ticks.map(([minute, delay]) => ({
        timeMs: TODAY_MS + minute * MS_PER_MINUTE,
        arrivesMs: TODAY_MS + (minute + delay) * MS_PER_MINUTE,
      })),
    );
    const session = open();
    const question = { startMs: TODAY_MS, endMs: TODAY_MS + MS_PER_HOUR, limit: 100, bars: minutes(1) };
    state.nowMs = TODAY_MS + 30 * MS_PER_MINUTE;
    await session.read(question);
    state.nowMs += laterMinutes * MS_PER_MINUTE;
    return { session, rows: (await session.read(question)).rows.map(({ time }) => (Number(time) % 3_600) / 60) };
  };

  test('are read again, although a later tick is there already', async () => {
    expect(
      (
        await readLater(
          [
            [10, 0],
            [24.5, 7],
            [29, 0],
          ],
          5,
        )
      ).rows,
    ).toEqual([10, 24, 29]);
  });

  test('are read again if all ticks come with a delay of half an hour', async () => {
    const ticks = [0, 5, 10, 15, 20].map((minute) => [minute, 25] as const);
    expect((await readLater(ticks, 60)).rows).toEqual([0, 5, 10, 15, 20]);
  });

  test('are not taken as empty because a page without ticks came', async () => {
    expect((await readLater([[10, 25]], 10)).rows).toEqual([10]);
  });
});

describe('minutes that were read before others', () => {
  test('are read again, if a gateway has kept some pages for forty minutes', async () => {
    const ticks = Array.from({ length: 1_080 }, (_, index) => TODAY_MS + index * 10_000);
    const { state, open } = createLivingIndex(ticks.map((timeMs) => ({ timeMs, arrivesMs: timeMs })));
    const session = open();
    const question = { startMs: TODAY_MS, endMs: TODAY_MS + 3 * MS_PER_HOUR, limit: 500, bars: minutes(1) };
    Object.assign(state, { nowMs: TODAY_MS + MS_PER_HOUR, agesMs: [0, 40 * MS_PER_MINUTE] });
    await session.read(question);
    Object.assign(state, { nowMs: TODAY_MS + 4 * MS_PER_HOUR, agesMs: [0] });
    const { rows } = await session.read(question);
    expect(rows.map(({ count }) => count)).toEqual(new Array(180).fill(6));
  });

  test.each([
    ['at once', 0, 55],
    ['within ten minutes', 10, 45],
  ])(
    'are read again: of pages that came %s, up to five minutes before what all of them show',
    async (_, took, kept) => {
      const nowMs = TODAY_MS + MS_PER_HOUR;
      const history = new TickHistory(
        () => Promise.resolve(undefined),
        () => nowMs,
      );
      const window = { fromMs: TODAY_MS, toMs: TODAY_MS + 2 * MS_PER_HOUR };
      const times = [TODAY_MS, nowMs];
      const asOfMs = nowMs - took * MS_PER_MINUTE;
      const ticks = { rows: times.map(tickAt), times };
      await history.hold('SPX', { ...window, ...ticks }, { ...ticks, hasMore: false, isValid: true, asOfMs });
      history.release('SPX', window);
      expect(await history.piecesOf('SPX', 'bars', window, 100)).toMatchObject([
        { fromMs: window.fromMs, toMs: TODAY_MS + kept * MS_PER_MINUTE, ticks: { times: [TODAY_MS] } },
        { toMs: window.toMs },
      ]);
    },
  );
});

/** Ticks of some hours before and after now. */
const arriving = fc
  .record({
    /** All ticks come with this delay, */
    delayMs: fc.constantFrom(0, 1_000, 15 * MS_PER_MINUTE, 50 * MS_PER_MINUTE),
    /** and each with one of its own, by which it may fall behind later ones. */
    ticks: fc.array(
      fc.record({
        second: fc.oneof(fc.integer({ min: -5_000, max: 5_000 }), fc.integer({ min: -90_000, max: 50_000 })),
        count: fc.constantFrom(1, 1, 3, 25),
        ownMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 * MS_PER_MINUTE - 1 })),
      }),
      { minLength: 20, maxLength: 80 },
    ),
  })
  .map(({ delayMs, ticks }) =>
    ticks
      .flatMap(({ second, count, ownMs }) =>
        Array.from({ length: count }, (_, index) => {
          const timeMs = NOON_MS + (second + index * 7) * 1000;
          return { timeMs, arrivesMs: timeMs + delayMs + ownMs };
        }),
      )
      .sort((one, other) => one.timeMs - other.timeMs),
  );

const questions = fc
  .record({
    fromMinute: fc.oneof(fc.integer({ min: -90, max: 30 }), fc.integer({ min: -1_500, max: 720 })),
    lengthMinutes: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 2_880 })),
    offsetsMs: fc.tuple(fc.constantFrom(0, 0, 250, 30_000), fc.constantFrom(0, 0, 1, 59_999)),
    limit: fc.oneof(fc.integer({ min: -20, max: -1 }), fc.integer({ min: 1, max: 20 }), fc.constantFrom(-2_000, 2_000)),
    bars: fc.constantFrom(
      undefined,
      ...[1, 5, 15, 30, 60, 1_440].map(minutes),
      barsOfSessions('session', [
        { fromMs: TODAY_MS - 15.5 * MS_PER_HOUR, toMs: TODAY_MS - 7 * MS_PER_HOUR },
        { fromMs: TODAY_MS + 8.5 * MS_PER_HOUR, toMs: TODAY_MS + 17 * MS_PER_HOUR },
      ]),
    ),
  })
  .map(({ fromMinute, lengthMinutes, offsetsMs: [startMs, endMs], limit, bars }) => ({
    startMs: NOON_MS + fromMinute * MS_PER_MINUTE + startMs,
    endMs: NOON_MS + (fromMinute + lengthMinutes) * MS_PER_MINUTE + startMs + endMs,
    limit,
    bars,
  }));

const steps = fc.array(
  fc.record({
    laterMs: fc.oneof(
      fc.integer({ min: 0, max: 10 * MS_PER_MINUTE }),
      fc.integer({ min: 0, max: 20 * MS_PER_MINUTE }),
      fc.integer({ min: 0, max: 10 * MS_PER_HOUR }),
    ),
    requestMs: fc.constantFrom(0, 0, 1_000, 3 * MS_PER_MINUTE),
    agesMs: fc.constantFrom([0], [0], [0, 40 * MS_PER_MINUTE]),
    asked: fc.array(questions, { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
);

test('whatever a session has read before, slowly or from a gateway that keeps pages, it then answers as a new one does', async () => {
  await fc.assert(
    fc.asyncProperty(arriving, steps, async (ticks, moments) => {
      const { state, open } = createLivingIndex(ticks, 10);
      state.nowMs = NOON_MS;
      const session = open();
      for (const { laterMs, requestMs, agesMs, asked } of moments) {
        state.nowMs += laterMs;
        Object.assign(state, { requestMs, agesMs });
        await Promise.all(asked.map((question) => session.read(question)));
        // Later, so that nothing comes from the cache of answers.
        Object.assign(state, { nowMs: state.nowMs + 1, requestMs: 0, agesMs: [0] });
        const answers = await Promise.all(asked.map((question) => session.read(question)));
        expect(answers).toEqual(await Promise.all(asked.map((question) => open().read(question))));
      }
    }),
    { numRuns: 100 },
  );
});
