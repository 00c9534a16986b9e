import fc from 'fast-check';
import type { Session } from '../../src/app/session';
import { createSandboxSession, show } from '../support/evaluate';

const createSession = (nowMs = Date.UTC(2026, 10, 20, 15)): Session => createSandboxSession(nowMs);

const value = async (session: Session, id: string, ...args: readonly unknown[]): Promise<unknown> => {
  const shown = await show(session, id, ...args);
  return typeof shown === 'string' ? shown : (shown as unknown[][])[0]![0];
};

describe('the trading-day functions with the simulated service', () => {
  test('count the published number of trading days in New York', async () => {
    const session = createSession();
    const counts = [2024, 2025, 2026, 2027].map((year) =>
      value(session, 'NETWORKDAYS', `${year}-01-01`, `${year}-12-31`, 'XNYS'),
    );
    expect(await Promise.all(counts)).toEqual([252, 250, 251, 251]);
  });

  test('count over the longest holidays of a year, Lunar New Year in Taipei', async () => {
    const session = createSession();
    expect(await value(session, 'WORKDAY', '2025-01-22', 1, 'XTAI')).toBe(45691);
    expect(await value(session, 'WORKDAY', '2026-02-11', 1, 'XTAI')).toBe(46076);
    expect(await value(session, 'NETWORKDAYS', '2026-02-01', '2026-02-28', 'XTAI')).toBe(12);
  });

  test.each([
    ['2026-01-08', '2026-01-09'],
    ['2026-01-09', '2026-01-11'],
    ['2026-03-02', '2026-03-04'],
    // The Sunday is a holiday.
    ['2028-03-10', '2028-03-13'],
  ])('settle a trade of %s in Tel Aviv on %s', async (trade, settled) => {
    expect(await value(createSession(), 'SETTLE', trade, 'XTAE')).toBe(Date.parse(settled) / 86_400_000 + 25_569);
  });

  test("count the year in which Tel Aviv changed its week by the service's calendar", async () => {
    const session = createSession();
    const listed = await show(session, 'HOURS', 'XTAE', '2026-01-01', '2026-12-31', 'date', false);
    expect(await value(session, 'NETWORKDAYS', '2026-01-01', '2026-12-31', 'XTAE')).toBe(
      (listed as unknown[][]).length,
    );
  });

  test.each(['XNYS', 'XLON', 'XASX', 'XHKG'])(
    'list exactly the days on which %s is closed, and no half days',
    async (mic) => {
      const session = createSession();
      const closed = await show(session, 'HOLIDAYS', mic, '2026-01-01', '2026-12-31', 'date', false, null, 'closed');
      const holidays = (closed as number[][]).flat();
      // Excel's own NETWORKDAYS with these dates as its holidays.
      const weekdays = Array.from({ length: 365 }, (_, index) => 46_023 + index).filter((serial) => serial % 7 > 1);
      expect(weekdays.filter((serial) => !holidays.includes(serial))).toHaveLength(
        (await value(session, 'NETWORKDAYS', '2026-01-01', '2026-12-31', mic)) as number,
      );
    },
  );

  test('say when an exchange opens and closes next, over weekends, holidays, half days and lunch breaks', async () => {
    const mic = fc.constantFrom('XNYS', 'XLON', 'XTKS', 'XASX', 'XTAI', 'XTAE', 'XSAU', 'XHKG', 'XSHG', 'BVMF');
    const moment = fc
      .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2026, 11, 31, 23) / 60_000 })
      .map((minutes) => minutes * 60_000);
    await fc.assert(
      fc.asyncProperty(mic, moment, async (name, nowMs) => {
        const session = createSession(nowMs);
        const [[opens, closes]] = (await show(session, 'STATUS', name, 'next_open,next_close', false, 'utc')) as [
          [number, number],
        ];
        const isOpen = (serial: number): Promise<unknown> => value(session, 'ISOPEN', name, serial, 'utc');
        const now = nowMs / 86_400_000 + 25_569;
        const second = 1 / 86_400;
        const between = (part: number, edge: number): number => now + part * (edge - second - now);
        const wasOpen = await isOpen(now);
        expect(wasOpen).toBe(closes < opens);
        // Nothing changes until the nearer one, and both are changes.
        for (const part of [0.25, 0.5, 0.75, 1])
          expect(await isOpen(between(part, Math.min(opens, closes)))).toBe(wasOpen);
        const both = [opens - second, opens + second, closes - second, closes + second];
        expect(await Promise.all(both.map(isOpen))).toEqual([false, true, true, false]);
      }),
      { numRuns: 60 },
    );
  });

  test('find an exchange open exactly when the service does', async () => {
    const mic = fc.constantFrom('XNYS', 'XLON', 'XTKS', 'XASX', 'XNZE', 'XTAE', 'XSAU', 'XHKG', 'BVMF');
    const moment = fc
      .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 0, 2) / 60_000 })
      .map((minutes) => minutes * 60_000);
    await fc.assert(
      fc.asyncProperty(mic, moment, async (name, nowMs) => {
        const session = createSession(nowMs);
        const status = await value(session, 'STATUS', name, 'status');
        expect(await value(session, 'ISOPEN', name, nowMs / 86_400_000 + 25_569, 'utc')).toBe(status === 'Open');
      }),
      { numRuns: 60 },
    );
  });
});
