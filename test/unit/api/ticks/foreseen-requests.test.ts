import * as fc from 'fast-check';
import { Spending } from '../../../../src/api/spending';
import { messageOf } from '../../../../src/core/basics';
import { barsOfLength } from '../../../../src/core/calendar/bars';
import { MS_PER_DAY, MS_PER_HOUR } from '../../../../src/core/calendar/dates';
import { ticksBetween } from '../../../../src/sandbox/answers/ticks';
import { type Index, instrumentOf } from '../../../../src/sandbox/instruments/instruments';
import { createCall } from '../../../support/evaluate';
import { type Trading, ticksOfTrading } from './days-of-trading';
import { FIRST_DAY_MS } from './index-shapes';
import { createLivingIndex } from './living-index';

const tradings = fc.record<Trading>({
  days: fc.constantFrom(5, 12, 26, 47, 120),
  perDay: fc.double({ min: 9, max: 14.5, noNaN: true }).map((exponent) => 2 ** exponent),
  opens: fc.constantFrom(0, 1, 7, 13.5, 14.5),
  hours: fc.constantFrom(5, 6.5, 8.5, 9.4),
  pause: fc.constantFrom(0, 0, 1),
  ends: fc.constantFrom(1, 2, 6),
  unlike: fc.constantFrom(0, 0.15, 0.35),
  growth: fc.constantFrom(1, 1, 0.5, 3),
  night: fc.constantFrom(0, 0, 0.05, 0.4, 1),
  closed: fc.constantFrom(0, 0.05),
  clump: fc.constantFrom(1, 1, 5, 20),
  hasWeekends: fc.constantFrom(false, false, false, true),
  seed: fc.integer(),
});

const questions = fc.record({
  /** In days, from the first one. */
  from: fc.constantFrom(0, 0.4, 0.73, 1.1),
  /** In days, before the last one. */
  to: fc.constantFrom(0, 0.3, 0.8),
  hours: fc.constantFrom(1, 24),
});

const MAX_REQUESTS = 100;

/** The numbers that a user is told, and how many requests are then sent, until the bars are there. */
async function approve(times: readonly number[], question: Parameters<typeof readOf>[1], atOnce?: number) {
  const index = createLivingIndex(times.map((timeMs) => ({ timeMs, arrivesMs: timeMs })));
  index.state.nowMs = Math.max(FIRST_DAY_MS + 200 * MS_PER_DAY, question.endMs + MS_PER_DAY);
  let isAccepted = false;
  const spending = new Spending(
    () => ({ maxRequests: MAX_REQUESTS }),
    () => isAccepted,
  );
  const session = index.open(undefined, spending, atOnce);
  const told: { readonly count: number; readonly isMost: boolean; readonly sent: number }[] = [];
  for (;;) {
    const call = createCall();
    spending.beginCall(call, ['a formula']);
    try {
      const { rows } = await readOf(session, question, call);
      return { rows, told, sent: session.requests.length, expected: (await readOf(index.open(), question)).rows };
    } catch (error) {
      const [, kind, count] =
        /^(About|Up to) ([\d,]+) more request/.exec(messageOf(error).replace(/^One/, 'About 1')) ?? [];
      if (count === undefined) throw error;
      const isMost = kind === 'Up to';
      told.push({ count: Number(count.replaceAll(',', '')), isMost, sent: session.requests.length });
    }
    spending.endCall(call, ['a formula']);
    isAccepted = true;
  }
}

/** How many times the requests that are then sent the first number is, and whether it is right. */
function judge({ told, sent }: Pick<Awaited<ReturnType<typeof approve>>, 'told' | 'sent'>) {
  const [{ count, isMost, sent: before }] = told as [(typeof told)[number]];
  const ratio = count / (sent - before);
  return { ratio, isMost, isRight: isMost ? ratio >= 1 : ratio > 2 / 3 && ratio < 4 / 3 };
}

const readOf = (
  session: ReturnType<ReturnType<typeof createLivingIndex>['open']>,
  question: Parameters<typeof session.read>[0],
  call = createCall(),
) => session.read(question, call);

