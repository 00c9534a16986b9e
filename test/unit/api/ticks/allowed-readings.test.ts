import { Spending } from '../../../../src/api/spending';
import { createTicksLookup, type TicksQuestion } from '../../../../src/api/ticks/ticks';
import { barsOfLength } from '../../../../src/core/calendar/bars';
import { MS_PER_DAY, MS_PER_HOUR } from '../../../../src/core/calendar/dates';
import { messageOf } from '../../../../src/core/basics';
import { createCall, createTestClient } from '../../../support/evaluate';
import { createIndexService } from '../../../support/index-service';
import { createMemoryArchive, type MemoryArchive } from '../../../support/memory-archive';

/** A Monday. */
const FROM_MS = Date.UTC(2026, 5, 1);
const hour = (count: number): number => FROM_MS + count * MS_PER_HOUR;
const HOURS = barsOfLength(MS_PER_HOUR);
const every = (stepMs: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => FROM_MS + index * stepMs);

interface Traits {
  readonly times: readonly number[];
  readonly saysTotal?: boolean;
  /** Requests that one formula may send; 0: any number. */
  readonly max?: number;
  /** Requests that are left today. */
  readonly budget?: number;
  readonly archive?: MemoryArchive;
  readonly nowMs?: number;
}

/** A lookup that sends one request after the other, whose pages have a hundred rows and no more, as it knows. */
async function openLookup({ times, saysTotal, max = 0, budget, archive, nowMs = hour(3_000) }: Traits) {
  const service = createIndexService({ times, ...(saysTotal === undefined ? {} : { saysTotal }) });
  const spending = new Spending(
    () => ({ maxRequests: max }),
    () => false,
  );
  const client = createTestClient(service, {
    now: () => nowMs,
    requestsAtOnce: 1,
    archive: archive && (() => Promise.resolve(archive)),
    spending,
  });
  const lookup = client.lookup('ticks', createTicksLookup);
  await lookup.read(
    { symbol: 'SPX', startMs: 0, endMs: 1_000, limit: 101 },
    createCall({ allowance: { max: 2, sent: 0, missing: 0 } }),
  );
  const first = service.requests.length;
  const sent = (): number => service.requests.length - first;
  if (budget !== undefined) spending.budget = budgetOf(() => budget - sent());
  return {
    service,
    /** What becomes of a question, by default of the first ten hours: rows or an error, and its requests. */
    ask: async (question: Partial<TicksQuestion> = {}, allowed?: number) => {
      const before = sent();
      const call = createCall(allowed === undefined ? {} : { allowance: { max: allowed, sent: 0, missing: 0 } });
      const window = { startMs: FROM_MS, endMs: hour(10), limit: 100_000 };
      let outcome: unknown;
      try {
        outcome = (await lookup.read({ symbol: 'SPX', ...window, ...question }, call)).rows.length;
      } catch (error) {
        outcome = messageOf(error);
      }
      return { outcome, sent: sent() - before, missing: call.allowance?.missing };
    },
  };
}

const budgetOf = (left: () => number): Spending['budget'] => ({
  spent: 0,
  get left() {
    return left();
  },
  checkRequests(requestCount) {
    if (requestCount > left()) throw new RangeError(`${requestCount} of ${left()}`);
  },
});

const about = (count: number): string =>
  `${count === 1 ? 'One more request' : `About ${count} more requests`}: allow it in the MD pane`;

const upTo = (count: number): string =>
  about(count).replace('About', 'Up to').replace(String(count), count.toLocaleString('en'));

const tooMany = (count: string): string =>
  `start, end: about ${count} ticks lie behind these bars, and one formula reads at most 200,000; give a shorter window or a smaller limit`;

/** A hundred in an hour. */
const EVEN = every(36_000, 2_400);
/** A thousand in ten seconds. */
const BURST = every(10, 1_000);

describe('a reading of ticks that its first page shows to need more requests than its formula may send', () => {
  test.each<[string, Traits, Partial<TicksQuestion>, number]>([
    ['for all ticks that the service counts', { times: EVEN, saysTotal: true, max: 9 }, {}, 9],
    ['for the ticks that are wanted', { times: EVEN, saysTotal: true, max: 2 }, { limit: 250 }, 2],
  ])('stops there and says how many more it needs: %s', async (_, traits, question, missing) => {
    const { ask } = await openLookup(traits);
    expect(await ask(question)).toEqual({ outcome: about(missing), sent: 1, missing });
  });

  test.each<[string, Traits, Partial<TicksQuestion>, number]>([
    ['as dense as the page', { times: EVEN, max: 3 }, { endMs: hour(5) }, 1_300],
    ['of a day', { times: EVEN, max: 4 }, { endMs: hour(20), limit: 1_900 }, 29],
    ['that begins with a burst', { times: BURST, max: 2 }, { endMs: hour(1), limit: 500 }, 11],
  ])('says no more than how many its rows may need, as a page says little of the others: %s', async (...row) => {
    const [, traits, question, missing] = row;
    const { ask } = await openLookup(traits);
    expect(await ask(question)).toEqual({ outcome: upTo(missing), sent: 1, missing });
  });

  test.each<[string, Traits, Partial<TicksQuestion>]>([
    ['exactly as many as the service says', { times: EVEN, saysTotal: true, max: 10 }, {}],
    ['half of what a page suggests', { times: EVEN, max: 4 }, { endMs: hour(5) }],
    ['any number', { times: EVEN, saysTotal: true }, {}],
  ])('goes on if it may send %s', async (_, traits, question) => {
    const { ask } = await openLookup(traits);
    expect((await ask(question)).sent).toBeGreaterThan(1);
  });

  test('does not ask for permission if the page has everything', async () => {
    const { ask } = await openLookup({ times: EVEN.slice(0, 100), max: 1 });
    expect(await ask()).toEqual({ outcome: 100, sent: 1, missing: 0 });
  });
});

