import fc from 'fast-check';
import { LAST_DAY, isoFromDay, sameDayNextYear } from '../../../../src/core/calendar/dates';
import { dayFromIso, fractionFromClock, instantFromIso } from '../../../../src/core/calendar/iso-dates';

const HOUR_MS = 3_600_000;

describe('a date', () => {
  test.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2024-02-29', 19782],
    ['2026-11-20', 20777],
  ])('%s is day %d of 1970', (iso, day) => {
    expect(dayFromIso(iso)).toBe(day);
    expect(isoFromDay(day)).toBe(iso);
  });

  test.each([
    '2026-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-99',
    '1900-02-29',
    '2026-1-1',
    '20261120',
    '20/11/2026',
    '2026-11-20T00:00',
    ' 2026-11-20',
    '',
    'today',
  ])('"%s" is not a valid date', (text) => {
    expect(dayFromIso(text)).toBeUndefined();
  });

  test('survives being written and read', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        expect(dayFromIso(isoFromDay(day))).toBe(day);
      }),
      { numRuns: 10_000 },
    );
  });
});

test.each([
  ['2026-11-20', '2027-11-20'],
  ['2026-01-29', '2027-01-29'],
  ['2026-02-10', '2027-02-10'],
  ['2027-03-01', '2028-03-01'],
  ['2028-02-28', '2029-02-28'],
  ['2028-02-29', '2029-02-28'],
  ['1969-12-31', '1970-12-31'],
])('a year after %s is %s', (day, next) => {
  expect(isoFromDay(sameDayNextYear(dayFromIso(day)!))).toBe(next);
});

test('the last possible day is the last of the year 9999', () => {
  expect(isoFromDay(LAST_DAY)).toBe('9999-12-31');
});

describe('a date and time', () => {
  test.each([
    ['2026-11-20T09:30:00-05:00', '2026-11-20T14:30:00.000Z', -5],
    ['2026-11-20T09:30:00+05:30', '2026-11-20T04:00:00.000Z', 5.5],
    ['2026-11-20T09:30:00+0545', '2026-11-20T03:45:00.000Z', 5.75],
    ['2026-11-20T00:15:00+01:00', '2026-11-19T23:15:00.000Z', 1],
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z', 0],
    ['2026-11-20t09:30:00z', '2026-11-20T09:30:00.000Z', 0],
    ['2026-11-20T09:30:00.250Z', '2026-11-20T09:30:00.250Z', 0],
    ['2026-11-20 09:30', '2026-11-20T09:30:00.000Z', 0],
    ['2026-11-20T24:00:00Z', '2026-11-21T00:00:00.000Z', 0],
    ['2026-11-20T23:59:00+23:59', '2026-11-20T00:00:00.000Z', 23 + 59 / 60],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z', 0],
  ])('%s is %s, written %d hours from UTC', (text, utc, offsetHours) => {
    expect(instantFromIso(text)).toEqual({ utcMs: Date.parse(utc), offsetMs: offsetHours * HOUR_MS });
  });

  test('without an offset is UTC, whatever the time zone of the computer', () => {
    expect(instantFromIso('2026-07-01T12:00:00')).toEqual({ utcMs: Date.UTC(2026, 6, 1, 12), offsetMs: 0 });
  });

  test.each([
    '2026-11-20',
    '2026-11-20T',
    '2026-11-20T9:30',
    '2026-02-30T09:30:00Z',
    '2026-11-20T24:00:01Z',
    '2026-11-20T24:30:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T09:60:00Z',
    '2026-11-20T09:30:61Z',
    '2026-11-20T09:30:00+24:00',
    '2026-11-20T09:30:00+05:60',
    '2026-11-20T09:30:00 EST',
    'on 2026-11-20T09:30:00Z',
    'noon',
    '',
  ])('"%s" is not a valid date and time', (text) => {
    expect(instantFromIso(text)).toBeUndefined();
  });
});

describe('a time of day', () => {
  test.each([
    ['00:00', 0],
    ['09:30', 9.5 / 24],
    ['9:30', 9.5 / 24],
    ['16:00:30', (16 * 3600 + 30) / 86_400],
    ['24:00', 1],
  ])('%s is %d of a day', (text, fraction) => {
    expect(fractionFromClock(text)).toBe(fraction);
  });

  test.each(['24:01', '25:00', '09:60', '9', '09:30 AM', '', '09:30-05:00'])(
    '"%s" is not a valid time of day',
    (text) => {
      expect(fractionFromClock(text)).toBeUndefined();
    },
  );
});
