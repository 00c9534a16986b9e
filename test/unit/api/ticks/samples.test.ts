import { indexOf } from './tick-service';
import { createTicksLookup, type TicksQuestion } from '../../../../src/api/ticks/ticks';
import type { Call, CallTrace } from '../../../../src/core/call';
import { barsOfLength, barsOfSessions } from '../../../../src/core/calendar/bars';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../../../src/core/calendar/dates';
import { createCall, createTestClient } from '../../../support/evaluate';
import { createIndexService } from '../../../support/index-service';

/** An index with a tick a minute from this day on. */
const DAY_MS = 10 * MS_PER_DAY;
const TIMES = Array.from({ length: 300 }, (_, minute) => DAY_MS + minute * MS_PER_MINUTE);

/** A lookup of an index with ticks at these times, some days later, and the queries that it has sent. */
function openLookup(times: readonly number[]) {
  const service = createIndexService({ times });
  const client = createTestClient(service, { now: () => DAY_MS + 5 * MS_PER_DAY });
  const lookup = client.lookup('ticks', createTicksLookup);
  return { lookup, queries: () => service.requests.map(({ query }) => query) };
}

const TEN_HOURS = { symbol: 'SPX', startMs: DAY_MS, endMs: DAY_MS + 10 * MS_PER_HOUR, limit: 1_000 };

/** A sample of a question, by default of ten hours, and what it was asked for. */
async function sampleOf(question: Partial<TicksQuestion>, details: Partial<Call> = {}, times = TIMES) {
  const { lookup, queries } = openLookup(times);
  const trace: CallTrace = {};
  const sample = await lookup.read({ ...TEN_HOURS, isSample: true, ...question }, createCall({ trace, ...details }));
  return { rows: sample.rows, times: sample.times, moreRows: trace.moreRows, queries: queries() };
}

const seconds = (timeMs: number): number => timeMs / 1000;

describe('a sample of ticks', () => {
  test('is the first page of the window, and says how many rows more its formula may have', async () => {
    const { rows, times, moreRows, queries } = await sampleOf({});
    expect(rows.map(indexOf)).toEqual([...Array(100).keys()]);
    expect(times).toEqual(TIMES.slice(0, 100));
    expect(moreRows).toBe(900);
    expect(queries).toEqual([`start=${seconds(DAY_MS)}&end=${seconds(DAY_MS + 10 * MS_PER_HOUR)}&limit=100`]);
  });

  test('has no tick that is outside the window but in its first or last second', async () => {
    const times = [0, 250, 500, 1_250, 1_500, 1_750].map((ms) => DAY_MS + ms);
    const { rows, times: shown, queries } = await sampleOf({ startMs: DAY_MS + 250, endMs: DAY_MS + 1_500 }, {}, times);
    expect(rows.map(indexOf)).toEqual([1, 2, 3]);
    expect(shown).toEqual(times.slice(1, 4));
    expect(queries).toEqual([`start=${seconds(DAY_MS)}&end=${seconds(DAY_MS) + 2}&limit=100`]);
  });

  test.each<[string, Partial<TicksQuestion>, number, number | undefined]>([
    ['no more than all of them are on the page', { endMs: DAY_MS + MS_PER_HOUR }, 60, undefined],
    ['the page has as many as the formula shows', { limit: 20 }, 20, undefined],
    ['the formula shows more than a page', { limit: 250 }, 100, 150],
    ['the formula shows the newest, which are elsewhere', { limit: -20 }, 20, 0],
    ['the formula shows more of the newest than a page', { limit: -250 }, 100, 150],
  ])('tells what it lacks: %s', async (_, question, count, lacking) => {
    const { rows, moreRows } = await sampleOf(question);
    expect([rows.length, moreRows]).toEqual([count, lacking]);
  });

  test('works for a call without a trace', async () => {
    expect((await sampleOf({}, { trace: undefined })).rows).toHaveLength(100);
  });

  test('is not taken for the answer to its question, nor that for the sample', async () => {
    const { lookup } = openLookup(TIMES);
    const counts: number[] = [];
    const sample = { ...TEN_HOURS, isSample: true };
    for (const question of [sample, TEN_HOURS, sample])
      counts.push((await lookup.read(question, createCall())).rows.length);
    expect(counts).toEqual([100, 300, 100]);
  });
});

const HOURS = barsOfLength(MS_PER_HOUR);
const hour = (count: number): number => DAY_MS + count * MS_PER_HOUR;
/** From two to four o'clock, and from two to four on the day after. */
const SESSIONS = barsOfSessions('afternoon', [
  { fromMs: hour(2), toMs: hour(4) },
  { fromMs: hour(26), toMs: hour(28) },
]);

describe('a sample of bars', () => {
  test('is made of one whole page, and says how many bars more the window has', async () => {
    const { rows, times, moreRows, queries } = await sampleOf({ bars: HOURS, limit: 20 });
    expect(rows.map(({ open, close, count }) => [open, close, count])).toEqual([
      [1.5, 60.5, 60],
      [61.5, 100.5, 40],
    ]);
    expect(times).toEqual([hour(0), hour(1)]);
    expect(moreRows).toBe(8);
    expect(queries).toEqual([expect.stringMatching(/&limit=100$/)]);
  });

  test('has no more bars than the formula shows', async () => {
    expect((await sampleOf({ bars: HOURS, limit: 1 })).rows).toHaveLength(1);
    expect((await sampleOf({ bars: HOURS, limit: -1 })).rows).toHaveLength(1);
  });

  test.each<[string, Partial<TicksQuestion>, number | undefined]>([
    ['as many as the formula shows', { limit: 5 }, 3],
    ['as many of the newest as the formula shows', { limit: -5 }, 3],
    ['those of the window, of which parts of hours are the first and the last', { startMs: hour(0.5) }, 7],
    ['none, if all of its ticks are on the page', { endMs: hour(1.5) }, undefined],
    ['perhaps more of the ticks, but no bars', { endMs: hour(2) }, 0],
  ])('says how many bars more there may be: %s', async (_, question, lacking) => {
    expect((await sampleOf({ bars: HOURS, ...question })).moreRows).toBe(lacking);
  });

  test.each<[string, Partial<TicksQuestion>, number]>([
    ['its own start, if a session is open then', { startMs: hour(3) }, hour(3)],
    ['the next session', { startMs: hour(0), endMs: hour(4) }, hour(2)],
    ['the last session', { startMs: hour(5), endMs: hour(40) }, hour(26)],
    ['its own start, if its first session begins only at its end', { startMs: hour(0), endMs: hour(2) }, hour(0)],
    ['its own start, if all sessions are over', { startMs: hour(28), endMs: hour(40) }, hour(28)],
  ])('of sessions asks for the window from %s', async (_, question, fromMs) => {
    const { queries } = await sampleOf({ bars: SESSIONS, ...question });
    expect(queries).toEqual([expect.stringMatching(`^start=${seconds(fromMs)}&`)]);
  });

  test.each<[string, Partial<TicksQuestion>, number]>([
    ['from the first session on', { startMs: hour(-20), endMs: hour(28) }, 1],
    ['from its own start, if it has no session', { startMs: hour(30), endMs: hour(90) }, 3],
  ])('of sessions counts the days of the window %s', async (_, question, lacking) => {
    const times = Array.from({ length: 6_000 }, (__, minute) => DAY_MS + minute * MS_PER_MINUTE);
    expect((await sampleOf({ bars: SESSIONS, ...question }, {}, times)).moreRows).toBe(lacking);
  });
});
