import { isoFromDay } from '../../../../src/core/calendar/dates';
import { dayFromIso } from '../../../../src/core/calendar/iso-dates';
import { withIsoDate } from '../../../../src/core/calendar/named-months';

test.each([
  ['1 Dec 2026', '2026-12-01'],
  ['1-Dec-2026', '2026-12-01'],
  ['01-DEC-2026', '2026-12-01'],
  ['1. December 2026', '2026-12-01'],
  ['December 1, 2026', '2026-12-01'],
  ['Dec. 1 2026', '2026-12-01'],
  ['1st of December 2026', '1st of December 2026'],
  ['3rd Sept 2026', '2026-09-03'],
  ['May 31, 2026', '2026-05-31'],
  ['31 Feb 2026', '2026-02-31'],
  ['1 Dec 2026 09:30', '2026-12-01 09:30'],
  ['Dec 1, 2026 09:30:00-05:00', '2026-12-01 09:30:00-05:00'],
  ['1 Dec 2026 9:30', '2026-12-01 09:30'],
  ['1 Dec 2026, 9:30:15.5', '2026-12-01 09:30:15.5'],
  ['1 December 2026 at 9:30', '2026-12-01 09:30'],
  ['Dec 1, 2026 9:30 AM', '2026-12-01 09:30'],
  ['Dec 1, 2026 9:30:01pm', '2026-12-01 21:30:01'],
  ['Dec 1, 2026 12:05 a.m.', '2026-12-01 00:05'],
  ['Dec 1, 2026 12:05 PM -05:00', '2026-12-01 12:05 -05:00'],
  ['Dec 1, 2026 13:30 PM', '2026-12-01 13:30 PM'],
  ['1 Dec 2026 9.30', '2026-12-01 9.30'],
  ['2026-12-01', '2026-12-01'],
  ['1.12.2026', '1.12.2026'],
  ['04/03/2026', '04/03/2026'],
  ['1 Dec 26', '1 Dec 26'],
  ['1 Dec 20261', '1 Dec 20261'],
  ['1 Decembre 2026', '1 Decembre 2026'],
  ['tomorrow', 'tomorrow'],
])('the date in "%s" is written "%s"', (text, iso) => {
  expect(withIsoDate(text)).toBe(iso);
});

test('every month is recognised by its name and by its first three letters', () => {
  for (let month = 0; month < 12; month++) {
    const day = Date.UTC(2026, month, 15) / 86_400_000;
    for (const style of ['long', 'short'] as const) {
      const name = new Date(day * 86_400_000).toLocaleString('en-US', { month: style, timeZone: 'UTC' });
      expect(dayFromIso(withIsoDate(`15 ${name} 2026`))).toBe(day);
      expect(withIsoDate(`${name} 15, 2026`)).toBe(isoFromDay(day));
    }
  }
});
