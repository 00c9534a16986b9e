import { closedDaysIn, isClosedDay, isHalfDay, sameDayNextYear } from '../../../../src/core/calendar/holidays';
import { isoFromDay } from '../../../../src/core/calendar/dates';
import { dayFromIso } from '../../../../src/core/calendar/iso-dates';

const OPENS = '2026-11-27T09:30:00-05:00';

test.each([
  ['a flag that says so', { is_early_close: true, open_time: OPENS }, 'half'],
  ['times and no flag', { is_early_close: null, open_time: OPENS }, 'half'],
  ['a flag that says no, and no times', { is_early_close: false, open_time: null }, 'closed'],
  ['neither flag nor times', { is_early_close: null, open_time: null }, 'closed'],
  ['no flag and empty times', { is_early_close: null, open_time: '' }, 'closed'],
  ['a flag that says no, and empty times', { is_early_close: false, open_time: ' ' }, 'closed'],
  [
    'times, though it is no business day',
    { is_early_close: false, open_time: OPENS, is_business_day: false },
    'closed',
  ],
  ['times on a business day', { is_early_close: false, open_time: OPENS, is_business_day: true }, 'neither'],
])('a special day with %s (%j) is %s', (_, row, expected) => {
  expect([isHalfDay(row), isClosedDay(row)]).toEqual([expected === 'half', expected === 'closed']);
});

test('the closed days of a list are those with a readable date', () => {
  const dates = ['2026-12-25', '2026-11-26T00:00:00', 'Christmas', null];
  expect(closedDaysIn(dates.map((date) => ({ date, open_time: null })))).toEqual([
    dayFromIso('2026-12-25'),
    dayFromIso('2026-11-26'),
  ]);
});

test.each([
  ['2026-11-20', '2027-11-20'],
  ['2026-01-29', '2027-01-29'],
  ['2026-02-10', '2027-02-10'],
  ['2027-03-01', '2028-03-01'],
  ['2028-02-28', '2029-02-28'],
  ['2028-02-29', '2029-02-28'],
  ['1969-12-31', '1970-12-31'],
])('a year after %s is %s', (day, next) => expect(isoFromDay(sameDayNextYear(dayFromIso(day)!))).toBe(next));
