import { MS_PER_MINUTE } from '../../../src/core/calendar/dates';
import { createCall, createSandboxSession, evaluateUnder, type Plain, show } from '../../support/evaluate';

const NOW = Date.UTC(2026, 10, 27, 19);

/** What a formula shows in the sandbox, and how many requests it takes. */
async function ask(...formula: readonly unknown[]): Promise<{ rows: Plain[][]; sent: number }> {
  let sent = 0;
  const session = createSandboxSession(NOW, () => sent++);
  await session.save({ maxRequests: 0 });
  sent = 0;
  const rows = (await show(session, 'TICKS', ...formula)) as Plain[][];
  return { rows, sent };
}

const closes = (symbol: string, start: string, end: string, interval: string, fields = 'time,close') =>
  ask(symbol, start, end, null, fields, false, interval);

test.each(['SPX', 'DAX', 'NKY', 'HSI'])('a month of closes of %s takes 45 requests at most', async (symbol) => {
  const { rows, sent } = await closes(symbol, '2026-11-02', '2026-11-27', 'day');
  expect(rows.length).toBeGreaterThanOrEqual(17);
  expect(sent).toBeLessThanOrEqual(45);
});

test.each(['SPX', 'UKX', 'NKY'])('a year of weekly closes of %s takes 110 requests at most', async (symbol) => {
  const { rows, sent } = await closes(symbol, '2025-11-24', '2026-11-23', 'week');
  expect(rows).toHaveLength(52);
  expect(sent).toBeLessThanOrEqual(110);
});

test.each(['day', 'session', 'week'])('by the %s, opens and closes are those of all ticks', async (interval) => {
  const window = ['DAX', '2026-11-12', '2026-11-18', interval] as const;
  const [all, both, close] = await Promise.all(
    ['time,open,close,count', 'time,open,close', 'time,close'].map((fields) => closes(...window, fields)),
  );
  expect(both!.rows).toEqual(all!.rows.map((row) => row.slice(0, 3)));
  expect(close!.rows).toEqual(all!.rows.map(([time, , last]) => [time, last]));
});

describe.each(['AS51', 'NZ50'])('where sessions begin before midnight in UTC, as those of %s,', (symbol) => {
  /** Its prices from noon to noon. */
  const between = async (from: string, to: string) => {
    const { rows } = await closes(symbol, `${from} 12:00`, `${to} 12:00`, 'hour', 'open,high,low,close,count');
    const [opens, highs, lows, last, counts] = [0, 1, 2, 3, 4].map((place) => rows.map((row) => Number(row[place])));
    const sum = counts!.reduce((all, count) => all + count);
    return [opens![0], Math.max(...highs!), Math.min(...lows!), last!.at(-1), sum];
  };

  test('a day is that of the exchange, and its own date', async () => {
    const all = [await between('2026-11-09', '2026-11-10'), await between('2026-11-10', '2026-11-11')];
    const bars = await closes(symbol, '2026-11-10', '2026-11-12', 'day', 'time,open,high,low,close,count');
    expect(bars.rows).toEqual(all.map((bar, index) => [46336 + index, ...bar]));
    const ends = await closes(symbol, '2026-11-10', '2026-11-12', 'day', 'close,open,time');
    expect(ends.rows).toEqual(all.map(([open, , , close], index) => [close, open, 46336 + index]));
  });

  test('no other day is shown, whatever quotes it has', async () => {
    const { rows } = await closes(symbol, '2026-11-04', '2026-11-11', 'day', 'time');
    expect(rows.flat()).toEqual([46330, 46331, 46332, 46335, 46336]);
  });

  test('a week has the days of the exchange', async () => {
    const [open, , , close] = await between('2026-11-08', '2026-11-15');
    const { rows } = await closes(symbol, '2026-11-09', '2026-11-16', 'week', 'time,open,close');
    expect(rows).toEqual([[46335, open, close]]);
  });

  test('a window of days has its sessions whole', async () => {
    const { rows } = await closes(symbol, '2026-11-10', '2026-11-12', 'session', 'open,close');
    const half = await closes(symbol, '2026-11-09 12:00', '2026-11-11 12:00', 'session', 'open,close');
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(half.rows);
  });

  test('a window of hours has these alone', async () => {
    const { rows } = await closes(symbol, '2026-11-10 01:00', '2026-11-11', 'day', 'time,open');
    const hours = await closes(symbol, '2026-11-10 01:00', '2026-11-11', 'hour', 'open');
    expect(rows[0]).toEqual([46336, hours.rows[0]![0]]);
  });
});

test.each([
  ['by the day', 'SPX', ['SPX']],
  ['by the session', 'SPX', ['SPX']],
  ['of several indices, one of which was read before', 'DAX', ['DAX', 'SPX']],
  ['of several indices, the last of which was read before', 'DAX', ['SPX', 'DAX']],
])('bars are as old as their oldest ticks, however old the calendar is: %s', async (how, before, indices) => {
  let nowMs = NOW;
  const session = createSandboxSession(() => nowMs);
  await session.save({ maxRequests: 0 });
  const interval = how === 'by the session' ? 'session' : 'day';
  const ask = async (symbols: readonly string[], end: string) => {
    const call = createCall();
    await evaluateUnder(call, session, 'TICKS', [symbols], '2026-11-23', end, null, 'time,close', false, interval);
    return call.trace!.oldest!;
  };
  await show(session, 'HOURS', 'XNYS', '2026-11-23', '2026-11-27');
  nowMs += MS_PER_MINUTE;
  await ask([before], indices.length > 1 ? '2026-11-25' : '2026-11-24');
  nowMs += MS_PER_MINUTE;
  const { at, request } = await ask(indices, '2026-11-25');
  expect(at).toBe(NOW + (indices.length > 1 ? 1 : 2) * MS_PER_MINUTE);
  expect(request?.what).toContain('/ticks');
});
