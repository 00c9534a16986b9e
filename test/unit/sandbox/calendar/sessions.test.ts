import { isoFromDay } from '../../../../src/core/calendar/dates';
import { dayOf } from '../../../../src/sandbox/calendar/holiday-rules';
import {
  daysBetween,
  momentAt,
  sessionOf,
  zonedText,
  offsetAt,
  summerTime,
} from '../../../../src/sandbox/calendar/sessions';
import { EXCHANGES } from '../../../../src/sandbox/exchanges/exchanges';

/** What the computer's own clock of the zone shows, "2026-03-09 09:30", by another way than the code under test. */
const wallClock = (zone: string, utcMs: number): string =>
  new Date(utcMs).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);

describe.each(EXCHANGES.map((exchange) => [exchange.mic, exchange] as const))('the sessions of %s', (_, exchange) => {
  test('open and close by the wall clock on every day of 2026', () => {
    const sessions = daysBetween(dayOf(2026, 1, 1), dayOf(2026, 12, 31)).flatMap(
      (day) => sessionOf(exchange, day) ?? [],
    );
    expect(sessions.length).toBeGreaterThan(225);
    for (const { day, opensMs, closesMs, isEarlyClose } of sessions) {
      const close = isEarlyClose ? exchange.earlyClose : exchange.close;
      expect(wallClock(exchange.zone, opensMs)).toBe(`${isoFromDay(day)} ${exchange.open}`);
      expect(wallClock(exchange.zone, closesMs)).toBe(`${isoFromDay(day)} ${close ?? ''}`);
      expect(Date.parse(zonedText(exchange.zone, opensMs))).toBe(opensMs);
    }
  });
});

describe('the offset of a zone', () => {
  test('changes at the exact second of the clock change', () => {
    const changeMs = Date.UTC(2026, 2, 8, 7);
    expect(offsetAt('America/New_York', changeMs - 1000)).toBe(-5 * 3_600_000);
    expect(offsetAt('America/New_York', changeMs)).toBe(-4 * 3_600_000);
  });

  test('can be a half hour', () => {
    expect(zonedText('Asia/Kolkata', momentAt('Asia/Kolkata', dayOf(2026, 7, 1), '09:15'))).toBe(
      '2026-07-01T09:15:00+05:30',
    );
  });

  test('is known before and after a change, including on the day of the change', () => {
    const newYork = (utcMs: number) => summerTime('America/New_York', utcMs);
    expect(newYork(Date.UTC(2026, 0, 15))).toEqual({ isObserved: false, previous: '2025-11-02', next: '2026-03-08' });
    expect(newYork(Date.UTC(2026, 2, 8, 6, 59))).toEqual({
      isObserved: false,
      previous: '2025-11-02',
      next: '2026-03-08',
    });
    expect(newYork(Date.UTC(2026, 2, 8, 7))).toEqual({ isObserved: true, previous: '2026-03-08', next: '2026-11-01' });
    expect(newYork(Date.UTC(2026, 11, 31))).toEqual({ isObserved: false, previous: '2026-11-01', next: '2027-03-14' });
  });

  test('stays fixed in some zones, even if they once had changes', () => {
    for (const zone of ['Asia/Tokyo', 'America/Sao_Paulo', 'America/Mexico_City']) {
      expect(summerTime(zone, Date.UTC(2026, 6, 1))).toEqual({ isObserved: false, previous: null, next: null });
    }
  });
});
