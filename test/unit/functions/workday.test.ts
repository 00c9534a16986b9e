import { createTestSession, evaluate, formatsOf, show } from '../../support/evaluate';
import { createStubService } from '../../support/stub-service';
import { type SampleCalendar, showDate, yearOfSessions } from './sample-calendar';

const CALENDARS: Readonly<Record<string, SampleCalendar>> = {
  XNYS: { holidays: ['2026-11-26', '2026-12-25'] },
  XTKS: { holidays: ['2026-11-23', '2026-12-31', '2027-01-04'] },
  XTAE: { week: [0, 1, 2, 3, 4] },
};
const FIRST_YEAR = 2024;
const LAST_YEAR = 2028;

/** Knows the exchanges above from 2024 to 2028. */
const createCalendarService = () =>
  createStubService({
    '/stocks/markets': ({ query }) =>
      query
        .get('mic')!
        .split(',')
        .filter((mic) => mic in CALENDARS)
        .map((mic) => ({ mic })),
    '/stocks/markets/hours': ({ query }) => {
      const year = Number(query.get('start')!.slice(0, 4));
      const mics = year < FIRST_YEAR || year > LAST_YEAR ? [] : query.get('mic')!.split(',');
      return mics.filter((mic) => mic in CALENDARS).flatMap((mic) => yearOfSessions(mic, year, CALENDARS[mic]));
    },
  });

/** Dates as ISO texts, errors as they are. */
const workday = (...args: readonly unknown[]): Promise<unknown> =>
  showDate(createCalendarService(), 'WORKDAY', ...args);

describe('MD.WORKDAY counts like the function of Excel:', () => {
  test.each([
    ['the next trading day', '2026-11-24', 1, '2026-11-25'],
    ['over a holiday', '2026-11-25', 1, '2026-11-27'],
    ['over a weekend', '2026-11-27', 1, '2026-11-30'],
    ['from a day without trading', '2026-11-28', 1, '2026-11-30'],
    ['back', '2026-11-30', -1, '2026-11-27'],
    ['back over a holiday and a weekend', '2026-11-30', -2, '2026-11-25'],
    ['back from a day without trading', '2026-11-26', -1, '2026-11-25'],
    ['no days at all: the start itself', '2026-11-25', 0, '2026-11-25'],
    ['no days from a day without trading: still the start', '2026-11-28', 0, '2026-11-28'],
    ['into the next year', '2026-12-31', 1, '2027-01-04'],
    ['back into the year before', '2027-01-01', -1, '2026-12-31'],
    ['to the last day of a year', '2026-12-30', 1, '2026-12-31'],
    ['to the first day of a year', '2027-01-05', -1, '2027-01-04'],
    ['a fraction is cut off', '2026-11-24', 1.9, '2026-11-25'],
    ['a negative fraction is cut off too', '2026-11-25', -1.9, '2026-11-24'],
    ['less than a day is none', '2026-11-28', -0.5, '2026-11-28'],
    ['a number written as a text', '2026-11-24', ' 1 ', '2026-11-25'],
  ])('%s: %s and %j give %s', async (_, start, days, expected) => {
    expect(await workday(start, days, 'XNYS')).toBe(expected);
  });

  test.each([
    ['an Excel date', 46350],
    ['an Excel date with a time', 46350.99],
    ['a cell', [[46350]]],
    ['a text with a time', '2026-11-24T23:00:00-05:00'],
    ['a text with the name of the month', '24 Nov 2026'],
    ['a text with the name of the month and a time', 'November 24, 2026 23:00'],
  ])('it counts from %s', async (_, start) => expect(await workday(start, 1, 'XNYS')).toBe('2026-11-25'));

  test('it returns a date with a date format', async () => {
    const session = createTestSession({ service: createCalendarService() });
    for (const days of [-1, 0, 1])
      expect(formatsOf(await evaluate(session, 'WORKDAY', '2026-11-24', days, 'XNYS'))).toEqual([['yyyy-mm-dd']]);
  });

  test('it counts from 1904 in a workbook with that date system', async () => {
    const session = createTestSession({ service: createCalendarService(), dateSystem: '1904' });
    expect(await show(session, 'WORKDAY', 46350 - 1462, 1, 'XNYS')).toEqual([[46351 - 1462]]);
  });
});

describe('MD.WORKDAY with several exchanges counts the days on which all trade,', () => {
  test.each([
    ['XNYS,XTKS', '2026-11-20', 1, '2026-11-24'],
    ['XNYS,XTKS', '2026-11-24', 2, '2026-11-27'],
    ['XNYS,XTKS', '2026-12-30', 1, '2027-01-05'],
    ['XNYS,XTAE', '2026-11-25', 1, '2026-11-30'],
    ['XNYS,XTAE', '2026-11-30', -1, '2026-11-25'],
  ])('%s', async (mics, start, days, expected) => expect(await workday(start, days, mics)).toBe(expected));

  test('named once or twice, in a column or a row, with gaps', async () => {
    for (const mics of ['xnys, XTKS ,xnys', [['XNYS'], [''], ['XTKS']], [['XTKS', null, 'XNYS', 0]]]) {
      expect(await workday('2026-11-24', 2, mics)).toBe('2026-11-27');
    }
  });
});

describe('MD.WORKDAY never returns a date that the service cannot know:', () => {
  test('beyond its years', async () => {
    expect(await workday('2028-12-29', 1, 'XNYS')).toBe(
      '#N/A: The service has no trading hours of XNYS in 2029: choose dates that it covers',
    );
    expect(await workday('2024-01-02', -1, 'XNYS')).toBe(
      '#N/A: The service has no trading hours of XNYS in 2023: choose dates that it covers',
    );
    expect(await workday('2026-11-20', 2_000, 'XNYS')).toBe(
      '#N/A: The service has no trading hours of XNYS in 2029: choose dates that it covers',
    );
    expect(await workday('9999-12-31', 1, 'XNYS')).toBe(
      '#N/A: The day lies before 1900 or after 9999, where Excel has no dates: change start or days',
    );
  });

  test('of an unknown exchange, alone or among others', async () => {
    const unknown = '#N/A: The service does not know the exchange "XXXX": check the MIC code';
    expect(await workday('2026-11-20', 1, 'XXXX')).toBe(unknown);
    expect(await workday('2026-11-20', 1, 'XNYS,XXXX,XTKS')).toBe(unknown);
    // Of those of Germany, a service may know the largest alone.
    expect(await workday('2026-11-20', 1, 'XFRA')).toBe(
      '#N/A: The service does not know the exchange "XFRA": try XETR, Xetra in Frankfurt',
    );
  });

  test('more than 50 years away, where every year needs a request', async () => {
    const never = createStubService({
      '/stocks/markets/hours': ({ query }) => {
        const year = Number(query.get('start')!.slice(0, 4));
        return [...yearOfSessions('XNYS', year), ...yearOfSessions('XTAE', year, { week: [0, 6] })];
      },
    });
    const session = createTestSession({ service: never });
    expect(await show(session, 'WORKDAY', '2026-11-20', 1, 'XNYS,XTAE')).toBe(
      '#VALUE!: days: 1 trading days lead more than 50 years away from 2026-11-20; give fewer',
    );
    expect(never.requests).toHaveLength(51);
  });
});
