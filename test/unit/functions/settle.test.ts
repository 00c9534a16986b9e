import { createTestSession, evaluate, formatsOf, show } from '../../support/evaluate';
import { asked, createStubService, status } from '../../support/stub-service';
import { session } from './sample-answers';
import { type SampleCalendar, showDate, yearOfSessions } from './sample-calendar';
import { settleHelp } from '../../../src/functions/settle.help';
import { CYCLES } from '../../../src/core/calendar/settlement';

const HOLIDAYS = ['2024-05-27', '2026-11-26', '2026-12-25', '2027-10-12'];
const MARKETS: Readonly<Record<string, SampleCalendar & { readonly code: string; readonly country: string }>> = {
  XNYS: { code: 'US', country: 'United States', holidays: HOLIDAYS },
  XTSE: { code: 'CA', country: 'Canada' },
  XMEX: { code: 'MX', country: 'Mexico' },
  XLON: { code: 'GB', country: 'United Kingdom', holidays: ['2026-12-25', '2026-12-28'] },
  XPAR: { code: 'FR', country: 'France' },
  XSWX: { code: 'CH', country: 'Switzerland' },
  XNSE: { code: 'IN', country: 'India' },
  XSHG: { code: 'CN', country: 'China' },
  XHKG: { code: 'HK', country: 'Hong Kong' },
  XTKS: { code: 'JP', country: 'Japan' },
  XJSE: { code: 'ZA', country: 'South Africa' },
  XTAE: { code: 'IL', country: 'Israel' },
  XKAR: { code: 'PK', country: 'Pakistan' },
};

const createMarketService = () =>
  createStubService({
    '/stocks/markets': ({ query }) =>
      query
        .get('mic')!
        .split(',')
        .filter((mic) => mic in MARKETS)
        .map((mic) => ({ mic, country: MARKETS[mic]!.country, country_code: MARKETS[mic]!.code })),
    '/stocks/markets/hours': ({ query }) =>
      query
        .get('mic')!
        .split(',')
        .filter((mic) => mic in MARKETS)
        .flatMap((mic) => yearOfSessions(mic, Number(query.get('start')!.slice(0, 4)), MARKETS[mic])),
  });

/** Dates as ISO texts, errors as they are. */
const settle = (...args: readonly unknown[]): Promise<unknown> => showDate(createMarketService(), 'SETTLE', ...args);