describe('a reading of ticks that its first page shows to need more requests than are left today', () => {
  test.each<[string, Traits, Partial<TicksQuestion>, string]>([
    ['the number that the service says', { times: EVEN, saysTotal: true, budget: 9 }, {}, '9 of 8'],
    ['about twice what is sure', { times: EVEN, budget: 3 }, { endMs: hour(5) }, '5 of 2'],
    ['two digits of it', { times: every(10, 123_456), saysTotal: true, budget: 3 }, { limit: 200_000 }, '1200 of 2'],
  ])('is refused: %s', async (_, traits, question, outcome) => {
    expect(await (await openLookup(traits)).ask(question)).toMatchObject({ outcome, sent: 1 });
  });

  test('is read if all that are left are enough', async () => {
    const { ask } = await openLookup({ times: EVEN, saysTotal: true, budget: 10 });
    expect((await ask()).sent).toBeGreaterThan(1);
  });

  test('goes on with half of what a page suggests, and says when none is left', async () => {
    const { ask } = await openLookup({ times: EVEN, budget: 4 });
    expect(await ask({ endMs: hour(5) })).toMatchObject({ outcome: '1 of 0', sent: 4 });
  });
});

const YEARS_MS = 5 * 365 * MS_PER_DAY;

describe('bars that are made of too many ticks', () => {
  test.each<[string, Traits, Partial<TicksQuestion>, string]>([
    ['the service counts more', { times: every(10, 250_101), saysTotal: true }, {}, tooMany('250,000')],
    ['a page of five years suggests far more', { times: BURST }, { endMs: FROM_MS + YEARS_MS }, tooMany('53,000,000')],
  ])('are refused after the first page: %s', async (_, traits, question, outcome) => {
    const { ask } = await openLookup({ ...traits, max: 10, nowMs: FROM_MS + 2 * YEARS_MS });
    expect(await ask({ ...question, bars: HOURS })).toMatchObject({ outcome, sent: 1 });
  });

  test('are refused once pages from here and there show so, instead of waiting for permission', async () => {
    const { ask } = await openLookup({ times: every(1_000, 400_000), max: 100, nowMs: FROM_MS + YEARS_MS });
    const { outcome, sent } = await ask({ endMs: hour(120), bars: HOURS });
    expect(outcome).toMatch(/^start, end: more than 200,000 ticks lie behind these bars/);
    expect(sent).toBeLessThanOrEqual(75);
  });

  test.each<[string, Traits, Partial<TicksQuestion>, number]>([
    ['there are exactly 200,000', { times: every(10, 200_000), saysTotal: true }, { bars: HOURS }, 2_000],
    ['nobody knows, as the window is short', { times: BURST }, { endMs: FROM_MS + YEARS_MS - 1, bars: HOURS }, 2_600],
    ['they are not far more', { times: EVEN }, { endMs: FROM_MS + YEARS_MS, bars: HOURS }, 2_600],
    ['the ticks themselves are wanted', { times: every(10, 250_000), saysTotal: true }, {}, 1_000],
    ['ticks of five years are wanted', { times: BURST }, { endMs: FROM_MS + YEARS_MS }, 1_300],
  ])('are not refused, but wait for permission, if %s', async (_, traits, question, missing) => {
    const { ask } = await openLookup({ ...traits, max: 10, nowMs: FROM_MS + 2 * YEARS_MS });
    expect(await ask(question)).toEqual({ outcome: expect.stringContaining('allow it'), sent: 1, missing });
  });
});

describe('a reading of ticks that is stopped on its way', () => {
  /** A thousand a day, all around the clock, which a page does not show. */
  const ALWAYS = every(86_400, 5_000);

  test.each<[string, number, Partial<TicksQuestion>, number]>([
    ['the rest of what is wanted', 6, { endMs: hour(72), limit: 1_900 }, 23],
    ['the same, a part of which is kept', 6, { startMs: hour(36), endMs: hour(120), limit: 1_900 }, 16],
    ['a few', 1, { startMs: hour(2_000), endMs: hour(2_100), limit: -5 }, 7],
  ])('says at most how many more requests it needs: for %s', async (_, max, question, missing) => {
    const archive = createMemoryArchive();
    const free = await openLookup({ times: ALWAYS, archive });
    for (const day of [1, 3]) await free.ask({ startMs: hour(24 * day), endMs: hour(24 * (day + 1)) });
    const { ask } = await openLookup({ times: ALWAYS, archive, max });
    expect(await ask(question)).toEqual({ outcome: upTo(missing), sent: max, missing });
  });

  test('goes on from there, whatever other hours are read meanwhile', async () => {
    const { ask } = await openLookup({ times: EVEN });
    expect(await ask({}, 6)).toMatchObject({ outcome: expect.stringContaining('allow it'), sent: 6 });
    expect(await ask({ startMs: hour(20), endMs: hour(22) })).toMatchObject({ outcome: 200, sent: 2 });
    const { outcome, sent } = await ask();
    expect(outcome).toBe(1_000);
    expect(sent).toBeLessThan(6);
  });

  test('is used in a longer window if it saves a page', async () => {
    const { ask } = await openLookup({ times: EVEN });
    await ask({ startMs: hour(5), endMs: hour(15) }, 6);
    const { outcome, sent } = await ask({ endMs: hour(24) });
    expect(outcome).toBe(2_400);
    expect(sent).toBeLessThan(20);
  });
});
