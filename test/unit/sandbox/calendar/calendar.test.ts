import { isoFromDay } from '../../../../src/core/calendar/dates';
import { specialDays } from '../../../../src/sandbox/calendar/calendar';
import { dayOf, easterSunday, nthWeekday } from '../../../../src/sandbox/calendar/holiday-rules';
import { EXCHANGES, exchangeOf } from '../../../../src/sandbox/exchanges/exchanges';
import { weekdayName } from '../../../../src/core/calendar/iso-dates';

const special = (mic: string, year: number) => [...specialDays(exchangeOf(mic)!, year).values()];
const closed = (mic: string, year: number): string[] =>
  special(mic, year)
    .filter((each) => !each.isEarlyClose)
    .map(({ day }) => isoFromDay(day));
const half = (mic: string, year: number): string[] =>
  special(mic, year)
    .filter((each) => each.isEarlyClose)
    .map(({ day }) => isoFromDay(day));

describe('the calendar arithmetic', () => {
  test.each([
    [1818, '1818-03-22'],
    [1943, '1943-04-25'],
    [1954, '1954-04-18'],
    [1981, '1981-04-19'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2038, '2038-04-25'],
  ])('finds Easter of %d on %s', (year, date) => {
    expect(isoFromDay(easterSunday(year))).toBe(date);
  });

  test('finds Easter on a Sunday in every year', () => {
    for (let year = 1900; year < 2200; year++) expect(weekdayName(easterSunday(year))).toBe('Sunday');
  });

  test('finds the nth weekday of a month, from the start or the end', () => {
    expect(isoFromDay(nthWeekday(2026, 11, 4, 4))).toBe('2026-11-26');
    expect(isoFromDay(nthWeekday(2026, 5, 1, -1))).toBe('2026-05-25');
    expect(isoFromDay(nthWeekday(2026, 8, 1, -1))).toBe('2026-08-31');
    expect(isoFromDay(nthWeekday(2026, 12, 2, -1))).toBe('2026-12-29');
  });
});

describe('the exchange of New York', () => {
  test('closes on its holidays in 2026', () => {
    expect(closed('XNYS', 2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-04-03',
      '2026-05-25',
      '2026-06-19',
      '2026-07-03',
      '2026-09-07',
      '2026-11-26',
      '2026-12-25',
    ]);
  });

  test('closes early on the days before its holidays', () => {
    expect(half('XNYS', 2025)).toEqual(['2025-07-03', '2025-11-28', '2025-12-24']);
    expect(half('XNYS', 2026)).toEqual(['2026-11-27', '2026-12-24']);
    expect(half('XNYS', 2027)).toEqual(['2027-11-26']);
  });

  test('has no day off for a New Year’s Day on a Saturday', () => {
    expect(closed('XNYS', 2021)).not.toContain('2021-12-31');
    expect(closed('XNYS', 2022).slice(0, 2)).toEqual(['2022-01-01', '2022-01-17']);
  });

  test('closes on Monday for a holiday on a Sunday, and on Friday for other holidays on a Saturday', () => {
    expect(closed('XNYS', 2023)).toContain('2023-01-02');
    expect(closed('XNYS', 2027)).toEqual(expect.arrayContaining(['2027-06-18', '2027-07-05', '2027-12-24']));
  });

  test('closed once for a day of mourning', () => {
    expect(closed('XNYS', 2025)).toContain('2025-01-09');
  });
});

describe('the exchange of London', () => {
  test('closes on its holidays in 2025', () => {
    expect(closed('XLON', 2025)).toEqual([
      '2025-01-01',
      '2025-04-18',
      '2025-04-21',
      '2025-05-05',
      '2025-05-26',
      '2025-08-25',
      '2025-12-25',
      '2025-12-26',
    ]);
  });

  test('closes on two working days for Christmas and Boxing Day', () => {
    expect(closed('XLON', 2027).slice(-2)).toEqual(['2027-12-27', '2027-12-28']);
    expect(closed('XLON', 2022).slice(-2)).toEqual(['2022-12-26', '2022-12-27']);
    expect(closed('XLON', 2026).slice(-2)).toEqual(['2026-12-25', '2026-12-28']);
  });

  test('closes early on the last trading days before Christmas and New Year', () => {
    expect(half('XLON', 2026)).toEqual(['2026-12-24', '2026-12-31']);
    expect(half('XLON', 2023)).toEqual(['2023-12-22', '2023-12-29']);
  });
});

describe('the calendars of other exchanges:', () => {
  test('Tokyo moves holidays on a Sunday past the holidays that follow', () => {
    expect(closed('XTKS', 2026).filter((date) => date.startsWith('2026-05'))).toEqual([
      '2026-05-04',
      '2026-05-05',
      '2026-05-06',
    ]);
    expect(closed('XTKS', 2026).filter((date) => date.startsWith('2026-09'))).toEqual([
      '2026-09-21',
      '2026-09-22',
      '2026-09-23',
    ]);
    expect(closed('XTKS', 2024)).toEqual(
      expect.arrayContaining(['2024-02-12', '2024-03-20', '2024-08-12', '2024-09-23', '2024-11-04']),
    );
  });

  test('Frankfurt closes on both eves and has a short last trading day', () => {
    expect(closed('XETR', 2026).slice(-4)).toEqual(['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-31']);
    expect(half('XETR', 2026)).toEqual(['2026-12-30']);
  });

  test('Toronto keeps Victoria Day on the Monday before 25 May', () => {
    expect(closed('XTSE', 2026)).toContain('2026-05-18');
    expect(closed('XTSE', 2027)).toContain('2027-05-24');
  });

  test('Stockholm keeps Midsummer Eve and shortens the day before Ascension', () => {
    expect(closed('XSTO', 2026)).toContain('2026-06-19');
    expect(half('XSTO', 2026)).toEqual(expect.arrayContaining(['2026-04-02', '2026-05-13', '2026-10-30']));
  });

  test('Hong Kong follows the lunar calendar', () => {
    expect(closed('XHKG', 2025)).toEqual([
      '2025-01-01',
      '2025-01-29',
      '2025-01-30',
      '2025-01-31',
      '2025-04-04',
      '2025-04-18',
      '2025-04-21',
      '2025-05-01',
      '2025-05-05',
      '2025-05-31',
      '2025-07-01',
      '2025-10-01',
      '2025-10-07',
      '2025-10-29',
      '2025-12-25',
      '2025-12-26',
    ]);
    expect(half('XHKG', 2025)).toEqual(['2025-01-28', '2025-12-24', '2025-12-31']);
  });

  test('Sydney has Australia Day on a Monday', () => {
    expect(closed('XASX', 2025)[1]).toBe('2025-01-27');
    expect(closed('XASX', 2026)[1]).toBe('2026-01-26');
  });

  test('all have a calendar for each year from 2024 to 2028, with half days only if their hours are known', () => {
    for (const exchange of EXCHANGES) {
      for (let year = 2024; year <= 2028; year++) {
        expect(closed(exchange.mic, year).length).toBeGreaterThanOrEqual(4);
        if (exchange.earlyClose === null) expect(half(exchange.mic, year)).toEqual([]);
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