describe('MD.SETTLE follows the cycle of the market:', () => {
  test.each([
    ['New York: one day', 'XNYS', '2026-11-23', '2026-11-24'],
    ['New York over Thanksgiving', 'XNYS', '2026-11-25', '2026-11-27'],
    ['New York over a weekend', 'XNYS', '2026-11-27', '2026-11-30'],
    ['New York before its change: two days', 'XNYS', '2024-05-24', '2024-05-29'],
    ['New York from its change on', 'XNYS', '2024-05-28', '2024-05-29'],
    ['New York in 2016: three days', 'XNYS', '2016-11-21', '2016-11-24'],
    ['Toronto before its change', 'XTSE', '2024-05-24', '2024-05-28'],
    ['Toronto from its change on', 'XTSE', '2024-05-27', '2024-05-28'],
    ['Mexico from its change on', 'XMEX', '2024-05-27', '2024-05-28'],
    ['London: two days', 'XLON', '2026-12-23', '2026-12-29'],
    ['Paris: two days', 'XPAR', '2026-11-23', '2026-11-25'],
    ['Paris on the last day of its cycle', 'XPAR', '2027-10-08', '2027-10-12'],
    ['Paris from its change on', 'XPAR', '2027-10-11', '2027-10-12'],
    ['London from its change on', 'XLON', '2027-10-11', '2027-10-12'],
    ['Zurich from its change on', 'XSWX', '2027-10-11', '2027-10-12'],
    ['Bombay: one day', 'XNSE', '2026-11-23', '2026-11-24'],
    ['Bombay before its change', 'XNSE', '2023-01-26', '2023-01-30'],
    ['Shanghai: one day', 'XSHG', '2026-11-23', '2026-11-24'],
    ['Hong Kong: two days', 'XHKG', '2026-11-23', '2026-11-25'],
    ['Tokyo: two days', 'XTKS', '2026-11-24', '2026-11-26'],
    ['Johannesburg: three days', 'XJSE', '2026-11-23', '2026-11-26'],
    ['Tel Aviv: one day', 'XTAE', '2026-11-23', '2026-11-24'],
  ])('%s', async (_, mic, tradeDate, expected) => expect(await settle(tradeDate, mic)).toBe(expected));

  test('a day on which the exchange is closed counts as its next trading day', async () => {
    expect(await settle('2026-11-21', 'XNYS')).toBe('2026-11-24');
    expect(await settle('2026-11-26', 'XNYS')).toBe('2026-11-30');
    // The trade is made on the first day of the shorter cycle.
    expect(await settle('2024-05-25', 'XNYS')).toBe('2024-05-29');
  });

  test('days override the cycle, and then the country is not requested', async () => {
    const service = createMarketService();
    const session = createTestSession({ service });
    expect(await show(session, 'SETTLE', '2026-11-23', 'XNYS', 2)).toEqual([[46351]]);
    expect(await show(session, 'SETTLE', '2026-11-23', 'XNYS', 0)).toEqual([[46349]]);
    expect(await show(session, 'SETTLE', '2026-11-21', 'XNYS', 0)).toEqual([[46349]]);
    expect(asked(service)).toEqual(['/stocks/markets/hours?mic=XNYS&start=2026-01-01&end=2026-12-31']);
  });

  test('the result is a date with a format, also in a 1904 workbook', async () => {
    const session = createTestSession({ service: createMarketService(), dateSystem: '1904' });
    expect(formatsOf(await evaluate(session, 'SETTLE', '2026-11-23', 'XNYS'))).toEqual([['yyyy-mm-dd']]);
    expect(await show(session, 'SETTLE', '2026-11-23', 'XNYS')).toEqual([[46350 - 1462]]);
  });
});

/** The sessions of a market by year, and the days of its holidays. */
interface Special {
  readonly code: string;
  readonly calendarOf: (year: number) => SampleCalendar;
  /** Sessions beside the usual ones. */
  readonly extra?: readonly string[];
  readonly holidays?: readonly string[];
}

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];
const SUNDAY_TO_THURSDAY = [0, 1, 2, 3, 4];
const usual = (week: readonly number[]) => () => ({ week });

/** Tel Aviv trades from Monday to Friday since 5 January 2026; the Sunday before was a trading day. */
const telAviv = (holidays: readonly string[] = []): Special => ({
  code: 'IL',
  calendarOf: (year) => ({ week: year < 2026 ? SUNDAY_TO_THURSDAY : MONDAY_TO_FRIDAY, holidays: ['2026-01-02'] }),
  extra: ['2026-01-04'],
  holidays,
});

const SPECIAL: Readonly<Record<string, Special>> = {
  // Budgets, Muhurat sessions and tests of the second site, at weekends.
  XNSE: {
    code: 'IN',
    calendarOf: (year) => ({ holidays: year === 2024 ? ['2024-01-22', '2024-01-26'] : [] }),
    extra: ['2023-11-12', '2024-01-20', '2024-03-02', '2024-05-18', '2025-02-01', '2026-02-01'],
  },
  XBOM: { code: 'IN', calendarOf: usual(MONDAY_TO_FRIDAY), extra: ['2025-02-01', '2025-02-08'] },
  XNYS: { code: 'US', calendarOf: usual(MONDAY_TO_FRIDAY), extra: ['2026-01-03', '2026-03-07'] },
  XSAU: { code: 'SA', calendarOf: usual(SUNDAY_TO_THURSDAY), extra: ['2026-05-02', '2026-06-05'] },
  XTAE: telAviv(['2028-03-12']),
};

