import { createTestSession, show } from '../../support/evaluate';
import { asked, createStubService, status, type StubService } from '../../support/stub-service';
import { isoFromDay } from '../../../src/core/calendar/dates';
import { dayFromIso } from '../../../src/core/calendar/iso-dates';
import { showDate } from './sample-calendar';
import { session } from './sample-answers';

const [SUN, MON, TUE, WED, THU, FRI, SAT] = [0, 1, 2, 3, 4, 5, 6];
const MONDAY_TO_FRIDAY = [MON, TUE, WED, THU, FRI];
const SUNDAY_TO_THURSDAY = [SUN, MON, TUE, WED, THU];
const SATURDAY_TO_WEDNESDAY = [SAT, SUN, MON, TUE, WED];

interface Market {
  readonly week: readonly number[];
  readonly laterWeek?: { readonly from: string; readonly week: readonly number[] };
  /** The first and the last day of each closure. */
  readonly closed?: readonly (readonly [string, string])[];
}

const MARKETS: Readonly<Record<string, Market>> = {
  XSAU: { week: SATURDAY_TO_WEDNESDAY, laterWeek: { from: '2013-06-29', week: SUNDAY_TO_THURSDAY } },
  XTAE: { week: SUNDAY_TO_THURSDAY, laterWeek: { from: '2026-01-05', week: MONDAY_TO_FRIDAY } },
  XKUW: { week: SATURDAY_TO_WEDNESDAY, laterWeek: { from: '2007-09-01', week: SUNDAY_TO_THURSDAY } },
  XADS: { week: SUNDAY_TO_THURSDAY, laterWeek: { from: '2022-01-03', week: MONDAY_TO_FRIDAY } },
  XATH: { week: MONDAY_TO_FRIDAY, closed: [['2015-06-29', '2015-07-31']] },
  XNYS: { week: MONDAY_TO_FRIDAY, closed: [['2001-09-11', '2001-09-14']] },
  XCAI: { week: SUNDAY_TO_THURSDAY, closed: [['2011-01-28', '2011-03-22']] },
  XDHA: { week: SUNDAY_TO_THURSDAY, closed: [['2020-03-26', '2020-05-30']] },
  MISX: { week: MONDAY_TO_FRIDAY, closed: [['2022-02-28', '2022-03-23']] },
  /** Closed over two ends of years. */
  XEND: { week: MONDAY_TO_FRIDAY, closed: [['2019-12-02', '2020-02-03']] },
};

const daysOf = (year: number): readonly number[] =>
  Array.from({ length: 366 }, (_, index) => dayFromIso(`${year}-01-01`)! + index).filter((day) =>
    isoFromDay(day).startsWith(String(year)),
  );

const weekOn = ({ week, laterWeek }: Market, date: string): readonly number[] =>
  laterWeek && date >= laterWeek.from ? laterWeek.week : week;
const isClosed = ({ closed = [] }: Market, date: string): boolean =>
  closed.some(([from, to]) => date >= from && date <= to);
const isOfWeek = (market: Market, date: string): boolean =>
  weekOn(market, date).includes(new Date(`${date}T00:00Z`).getUTCDay());

interface Told {
  /** Which days of closures stand among the holidays. @default all that are of the week */
  readonly tells?: (date: string) => boolean;
  readonly record?: object;
  readonly holidaysFail?: number;
}

const CLOSED = {
  exchange: 'Exchange',
  flag: '',
  day_of_week: 'Monday',
  is_weekend: false,
  is_business_day: false,
  holiday_name: 'Closed',
  is_early_close: null,
  open_time: null,
  close_time: null,
};

function createService({ tells = () => true, record = CLOSED, holidaysFail }: Told = {}): StubService {
  const datesOf = (query: URLSearchParams): readonly (readonly [string, Market, string])[] =>
    query
      .get('mic')!
      .split(',')
      .flatMap((mic) =>
        daysOf(Number(query.get('start')!.slice(0, 4))).map((day) => [mic, MARKETS[mic]!, isoFromDay(day)] as const),
      )
      .filter(([, market, date]) => isOfWeek(market, date));
  return createStubService({
    '/stocks/markets/hours': ({ query }) =>
      datesOf(query)
        .filter(([, market, date]) => !isClosed(market, date))
        .map(([mic, , date]) => session(mic, `${date}T10:00:00+00:00`, `${date}T15:00:00+00:00`)),
    '/stocks/markets/holidays': ({ query }) =>
      holidaysFail === undefined
        ? datesOf(query)
            .filter(([, market, date]) => isClosed(market, date) && tells(date))
            .map(([mic, , date]) => ({ mic, date, ...record }))
        : status(holidaysFail),
  });
}

const workday = (told: Told, ...args: readonly unknown[]): Promise<unknown> =>
  showDate(createService(told), 'WORKDAY', ...args);
const networkDays = (told: Told, ...args: readonly unknown[]): Promise<unknown> =>
  show(createTestSession({ service: createService(told) }), 'NETWORKDAYS', ...args);

