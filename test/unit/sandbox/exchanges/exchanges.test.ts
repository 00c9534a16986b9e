import { dayFromIso, WEEKDAY_NAMES } from '../../../../src/core/calendar/iso-dates';
import { holidayRule } from '../../../../src/sandbox/calendar/holiday-rules';
import table from '../../../../src/sandbox/exchanges/exchanges.json';

const CLOCK = expect.stringMatching(/^([01]\d|2[0-3]):[0-5]\d$/);
const TEXT = expect.stringMatching(/\S/);
const WEEK = expect.stringMatching(/^(?:Monday to Friday|Sunday to Thursday)$/);

/** Which keys say on which days a holiday falls: one of these sets, no more and no less. */
const WAYS = ['date', 'easter', 'equinox', 'dates', 'month,nth,weekday', 'month,nth,plus,weekday', 'from,weekday'];

describe('the table of exchanges', () => {
  test.each(table.exchanges.map((exchange) => [exchange.mic, exchange] as const))('has all of %s', (_, exchange) => {
    const { acronym, laterWeek, earlyClose, ...rest } = { laterWeek: undefined, ...exchange };
    expect(rest).toEqual({
      mic: expect.stringMatching(/^[A-Z0-9]{4}$/),
      exchange: TEXT,
      lei: expect.stringMatching(/^[A-Z0-9]{18}\d{2}$/),
      url: expect.stringMatching(/^https:\/\//),
      city: TEXT,
      country: TEXT,
      countryCode: expect.stringMatching(/^[A-Z]{2}$/),
      currencyCode: expect.stringMatching(/^[A-Z]{3}$/),
      region: TEXT,
      zone: TEXT,
      zoneNames: [TEXT, TEXT],
      week: WEEK,
      open: CLOCK,
      close: CLOCK,
      holidays: TEXT,
    });
    expect([null, acronym]).toContainEqual(acronym === null ? null : TEXT);
    if (earlyClose !== null) expect(earlyClose).toEqual(CLOCK);
    if (laterWeek !== undefined) {
      expect(laterWeek).toEqual({ from: TEXT, week: WEEK });
      expect(dayFromIso((laterWeek as { from: string }).from)).toBeDefined();
    }
    expect(() => new Intl.DateTimeFormat('en', { timeZone: exchange.zone })).not.toThrow();
    expect(exchange.open < exchange.close).toBe(true);
  });

  test('names each exchange once, in the order of their codes', () => {
    const mics = table.exchanges.map(({ mic }) => mic);
    expect(mics).toEqual([...new Set(mics)].sort());
  });

  test('has a list of holidays for each exchange, and none that no exchange uses', () => {
    const used = new Set(table.exchanges.map(({ holidays }) => holidays));
    expect([...used].sort()).toEqual(Object.keys(table.holidays).sort());
  });
});

describe.each(Object.entries(table.holidays))('the holidays of %s', (_, holidays) => {
  test.each(holidays.map((holiday) => [holiday.name, holiday] as const))('say when %s is', (name, holiday) => {
    const { shift, early, since, ...days } = holiday as {
      readonly shift?: string;
      readonly early?: boolean;
      readonly since?: number;
      readonly weekday?: string;
      readonly dates?: Readonly<Record<string, string>>;
    };
    expect(name).toEqual(TEXT);
    expect(WAYS).toContain(
      Object.keys(days)
        .filter((key) => key !== 'name')
        .sort()
        .join(),
    );
    expect([undefined, 'forward', 'sunday', 'nearest', 'before']).toContain(shift);
    expect([undefined, true]).toContain(early);
    expect([undefined, 2022, 2024]).toContain(since);
    expect([undefined, ...WEEKDAY_NAMES]).toContain(days.weekday);
    for (const text of Object.values(days.dates ?? {})) {
      expect(text.split(' ')).toEqual([...new Set(text.split(' '))].sort());
      expect(text).toMatch(/^\d\d-\d\d(?: \d\d-\d\d)*$/);
    }
    expect(() => holidayRule(holiday as never).days(2026)).not.toThrow();
  });
});

test.each([
  [{ name: 'May Day' }, 'The holiday "May Day" does not say on which days it falls'],
  [{ name: 'May Day', nth: 1, weekday: 'Moonday', month: 5 }, 'The holiday "May Day" does not say on which days'],
  [{ name: 'May Day', dates: { 2026: '05-32' } }, 'The holiday "May Day" has no date 05-32 in 2026'],
])('a holiday that the table does not describe is named: %j', (holiday, message) => {
  expect(() => holidayRule(holiday)).toThrow(message);
});