const createSpecialService = () =>
  createStubService({
    '/stocks/markets': ({ query }) => [{ mic: query.get('mic'), country_code: SPECIAL[query.get('mic')!]!.code }],
    '/stocks/markets/hours': ({ query }) => {
      const [mic, year] = [query.get('mic')!, Number(query.get('start')!.slice(0, 4))];
      const { calendarOf, extra = [] } = SPECIAL[mic]!;
      const sessions = extra
        .filter((date) => date.startsWith(String(year)))
        .map((date) => session(mic, `${date}T09:30:00+00:00`, `${date}T10:30:00+00:00`));
      return [...yearOfSessions(mic, year, calendarOf(year)), ...sessions];
    },
    '/stocks/markets/holidays': ({ query }) =>
      (SPECIAL[query.get('mic')!]!.holidays ?? []).map((date) => ({
        mic: query.get('mic'),
        date,
        is_early_close: false,
        open_time: null,
        close_time: null,
      })),
  });

const settleSpecial = (...args: readonly unknown[]): Promise<unknown> =>
  showDate(createSpecialService(), 'SETTLE', ...args);

describe('MD.SETTLE does not settle on a special session', () => {
  test.each([
    ['Bombay on Budget Saturday', '2025-01-31', 'XNSE', '2025-02-03'],
    ['a trade made on Budget Saturday', '2025-02-01', 'XNSE', '2025-02-03'],
    ['Bombay on Budget Sunday', '2026-01-30', 'XNSE', '2026-02-02'],
    ['a Muhurat session on a Sunday', '2023-11-10', 'XNSE', '2023-11-13'],
    ['a test of the second site near New Year', '2024-01-19', 'XNSE', '2024-01-23'],
    ['another test', '2024-03-01', 'XNSE', '2024-03-04'],
    ['two Saturdays in a row, the first', '2025-01-31', 'XBOM', '2025-02-03'],
    ['two Saturdays in a row, the second', '2025-02-07', 'XBOM', '2025-02-10'],
    ['a Saturday in New York', '2026-03-06', 'XNYS', '2026-03-09'],
    ['a Saturday in New York in the first days of a year', '2026-01-02', 'XNYS', '2026-01-05'],
    ['a Saturday in Riyadh: two days', '2026-04-29', 'XSAU', '2026-05-03'],
    ['a Friday in Riyadh: two days', '2026-06-04', 'XSAU', '2026-06-08'],
  ])('%s', async (_, tradeDate, mic, expected) => expect(await settleSpecial(tradeDate, mic)).toBe(expected));

  test('also if days are given', async () => expect(await settleSpecial('2025-01-31', 'XNSE', 2)).toBe('2025-02-04'));

  test('and a Sunday in Riyadh is an ordinary day', async () => {
    expect(await settleSpecial('2026-05-06', 'XSAU')).toBe('2026-05-10');
    expect(await settleSpecial('2026-05-07', 'XSAU')).toBe('2026-05-11');
  });
});