test('bars of an index say about how many requests they need within a third, or else the most, however it trades, and never more after fewer', async () => {
  const judged: ReturnType<typeof judge>[] = [];
  await fc.assert(
    fc.asyncProperty(tradings, questions, async (trading, { from, to, hours }) => {
      const startMs = FIRST_DAY_MS + from * MS_PER_DAY;
      const endMs = FIRST_DAY_MS + (trading.days - to) * MS_PER_DAY;
      const times = ticksOfTrading(trading);
      if (times.length > 120_000) return;
      const question = { startMs, endMs, limit: 5_000, bars: barsOfLength(hours * MS_PER_HOUR) };
      const { rows, expected, told, sent } = await approve(times, question);
      expect(rows).toEqual(expected);
      const counts = told.map(({ count }) => count);
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
      // Of a few requests, a third is less than one.
      if (told.length > 0 && sent > 1.5 * MAX_REQUESTS) judged.push(judge({ told, sent }));
    }),
    { numRuns: 60 },
  );
  expect(judged.length).toBeGreaterThan(15);
  // Of many some four in seventy are not: so few are judged here that their share varies.
  expect(judged.filter(({ isRight }) => isRight).length / judged.length).toBeGreaterThanOrEqual(0.75);
  // The most says little.
  expect(judged.filter(({ isMost }) => isMost).length / judged.length).toBeLessThanOrEqual(0.5);
});

test.each<[string, string, number, number, string, number]>([
  ['the most', 'KOSPI', 48, 24, '2025-01-01', 7],
  ['the most', 'SENSEX', 25, 24, '2025-03-11T19:12', 5.5],
  ['about how many', 'TSX', 25, 24, '2025-03-11', 16],
  ['about how many', 'SPX', 6, 24, '2026-11-02', 25],
  ['about how many', 'RUT', 48, 1, '2025-04-19', 9.5],
  ['about how many', 'NZ50', 25, 1, '2025-04-06', 4],
  ['about how many', 'SPX', 6, 24, '2025-02-03', 25],
  ['about how many', 'DAX', 6, 24, '2025-03-03', 5],
  ['about how many', 'NKY', 6, 168, '2025-02-03', 12],
])(
  'say %s requests they need, and never more after fewer: bars of %s with %d requests at once, of %d hours from %s for %d days',
  async (number, symbol, atOnce, hours, start, days) => {
    const index = instrumentOf('indices', symbol) as Index;
    const startMs = Date.parse(`${start.padEnd(16, 'T00:00')}Z`);
    const endMs = startMs + days * MS_PER_DAY;
    const ticks = ticksBetween(index, 1, startMs, endMs);
    const times = ticks.readFrom(ticks.first, Infinity).map(({ item }) => Date.parse(item.time));
    const question = { startMs, endMs, limit: 5_000, bars: barsOfLength(hours * MS_PER_HOUR) };
    const { rows, expected, told, sent } = await approve(times, question, atOnce);
    expect(rows).toEqual(expected);
    const counts = told.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(judge({ told, sent })).toMatchObject({ isRight: true, isMost: number === 'the most' });
  },
);

test('say few requests if most of a window is kept, though those allowed were spent without looking around', async () => {
  const dax = instrumentOf('indices', 'DAX') as Index;
  const startMs = Date.parse('2026-11-02');
  const ticks = ticksBetween(dax, 1, startMs, startMs + 16 * MS_PER_DAY);
  const index = createLivingIndex(
    ticks.readFrom(ticks.first, Infinity).map(({ item }) => ({ timeMs: Date.parse(item.time), arrivesMs: 0 })),
  );
  index.state.nowMs = startMs + 30 * MS_PER_DAY;
  let maxRequests = 0;
  const spending = new Spending(
    () => ({ maxRequests }),
    () => false,
  );
  const session = index.open(undefined, spending);
  const read = (days: number) =>
    readOf(session, { startMs, endMs: startMs + days * MS_PER_DAY, limit: 5_000, bars: barsOfLength(MS_PER_DAY) });
  await read(12);
  maxRequests = 84;
  await expect(read(15)).rejects.toThrow(/^Up to 19 more requests/);
});