describe('a trading week that changed within a year is counted before and after the change:', () => {
  test.each([
    ['XSAU', '2013-11-03', '2013-11-07', 5],
    ['XSAU', '2013-06-22', '2013-06-26', 5],
    ['XSAU', '2013-06-22', '2013-07-04', 10],
    ['XSAU', '2013-01-01', '2013-12-31', 260],
    ['XKUW', '2007-08-25', '2007-09-06', 10],
    ['XTAE', '2025-12-28', '2026-01-09', 11],
    ['XTAE', '2026-01-01', '2026-12-31', 261],
    ['XADS', '2021-12-26', '2022-01-07', 11],
    ['XADS', '2022-01-01', '2022-12-31', 261],
  ])('%s from %s to %s', async (mic, start, end, count) => {
    expect(await networkDays({}, start, end, mic)).toEqual([[count]]);
  });
});

describe('a long closure that the holidays of the service explain is no gap:', () => {
  const MEMBERS = [
    ['XATH', '2015-06-26', '2015-08-03'],
    ['XNYS', '2001-09-10', '2001-09-17'],
    ['XCAI', '2011-01-27', '2011-03-23'],
    ['XDHA', '2020-03-25', '2020-05-31'],
    ['MISX', '2022-02-25', '2022-03-24'],
    ['XEND', '2019-11-29', '2020-02-04'],
  ] as const;

  test.each(MEMBERS)('%s goes from %s to %s and back', async (mic, before, after) => {
    expect(await workday({}, before, 1, mic)).toBe(after);
    expect(await workday({}, after, -1, mic)).toBe(before);
    expect(await networkDays({}, before, after, mic)).toEqual([[2]]);
  });

  test.each(MEMBERS)('%s is open on %s and %s, and not between them', async (mic, before, after) => {
    const session = createTestSession({ service: createService() });
    const isOpenOn = (date: string): Promise<unknown> => show(session, 'ISOPEN', mic, `${date} 12:00`, 'exchange');
    expect(await isOpenOn(before)).toEqual([[true]]);
    expect(await isOpenOn(isoFromDay(dayFromIso(before)! + 1))).toEqual([[false]]);
    expect(await isOpenOn(after)).toEqual([[true]]);
  });

  test('also if the hours of the service have a record without times for each day of it', async () => {
    const service = createStubService({
      '/stocks/markets/hours': () =>
        daysOf(2015)
          .map(isoFromDay)
          .filter((date) => isOfWeek(MARKETS.XATH!, date))
          .map((date) =>
            isClosed(MARKETS.XATH!, date)
              ? { mic: 'XATH', date, open_time: null, close_time: null }
              : session('XATH', `${date}T10:00:00+00:00`, `${date}T15:00:00+00:00`),
          ),
    });
    expect(await show(createTestSession({ service }), 'WORKDAY', '2015-06-26', 1, 'XATH')).toEqual([
      [dayFromIso('2015-08-03')! + 25_569],
    ]);
    expect(service.requests).toHaveLength(1);
  });

  test('and the holidays are requested once, and only if days are missing', async () => {
    const service = createService();
    const one = createTestSession({ service });
    const count = (mic: string, year: number): Promise<unknown> =>
      show(one, 'NETWORKDAYS', `${year}-02-01`, `${year}-02-20`, mic);
    await Promise.all([count('XNYS', 2001), count('XATH', 2014), count('XSAU', 2013)]);
    expect(asked(service).filter((path) => path.includes('holidays'))).toEqual([]);
    await Promise.all([count('XATH', 2015), count('XATH', 2015)]);
    await count('XATH', 2015);
    expect(asked(service).filter((path) => path.includes('holidays'))).toEqual([
      '/stocks/markets/holidays?mic=XATH&start=2015-01-01&end=2015-12-31',
    ]);
  });
});

describe('a calendar with days missing that nothing explains stays an error', () => {
  const LEFT_OUT =
    "#N/A: The service's trading hours of XATH leave out days from 2015-06-27 to 2015-08-02: " +
    'refresh in the MD pane, or tell your provider';

  test.each<[string, Told]>([
    ['the service has no holidays', { tells: () => false }],
    ['one holiday lies among the missing days', { tells: (date) => date === '2015-07-14' }],
    ['one of the missing days is no holiday', { tells: (date) => date !== '2015-07-15' }],
    ['the missing days are half days', { record: { ...CLOSED, is_early_close: true } }],
    [
      'the missing days are special days with trading',
      { record: { ...CLOSED, is_early_close: false, is_business_day: true, open_time: '2015-07-01T10:00:00+00:00' } },
    ],
    ['the holidays cannot be asked for', { holidaysFail: 403 }],
    ['the service refuses the question for holidays', { holidaysFail: 404 }],
  ])('if %s', async (_, told) => {
    expect(await workday(told, '2015-06-26', 1, 'XATH')).toBe(LEFT_OUT);
    expect(await networkDays(told, '2015-06-22', '2015-06-26', 'XATH')).toEqual([[5]]);
  });

  test('if it begins too late or ends too early', async () => {
    expect(await workday({ tells: () => false }, '2019-11-29', 1, 'XEND')).toBe(
      '#N/A: The service has no trading hours of XEND after 2019-11-29: choose earlier dates',
    );
    expect(await workday({ tells: () => false }, '2020-02-04', -1, 'XEND')).toBe(
      '#N/A: The service has no trading hours of XEND before 2020-02-04: choose later dates',
    );
  });
});