describe('MD.SETTLE in Tel Aviv', () => {
  test.each([
    ['a Friday settles on the Sunday after it', '2026-01-09', '2026-01-11'],
    ['another Friday', '2026-07-03', '2026-07-05'],
    ['a Thursday settles on the Friday', '2026-01-08', '2026-01-09'],
    ['a Monday settles on the Tuesday', '2026-01-12', '2026-01-13'],
    ['a Sunday counts as the Monday', '2026-01-11', '2026-01-13'],
    ['a Thursday of the old week settles on the Sunday, a day of trading', '2025-11-20', '2025-11-23'],
    ['a Wednesday before the last Sunday of the old week settles on it', '2025-12-31', '2026-01-04'],
    ['that Sunday settles on the Monday', '2026-01-04', '2026-01-05'],
    ['a Friday before a Sunday that is a holiday settles on the Monday', '2028-03-10', '2028-03-13'],
  ])('%s', async (_, tradeDate, expected) => expect(await settleSpecial(tradeDate, 'XTAE')).toBe(expected));

  test('counts days that are given in the same way', async () => {
    expect(await settleSpecial('2026-01-09', 'XTAE', 1)).toBe('2026-01-11');
    expect(await settleSpecial('2026-01-09', 'XTAE', 2)).toBe('2026-01-12');
    expect(await settleSpecial('2026-01-09', 'XTAE', 0)).toBe('2026-01-09');
  });

  test('needs the holidays of the service for a Friday alone, and does without if it has none', async () => {
    const service = createSpecialService();
    const session = createTestSession({ service });
    await show(session, 'SETTLE', '2026-01-08', 'XTAE');
    expect(asked(service).filter((path) => path.startsWith('/stocks/markets/holidays'))).toEqual([]);
    await show(session, 'SETTLE', '2026-01-09', 'XTAE');
    expect(asked(service).filter((path) => path.startsWith('/stocks/markets/holidays'))).toHaveLength(1);

    const without = createStubService({
      '/stocks/markets': () => [{ mic: 'XTAE', country_code: 'IL' }],
      '/stocks/markets/hours': () => yearOfSessions('XTAE', 2026),
      '/stocks/markets/holidays': () => status(404),
    });
    expect(await show(createTestSession({ service: without }), 'SETTLE', '2026-01-09', 'XTAE')).toEqual([[46033]]);
  });
});

describe('MD.SETTLE never guesses: it gives an error for', () => {
  test('the cycle of an unknown country', async () => {
    expect(await settle('2026-11-23', 'XKAR')).toBe(
      '#N/A: The settlement cycle of XKAR (Pakistan) is not known: give days',
    );
    expect(await settle('2026-11-23', 'XKAR', 2)).toBe('2026-11-25');
  });

  test('a cycle from long ago', async () => {
    expect(await settle('2013-11-25', 'XPAR')).toBe(
      '#N/A: The settlement cycle of XPAR (France) before 2014-10-06 is not known: give days',
    );
  });

  test('a country that the service does not give', async () => {
    const service = createStubService({
      '/stocks/markets': () => status(500),
      '/stocks/markets/hours': () => yearOfSessions('XNYS', 2026),
    });
    expect(await show(createTestSession({ service }), 'SETTLE', '2026-11-23', 'XNYS')).toMatch(/^#N\/A: /);
  });

  test.each([
    [['2026-11-23'], 'mic: nothing was given; give the MIC code of one exchange, such as "XNYS"'],
    [['2026-11-23', 'XNYS', 31], 'days: 31 is not a whole number from 0 to 30'],
    [['2026-11-23', 'XNYS', -1], 'days: -1 is not a whole number from 0 to 30'],
    [['2026-11-23', 'XNYS', 1.5], 'days: 1.5 is not a whole number from 0 to 30'],
  ])('the arguments %j', async (args, message) => expect(await settle(...args)).toBe(`#VALUE!: ${message}`));
});

test('the help of MD.SETTLE lists every cycle with its dates and its source', () => {
  const { rows } = settleHelp.sections!.map((section) => section()).find(({ title }) => title === 'Settlement cycles')!;
  expect(rows[0]).toEqual([
    'United States',
    'T+3 from 1995-06-07; T+2 from 2017-09-05; T+1 from 2024-05-28',
    'SEC Rule 15c6-1 and its amendments of 2017 and 2023',
  ]);
  expect(rows.map(([, cycles]) => cycles)).toEqual(Object.values(CYCLES));
});

test.each(['2026-11-20', '2026-11-23', '2026-12-18', '2027-10-08'])(
  'a trade five trading days after %s needs no MD.WORKDAY inside, as the help says: six days are one function',
  async (day) => {
    const session = createTestSession({ service: createMarketService() });
    const [[traded]] = (await show(session, 'WORKDAY', day, 5, 'XNYS')) as [[number]];
    expect(await settle(day, 'XNYS', 6)).toBe(await settle(traded, 'XNYS'));
  },
);
