import * as fc from 'fast-check';
import { barsOfLength, type Span } from '../../../../src/core/calendar/bar-rules';
import { MS_PER_DAY, MS_PER_HOUR } from '../../../../src/core/calendar/units';
import { DAYS, FIRST_DAY_MS, shapes } from './index-shapes';
import { createLivingIndex } from './living-index';

const NOW_MS = FIRST_DAY_MS + DAYS * MS_PER_DAY;
const READINGS = 60;
/** Always the same ones: a share of them is judged. */
const SEED = 20_261_120;
/** As many requests leave at once, so a reading cannot be said more exactly. */
const AT_ONCE = 6;

const windows = fc
  .record({
    days: fc.constantFrom(0.2, 1, 3, 5, 7, 14, DAYS),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    unit: fc.constantFrom(1_000, MS_PER_HOUR),
  })
  .map(({ days, at, unit }) => {
    const startMs = FIRST_DAY_MS + Math.floor((at * (DAYS - days) * MS_PER_DAY) / unit) * unit;
    return { startMs, endMs: startMs + days * MS_PER_DAY };
  });

const readings = fc.record({
  shape: shapes,
  window: windows,
  limit: fc.constantFrom(100_000, 20_000, 1_000, -20, -1_000, -100_000),
  barHours: fc.constantFrom(undefined, 1 / 60, 1, 24),
  largestPage: fc.constantFrom(100, 100, 100, 1_000, 10_000),
  isExchangeKnown: fc.boolean(),
  /** What has been read before. */
  read: fc.constantFrom(undefined, undefined, MS_PER_HOUR, MS_PER_DAY),
});

type Reading = typeof readings extends fc.Arbitrary<infer Value> ? Value : never;

/** The requests said for a reading, those that it then sends, and those that it took to say so. */
async function measure({ shape, window, limit, barHours, largestPage, isExchangeKnown, read }: Reading) {
  const index = createLivingIndex(
    shape.times.map((timeMs) => ({ timeMs, arrivesMs: 0 })),
    largestPage,
  );
  index.state.nowMs = NOW_MS;
  const session = index.open();
  const count = async <T>(work: Promise<T>): Promise<[T, number]> => {
    const before = session.requests.length;
    return [await work, session.requests.length - before];
  };
  if (read !== undefined) {
    const startMs = FIRST_DAY_MS + 15 * MS_PER_DAY;
    await session.read({ startMs, endMs: startMs + read, limit: 100_000 });
  }
  const question = {
    ...window,
    limit,
    bars: barHours === undefined ? undefined : barsOfLength(barHours * MS_PER_HOUR),
    sessionsIn: isExchangeKnown
      ? ({ fromMs, toMs }: Span) =>
          Promise.resolve(shape.sessions.filter((session) => session.fromMs < toMs && session.toMs > fromMs))
      : undefined,
  };
  const [said, looks] = await count(session.price(question));
  const [, sent] = await count(session.read(question));
  return { said, sent, looks };
}

test('about as many requests as said are sent, whatever the index looks like, for at most four requests before', async () => {
  const measured = [];
  for (const reading of fc.sample(readings, { numRuns: READINGS, seed: SEED })) measured.push(await measure(reading));
  const isAbout = ({ said, sent }: { said: number; sent: number }): boolean =>
    (said <= 2 * sent && sent <= 2 * said) || Math.abs(said - sent) <= AT_ONCE;
  const large = measured.filter(({ said, sent }) => Math.max(said, sent) > 20);
  expect(large.length).toBeGreaterThan(READINGS / 5);
  expect(measured.filter(isAbout).length / READINGS).toBeGreaterThan(0.9);
  expect(large.filter(isAbout).length / large.length).toBeGreaterThan(0.8);
  expect(measured.filter(({ said, sent }) => said <= 100 && sent > 200)).toEqual([]);
  expect(Math.max(...measured.map(({ looks }) => looks))).toBeLessThanOrEqual(4);
});
