import { dayFromIso } from '../../../../src/core/calendar/iso-dates';
import { weekdayName, weekdayOf } from '../../../../src/core/calendar/weekdays';

test.each([
  ['1970-01-01', 'Thursday'],
  ['1969-12-28', 'Sunday'],
  ['1900-03-01', 'Thursday'],
  ['2026-11-20', 'Friday'],
  ['2026-11-22', 'Sunday'],
])('%s is a %s', (date, weekday) => {
  expect(weekdayName(dayFromIso(date)!)).toBe(weekday);
});

test('every day is one weekday after the day before, for a century', () => {
  for (let day = -18_262; day < 18_262; day++) expect(weekdayOf(day + 1)).toBe((weekdayOf(day) + 1) % 7);
});
