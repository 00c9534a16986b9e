import * as fc from 'fast-check';
import { createLivingIndex } from './living-index';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../../../src/core/calendar/dates';
import { barsOfLength } from '../../../../src/core/calendar/bars';

const FIRST_MS = 4 * MS_PER_DAY;
const NOW_MS = FIRST_MS + 3 * MS_PER_DAY + 15 * MS_PER_HOUR;

/** A tick every half minute, known after a second, also in days to come. */
const index = () => {
  const { state, open } = createLivingIndex(
    Array.from({ length: 5 * 2_880 }, (_, number) => {
      const timeMs = FIRST_MS + number * 30_000;
      return { timeMs, arrivesMs: timeMs + 1_000 };
    }),
  );
  state.nowMs = NOW_MS;
  return { state, session: open() };
};

const questions = fc.record({
  startMs: fc.integer({ min: 0, max: 86 * 60 }).map((minutes) => FIRST_MS + minutes * MS_PER_MINUTE),
  limit: fc.constantFrom(-20_000, -1_000, -20, 20, 1_000, 20_000),
  bars: fc.constantFrom(undefined, barsOfLength(5 * MS_PER_MINUTE), barsOfLength(MS_PER_HOUR)),
});

test('a window that ends in the future takes the requests, and gives the rows, of one that ends now', async () => {
  await fc.assert(
    fc.asyncProperty(questions, fc.constantFrom(1, 30, 400), async (question, days) => {
      const [future, present] = [index().session, index().session];
      const { rows } = await future.read({ ...question, endMs: NOW_MS + days * MS_PER_DAY });
      expect(rows).toEqual((await present.read({ ...question, endMs: NOW_MS })).rows);
      expect(future.requests.length).toBeLessThanOrEqual(present.requests.length);
    }),
    { numRuns: 10 },
  );
});

test.each([20_000, -20_000])('what had not come yet is read later: limit %d', async (limit) => {
  for (const bars of [undefined, barsOfLength(MS_PER_HOUR), barsOfLength(MS_PER_DAY)]) {
    const { state, session } = index();
    const question = { startMs: FIRST_MS, endMs: FIRST_MS + 5 * MS_PER_DAY, limit, bars };
    await session.read(question);
    state.nowMs = FIRST_MS + 6 * MS_PER_DAY;
    const later = index();
    later.state.nowMs = state.nowMs;
    expect((await session.read(question)).rows).toEqual((await later.session.read(question)).rows);
  }
});

test('a window that begins in the future is asked for, because the clock may be slow', async () => {
  const { state, session } = index();
  const question = { startMs: NOW_MS + MS_PER_HOUR, endMs: NOW_MS + 2 * MS_PER_HOUR, limit: 20 };
  expect((await session.read(question)).rows).toEqual([]);
  expect(session.requests.length).toBeLessThanOrEqual(2);
  state.nowMs += 3 * MS_PER_HOUR;
  expect((await session.read(question)).rows).toHaveLength(20);
});
