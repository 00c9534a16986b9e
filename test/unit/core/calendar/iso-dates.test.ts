import fc from 'fast-check';
import { isoFromDay } from '../../../../src/core/calendar/dates';
import {
  dayFromIso,
  fractionFromClock,
  hasOffset,
  instantFromIso,
  withIsoDate,
  weekdayName,
  weekdayOf,
  utcMsFromIso,
} from '../../../../src/core/calendar/iso-dates';

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
  ])('"%s" is not a valid date', (text) => expect(dayFromIso(text)).toBeUndefined());

  test('survives being written and read', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        expect(dayFromIso(isoFromDay(day))).toBe(day);
      }),
      { numRuns: 10_000 },
    );
  });
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

  test('without an offset is UTC, whatever the time zone of the computer', () =>
    expect(instantFromIso('2026-07-01T12:00:00')).toEqual({ utcMs: Date.UTC(2026, 6, 1, 12), offsetMs: 0 }));

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
  ])('"%s" is not a valid date and time', (text) => expect(instantFromIso(text)).toBeUndefined());
});

test.each([
  ['2026-11-20T09:30:00-05:00', true],
  ['2026-11-20T09:30:00+0530', true],
  ['2026-11-20T09:30:00Z', true],
  ['2026-11-20 09:30z', true],
  ['2026-11-20T09:30:00', false],
  ['2026-11-20T09:30', false],
  ['2026-11-20 0930', false],
  ['2026-11-20T09:30:00-05:00 in winter', false],
  ['2026-11-20T09:30:00-5', false],
  ['2026-11-20T09:30:00+ab:cd', false],
])('whether %s says its offset: %s', (text, says) => expect(hasOffset(text)).toBe(says));

describe('a time of day', () => {
  test.each([
    ['00:00', 0],
    ['09:30', 9.5 / 24],
    ['9:30', 9.5 / 24],
    ['16:00:30', (16 * 3600 + 30) / 86_400],
    ['24:00', 1],
  ])('%s is %d of a day', (text, fraction) => expect(fractionFromClock(text)).toBe(fraction));

  test.each(['24:01', '25:00', '09:60', '9', '09:30 AM', '', '09:30-05:00'])(
    '"%s" is not a valid time of day',
    (text) => expect(fractionFromClock(text)).toBeUndefined(),
  );
});

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
  ['1 Dec 2026  9:30:15.25', '2026-12-01 09:30:15.25'],
  ['on 2026/1/5', 'on 2026/1/5'],
  ['1 Dec 2026 or 9:30', '2026-12-01 or 9:30'],
  ['1 Dec 2026 0:30 AM', '2026-12-01 0:30 AM'],
  ['1 December 2026 at 9:30', '2026-12-01 09:30'],
  ['Dec 1, 2026 9:30 AM', '2026-12-01 09:30'],
  ['Dec 1, 2026 9:30:01pm', '2026-12-01 21:30:01'],
  ['Dec 1, 2026 12:05 a.m.', '2026-12-01 00:05'],
  ['Dec 1, 2026 12:05 PM -05:00', '2026-12-01 12:05 -05:00'],
  ['Dec 1, 2026 13:30 PM', '2026-12-01 13:30 PM'],
  ['1 Dec 2026 9.30', '2026-12-01 9.30'],
  ['2026/11/25', '2026-11-25'],
  ['2026/1/5 9:30', '2026-01-05 09:30'],
  ['2026年11月25日', '2026-11-25'],
  ['2026年1月5日 9:30', '2026-01-05 09:30'],
  ['2026 年 1 月 5 日', '2026-01-05'],
  ['2026/11', '2026/11'],
  ['2026/11/255', '2026/11/255'],
  ['2026-12-01', '2026-12-01'],
  ['2026-1-5', '2026-01-05'],
  ['2026-11-20 9:30', '2026-11-20 09:30'],
  ['2026-11-20 4:05 PM', '2026-11-20 16:05'],
  ['2026-11-20T09:30:00-05:00', '2026-11-20T09:30:00-05:00'],
  ['2026-1', '2026-1'],
  ['1.12.2026', '1.12.2026'],
  ['04/03/2026', '04/03/2026'],
  ['1 Dec 26', '1 Dec 26'],
  ['1 Dec 20261', '1 Dec 20261'],
  ['1 Decembre 2026', '1 Decembre 2026'],
  ['tomorrow', 'tomorrow'],
])('the date in "%s" is written "%s"', (text, iso) => expect(withIsoDate(text)).toBe(iso));

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

test.each([
  ['1970-01-01', 'Thursday'],
  ['1969-12-28', 'Sunday'],
  ['1900-03-01', 'Thursday'],
  ['2026-11-20', 'Friday'],
  ['2026-11-22', 'Sunday'],
])('%s is a %s', (date, weekday) => expect(weekdayName(dayFromIso(date)!)).toBe(weekday));

test('every day is one weekday after the day before, for a century', () => {
  const days = Array.from({ length: 36_524 }, (_, index) => index - 18_262);
  expect(days.filter((day) => weekdayOf(day + 1) !== (weekdayOf(day) + 1) % 7)).toEqual([]);
});

const asAny = (text: string): number => instantFromIso(text)?.utcMs ?? NaN;

describe('a time in UTC', () => {
  test('is read as any date and time is', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0000-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        (date) => {
          const text = date.toISOString();
          expect(utcMsFromIso(text)).toBe(date.getTime());
          expect(utcMsFromIso(text.replace(/\.\d+/, ''))).toBe(Math.floor(date.getTime() / 1000) * 1000);
        },
      ),
    );
  });

  test('is read in the same way from texts that are almost times', () => {
    const almost = fc
      .tuple(
        fc.constantFrom('2026-02-28T23:59:59.999Z', '2028-02-29T00:00:00Z', '2026-11-20T24:00:00Z'),
        fc.nat(23),
        fc.constantFrom('0', '3', '9', '-', '+', ':', '.', 'T', 'Z', ' ', 'z'),
      )
      .map(([text, at, letter]) => text.slice(0, at) + letter + text.slice(at + 1));
    fc.assert(
      fc.property(almost, (text) => expect(utcMsFromIso(text)).toBe(asAny(text))),
      { numRuns: 2_000 },
    );
  });

  test.each([
    '2026-11-20T14:30:00+01:00',
    '2026-11-20T14:30:00.250123Z',
    '2026-11-20 14:30',
    '2026-02-30T00:00:00Z',
    '2026-11-20T23:59:60Z',
    '',
    'noon',
  ])('is read in the same way from %j', (text) => expect(utcMsFromIso(text)).toBe(asAny(text)));

  test.each([
    '2026-11-20T24:30:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T09:60:00Z',
    '2026-11-20T09:30:61Z',
    '2026-11-00T09:30:00Z',
    '2026-13-20T09:30:00Z',
    '2026-11-20T09:30:00.2x0Z',
    '2026/11-20T09:30:00Z',
    '2026-11/20T09:30:00Z',
    '2026-11-20/09:30:00Z',
    '2026-11-20T09/30:00Z',
    '2026-11-20T09:30/00Z',
    '2026-11-20T09:30:00,250Z',
    '2026-11-20T09:30:00.250/',
  ])('is not found in %j', (text) => expect(utcMsFromIso(text)).toBeNaN());
});
