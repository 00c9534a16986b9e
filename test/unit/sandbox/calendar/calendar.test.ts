import { isoFromDay } from '../../../../src/core/calendar/dates';
import { specialDays } from '../../../../src/sandbox/calendar/calendar';
import { dayOf } from '../../../../src/sandbox/calendar/holiday-rules';
import { EXCHANGES, exchangeOf } from '../../../../src/sandbox/exchanges/exchanges';

const special = (mic: string, year: number) => [...specialDays(exchangeOf(mic)!, year).values()];

/** Days of a year as the table of exchanges writes them: "01-01 12-25". */
const daysOf = (mic: string, year: number, isHalf: boolean): string =>
  special(mic, year)
    .filter(({ isEarlyClose }) => isEarlyClose === isHalf)
    .map(({ day }) => isoFromDay(day).replace(`${year}-`, ''))
    .join(' ');
const closed = (mic: string, year: number): string => daysOf(mic, year, false);
const half = (mic: string, year: number): string => daysOf(mic, year, true);

describe('the exchange of', () => {
  test.each([
    ['New York', 'XNYS', 2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'],
    ['London', 'XLON', 2025, '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26'],
    [
      'Hong Kong, by the lunar calendar,',
      'XHKG',
      2025,
      '01-01 01-29 01-30 01-31 04-04 04-18 04-21 05-01 05-05 05-31 07-01 10-01 10-07 10-29 12-25 12-26',
    ],
  ])('%s (%s) closes on its holidays in %d', (_, mic, year, days) => expect(closed(mic, year)).toBe(days));

  test.each([
    ['XNYS', 2025, '07-03 11-28 12-24'],
    ['XNYS', 2026, '11-27 12-24'],
    ['XNYS', 2027, '11-26'],
    ['XLON', 2026, '12-24 12-31'],
    ['XLON', 2023, '12-22 12-29'],
    ['XETR', 2026, '12-30'],
    ['XHKG', 2025, '01-28 12-24 12-31'],
  ])('%s closes early in %d on the days before its holidays: %s', (mic, year, days) => {
    expect(half(mic, year)).toBe(days);
  });

  test('New York has no day off for a New Year’s Day on a Saturday', () => {
    expect(closed('XNYS', 2021)).not.toContain('12-31');
    expect(closed('XNYS', 2022)).toMatch(/^01-01 01-17 /);
  });

  test.each([
    ['New York closes on Monday for a holiday on a Sunday', 'XNYS', 2023, '01-02'],
    ['New York closes on Friday for other holidays on a Saturday', 'XNYS', 2027, '06-18 07-05 09-06 11-25 12-24'],
    ['New York closed once for a day of mourning', 'XNYS', 2025, '01-09'],
    ['London closes on two working days for a Christmas on a Saturday', 'XLON', 2027, '12-27 12-28'],
    ['London closes on two working days for a Christmas on a Sunday', 'XLON', 2022, '12-26 12-27'],
    ['London closes on two working days for a Boxing Day on a Saturday', 'XLON', 2026, '12-25 12-28'],
    ['Tokyo moves a holiday on a Sunday past the holidays that follow', 'XTKS', 2026, '04-29 05-04 05-05 05-06 07-20'],
    ['Tokyo closes on a day between two holidays', 'XTKS', 2026, '08-11 09-21 09-22 09-23 10-12'],
    ['Frankfurt closes on both eves', 'XETR', 2026, '12-24 12-25 12-26 12-31'],
    ['Toronto keeps Victoria Day on the Monday before 25 May', 'XTSE', 2026, '05-18'],
    ['Toronto keeps Victoria Day on the Monday before 25 May', 'XTSE', 2027, '05-24'],
    ['London closes around an Easter that comes a week before its full moon says', 'XLON', 2049, '04-16 04-19'],
    ['Stockholm keeps Midsummer Eve', 'XSTO', 2026, '06-19'],
    ['Sydney has Australia Day on a Monday', 'XASX', 2025, '01-01 01-27'],
    ['Sydney has Australia Day on a Monday', 'XASX', 2026, '01-01 01-26'],
  ])('%s: %s in %d on %s', (_, mic, year, days) => expect(closed(mic, year)).toContain(days));

  test('Tokyo has the holidays of 2024 that moved', () => {
    for (const day of ['02-12', '03-20', '08-12', '09-23', '11-04']) expect(closed('XTKS', 2024)).toContain(day);
  });

  test('Stockholm shortens the days before Good Friday, Ascension and All Saints', () => {
    for (const day of ['04-02', '05-13', '10-30']) expect(half('XSTO', 2026)).toContain(day);
  });
});

describe('the calendars of the exchanges', () => {
  test('all have a calendar for each year from 2024 to 2028, with half days only if their hours are known', () => {
    for (const exchange of EXCHANGES) {
      for (let year = 2024; year <= 2028; year++) {
        expect(closed(exchange.mic, year).split(' ').length).toBeGreaterThanOrEqual(4);
        if (exchange.earlyClose === null) expect(half(exchange.mic, year)).toBe('');
      }
    }
  });

  test('all list their days in order', () => {
    for (const { mic } of EXCHANGES) {
      const days = special(mic, 2026).map(({ day }) => day);
      expect(days).toEqual([...days].sort((a, b) => a - b));
      expect(days[0]).toBeGreaterThanOrEqual(dayOf(2026, 1, 1));
    }
  });
});
