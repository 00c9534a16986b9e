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
