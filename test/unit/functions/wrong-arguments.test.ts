import { AREAS } from '../../../src/api/interface/operation';
import { CellError } from '../../../src/core/errors';
import { CATALOG } from '../../../src/functions/catalog';
import { createTestSession, show } from '../../support/evaluate';
import { createStubService } from '../../support/stub-service';
import * as published from '../../support/published-fields';

const SYMBOLS_ALLOWED = 'a symbol such as "EURUSD", or a range';
const TICKERS_ALLOWED = 'a ticker such as "AAPL", or a range';
const QUOTE_FIELDS = [...published.QUOTE_FIELDS, 'all'].join(', ');
const SESSION_FIELDS = 'mic, date, day_of_week, is_early_close, open_time, close_time, holiday_name, all';
const FILING_FIELDS = 'accession_number, filing_type, filing_date, report_date, period_of_report, file_url, all';
const MODELS = 'piotroski, altman-z, beneish-m, all';
const ALL_AREAS = AREAS.join(', ');
const ZONE_ALLOWED = 'one of exchange, utc, local, or a time zone such as "Europe/Paris"';
const DATE_ALLOWED =
  'a date: give an Excel date, or a text as yyyy-mm-dd ("2026-11-20") or with the name of the month ("20 Nov 2026")';
const DATE = 'a date such as "2026-11-20"';
const NOT_A_TIME =
  'a date and time: give an Excel date, or a text as yyyy-mm-dd hh:mm, such as "2026-11-20 09:30", "2026-11-20T09:30:00-05:00" or "20 Nov 2026 09:30"';
const MICS = 'MIC codes such as "XNYS": one, several separated by commas, or a range';
const ONE_MIC = 'the MIC code of one exchange, such as "XNYS"';
const DAYS = 'a number of days from -10000 to 10000';
const SEVERAL = 'not one name: separate several by commas, or give each a cell';
const LONG = 'A'.repeat(51);
const orderOf = (id: string): string => Object.keys(CATALOG.find((one) => one.id === id)!.parameters).join(', ');
const COLUMN = [['a'], ['b'], ['c']];
const COLUMN_REFUSED = 'a range of 3 × 1 cells is not one value; give a single cell';

type Case = readonly [args: readonly unknown[], message: string];

const WRONG: Readonly<Record<string, readonly Case[]>> = {
  QUOTE: [
    [[], `symbols: nothing was given; give ${SYMBOLS_ALLOWED}`],
    [[null], `symbols: nothing was given; give ${SYMBOLS_ALLOWED}`],
    [['EURUSD', 'bidd'], `fields: "bidd" is not one of ${QUOTE_FIELDS} (did you mean "bid"?)`],
    [['EURUSD', 'bid; ask'], 'fields: "bid; ask" is not one name: write "bid,ask"'],
    ...(
      [
        ['price', 'mid'],
        ['last', 'mid'],
        ['Close', 'mid'],
        ['offer', 'ask'],
        ['time', 'timestamp'],
      ] as const
    ).map(([word, field]): Case => [
      ['EURUSD', `bid,${word}`],
      `fields: "${word}" is not one of ${QUOTE_FIELDS} (did you mean "${field}"?)`,
    ]),
    [['USD', 'BTC'], 'fields: "BTC" is not a field: write a pair of currencies as one text, such as "EURUSD"'],
    [['EURUSD', 5], `fields: "5" is not one of ${QUOTE_FIELDS}`],
    [['EURUSD', 'constructor'], `fields: "constructor" is not one of ${QUOTE_FIELDS}`],
    [['EURUSD', true], `fields: TRUE is not a text: put an apostrophe before it; the order is ${orderOf('QUOTE')}`],
    [['EURUSD', [['bid,ask'], ['mid']]], 'fields: "bid,ask" is a list inside a range; give one to a cell'],
    [['EURUSD', null, 'stock'], `area: "stock" is not one of ${ALL_AREAS} (did you mean "stocks"?)`],
    [['EURUSD', null, 3], `area: "3" is not one of ${ALL_AREAS}`],
    [['EURUSD', null, 'valueOf'], `area: "valueOf" is not one of ${ALL_AREAS}`],
    [['EURUSD', null, true], `area: TRUE is not one of ${ALL_AREAS}; the order is ${orderOf('QUOTE')}`],
    [['EURUSD', null, COLUMN], `area: ${COLUMN_REFUSED}`],
    [['EURUSD', null, null, -1], 'precision: -1 is not a whole number from 0 to 15'],
    [['EURUSD', null, null, 16], 'precision: 16 is not a whole number from 0 to 15'],
    [['EURUSD', null, null, 1.5], 'precision: 1.5 is not a whole number from 0 to 15'],
    [['EURUSD', null, null, 'two'], 'precision: "two" is not a whole number from 0 to 15'],
    [
      ['EURUSD', null, null, true],
      `precision: TRUE is not a whole number from 0 to 15; the order is ${orderOf('QUOTE')}`,
    ],
    [['EURUSD', null, null, COLUMN], `precision: ${COLUMN_REFUSED}`],
    [['EURUSD', null, null, null, 'yes'], 'headers: "yes" is not TRUE or FALSE'],
    [['EURUSD', null, null, null, 2], 'headers: 2 is not TRUE or FALSE'],
    [['EURUSD', null, null, null, COLUMN], `headers: ${COLUMN_REFUSED}`],
    [
      [
        [
          ['A', 'B'],
          ['C', 'D'],
        ],
        'bid,ask',
      ],
      'symbols: a block of 2 × 2 cells has room for one value each, not for bid, ask; name one of them, or give a column or a row',
    ],
    [
      [
        [
          ['A', 'B'],
          ['C', 'D'],
        ],
        null,
        null,
        null,
        true,
      ],
      'symbols: a block of 2 × 2 cells has no room for headers; leave headers out, or give a column or a row',
    ],
  ],
  HOURS: [
    [[''], 'mics: the cells are blank; give MIC codes such as "XNYS", or leave the argument out for every market'],
    [
      ['XNYS', 'Today'],
      'start: "Today" is not a date: write TODAY(), NOW() or a calculation such as TODAY()-1, without quotation marks',
    ],
    [['XNYS', '20/11/2026'], `start: "20/11/2026" is not ${DATE_ALLOWED}`],
    [['XNYS', 2026], `start: 2026 is not ${DATE_ALLOWED}`],
    [['XNYS', '1999', 2001], `start: "1999" is not ${DATE_ALLOWED}`],
    [['XNYS', '2026-02-30'], `start: "2026-02-30" is not a day of the calendar`],
    [['XNYS', '31 Feb 2026'], `start: "31 Feb 2026" is not a day of the calendar`],
    [['XNYS', -1], `start: -1 is not ${DATE_ALLOWED}`],
    [['XNYS', 0.5], `start: 0.5 is not ${DATE_ALLOWED}`],
    [['XNYS', 2958466], `start: 2958466 is not ${DATE_ALLOWED}`],
    [['XNYS', true], `start: TRUE is not ${DATE_ALLOWED}; the order is ${orderOf('HOURS')}`],
    [['XNYS', COLUMN], `start: ${COLUMN_REFUSED}`],
    [['XNYS', '2026-11-20', '2026-11-19'], 'end: 2026-11-19 is before the start, 2026-11-20; give a later date'],
    [
      ['XNYS', null, null, 'opentime'],
      `fields: "opentime" is not one of ${SESSION_FIELDS} (did you mean "open_time"?)`,
    ],
    [['XNYS', null, null, 'name'], `fields: "name" is not one of ${SESSION_FIELDS} (did you mean "holiday_name"?)`],
    [['XNYS', null, null, 'exchange'], `fields: "exchange" is not one of ${SESSION_FIELDS} (did you mean "mic"?)`],
    [
      ['XNYS', null, null, null, null, 'Europe/Lndon'],
      `zone: "Europe/Lndon" is not ${ZONE_ALLOWED} (did you mean "Europe/London"?)`,
    ],
    [['XNYS', null, null, null, null, 'Paris'], `zone: "Paris" is not ${ZONE_ALLOWED} (did you mean "Europe/Paris"?)`],
    [
      ['XNYS', null, null, null, null, 'New York'],
      `zone: "New York" is not ${ZONE_ALLOWED} (did you mean "America/New_York"?)`,
    ],
    [['XNYS', null, null, null, null, 'exchnge'], `zone: "exchnge" is not ${ZONE_ALLOWED} (did you mean "exchange"?)`],
    [['XNYS', null, null, null, null, 'the moon, perhaps'], `zone: "the moon, perhaps" is not ${ZONE_ALLOWED}`],
    [['XNYS', null, null, null, null, true], `zone: TRUE is not ${ZONE_ALLOWED}; the order is ${orderOf('HOURS')}`],
  ],
  FILINGS: [
    [['AAPL', '10-K;10-Q'], 'type: "10-K;10-Q" is not a filing type: write "10-K,10-Q"'],
    [['AAPL', '10-K | 10-Q'], 'type: "10-K | 10-Q" is not a filing type: write "10-K,10-Q"'],
    [[], `tickers: nothing was given; give ${TICKERS_ALLOWED}`],
    [['AAPL', true], `type: TRUE is not a filing type such as "10-K"; the order is ${orderOf('FILINGS')}`],
    [
      ['AAPL', '10-K\ud83d'],
      `type: "10-K\ud83d" is not a filing type such as "10-K"; the order is ${orderOf('FILINGS')}`,
    ],
    [['AAPL', COLUMN], `type: ${COLUMN_REFUSED}`],
    [['AAPL', null, 0], 'limit: 0 is not a whole number from 1 to 100'],
    [['AAPL', null, 101], 'limit: 101 is not a whole number from 1 to 100'],
    [['AAPL', null, null, 'cik'], `fields: "cik" is not one of ${FILING_FIELDS}`],
    [['AAPL', null, null, 'Date'], `fields: "Date" is not one of ${FILING_FIELDS} (did you mean "filing_date"?)`],
    [['AAPL', null, null, 'link'], `fields: "link" is not one of ${FILING_FIELDS} (did you mean "file_url"?)`],
    [
      ['AAPL', null, null, 'filing_dat'],
      `fields: "filing_dat" is not one of ${FILING_FIELDS} (did you mean "filing_date"?)`,
    ],
  ],
  SCORE: [
    [[], `symbols: nothing was given; give ${TICKERS_ALLOWED}`],
    [['AAPL', 'altmann-z'], `models: "altmann-z" is not one of ${MODELS} (did you mean "altman-z"?)`],
    [['AAPL', 9], `models: "9" is not one of ${MODELS}`],
    [['AAPL', [['piotroski'], ['zeta']]], `models: "zeta" is not one of ${MODELS}`],
    [
      ['AAPL', null, true],
      `field: TRUE is not a dotted path such as "ratios.ebit_to_assets"; the order is ${orderOf('SCORE')}`,
    ],
    [['AAPL', null, COLUMN], `field: ${COLUMN_REFUSED}`],
  ],
  ISOPEN: [
    [['XNYS,XLON', 46346], `mic: "XNYS,XLON" is not ${ONE_MIC}`],
    [['all', 46346], `mic: "all" is not ${ONE_MIC}`],
    [[' , ', 46346], `mic: nothing was given; give ${ONE_MIC}`],
    [['..', 46346], 'mic: ".." is not a name that the service can look up'],
    [[true, 46346], 'mic: TRUE is not a text: put an apostrophe before it'],
    [[COLUMN, 46346], `mic: ${COLUMN_REFUSED}`],
    [['XNYS'], 'at: nothing was given; give a date and time such as NOW()'],
    [['XNYS', 0], 'at: nothing was given; give a date and time such as NOW()'],
    [['XNYS', 0.5], `at: 0.5 is not ${NOT_A_TIME}`],
    [['XNYS', -1], `at: -1 is not ${NOT_A_TIME}`],
    [['XNYS', 2958466], `at: 2958466 is not ${NOT_A_TIME}`],
    [
      ['XNYS', 'now'],
      'at: "now" is not a date: write TODAY(), NOW() or a calculation such as TODAY()-1, without quotation marks',
    ],
    [['XNYS', '1.12.2026 09:30'], `at: "1.12.2026 09:30" is not ${NOT_A_TIME}`],
    [['XNYS', '09:30'], `at: "09:30" is not ${NOT_A_TIME}`],
    [['XNYS', '2026-11-20 25:00'], `at: "2026-11-20 25:00" is not ${NOT_A_TIME}`],
    [['XNYS', 2026], `at: 2026 is not ${NOT_A_TIME}`],
    [['XNYS', '2026-02-30 09:30'], `at: "2026-02-30 09:30" is not ${NOT_A_TIME}`],
    [['XNYS', true], `at: TRUE is not ${NOT_A_TIME}`],
    [['XNYS', COLUMN], `at: ${COLUMN_REFUSED}`],
  ],
  WORKDAY: [
    [[46346, null, 'XNYS'], 'days: nothing was given; give a number of days such as 2 or -2'],
    [[46346, ' ', 'XNYS'], 'days: nothing was given; give a number of days such as 2 or -2'],
    [[46346, 'two', 'XNYS'], `days: "two" is not ${DAYS}`],
    [[46346, 10_001, 'XNYS'], `days: 10001 is not ${DAYS}`],
    [[46346, -10_001, 'XNYS'], `days: -10001 is not ${DAYS}`],
    [[46346, Infinity, 'XNYS'], `days: INFINITY is not ${DAYS}`],
    [[46346, true, 'XNYS'], `days: TRUE is not ${DAYS}`],
    [[46346, 1], `mics: nothing was given; give ${MICS}`],
    [[46346, 1, [[''], [null], [0]]], `mics: nothing was given; give ${MICS}`],
    [[46346, 1, 'all'], `mics: "all" is not a list of exchanges; name them by ${MICS}`],
    [[46346, 1, [['XNYS'], [true]]], 'mics: TRUE is not a text: put an apostrophe before it'],
    [[46346, 1, [['XNYS,XLON'], ['XTKS']]], 'mics: "XNYS,XLON" is a list inside a range; give one to a cell'],
  ],
  CONVERT: [
    [['two', 'EUR', 'USD'], 'amount: "two" is not a number'],
    [[true, 'EUR', 'USD'], 'amount: TRUE is not a number'],
    [[[[1], [2]], 'EUR', 'USD'], 'amount: a range of 2 × 1 cells is not one value; give a single cell'],
    [[1, null, 'USD'], 'from: nothing was given; give a currency code such as "EUR"'],
    [[1, 'E\nR', 'USD'], 'from: "E\nR" is not a currency code such as "EUR"'],
    [[1, 250, 'USD'], 'from: "250" is not a currency code such as "EUR"'],
    [[1, 'USD', -95_000], 'to: "-95000" is not a currency code such as "EUR"'],
    [[1, '..', 'USD'], 'from: ".." is not a name that the service can look up'],
    [[1, 'EUR=', 'USD'], 'from: "EUR=" is not a currency code: write "EUR"'],
    [[1, 'EUR'], 'to: nothing was given; give a currency code such as "EUR"'],
    [[1, 'EUR', false], 'to: FALSE is not a currency code such as "EUR"'],
    [[1, 'EUR', 'USD', 'stocks'], 'area: "stocks" is not one of currencies, crypto'],
    [[1, 'EUR', 'USD', null, 16], 'precision: 16 is not a whole number from 0 to 15'],
  ],
  USAGE: [
    [['hour'], 'interval: "hour" is not one of 1h, 1d'],
    [['2h'], 'interval: "2h" is not one of 1h, 1d (did you mean "1h"?)'],
    [[null, 0], 'limit: 0 is not a whole number from 1 to 168'],
    [[null, 169], 'limit: 169 is not a whole number from 1 to 168'],
    [[null, null, 'off'], 'headers: "off" is not TRUE or FALSE'],
  ],
  NEWS: [
    [['weather'], 'area: "weather" is not one of currencies, crypto, indices, stocks, commodities'],
    [['stocks', 0], 'limit: 0 is not a whole number from 1 to 1000'],
    [['stocks', 1001], 'limit: 1001 is not a whole number from 1 to 1000'],
    ...[
      ['meta_data.markets', 'markets'],
      ['tickers', 'tickets'],
      ['title', 'content'],
      ['time', 'timestamp'],
      ['symbols', 'tickets'],
    ].map(([name, field]): Case => [
      ['stocks', null, name],
      `fields: "${name}" is not one of timestamp, content, markets, tickets, hashtags, all (did you mean "${field}"?)`,
    ]),
    [['stocks', null, null, 'on'], 'headers: "on" is not TRUE or FALSE'],
  ],
  SYMBOLS: [
    [
      ['shares'],
      'area: "shares" is not one of currencies, crypto, indices, stocks, commodities (did you mean "stocks"?)',
    ],
    [
      ['stocks', 'contry=us'],
      'filter: "contry" is not one of type, country (did you mean "country"?); write "country=us", or a plain word to search for',
    ],
    ...[
      ['stocks', 'size=5', 'size'],
      ['stocks', [['cursor', 'x']], 'cursor'],
      ...['stocks', 'commodities'].flatMap((area) =>
        ['mode=base', 'Mode = full', 'mode=tiny'].map((filter) => [area, filter, filter.slice(0, 4)]),
      ),
    ].map(([area, filter, name]): Case => [
      [area, filter],
      `filter: "${String(name)}" is not one of type, country; write "country=us", or a plain word to search for`,
    ]),
    ...['crypto', 'currencies', 'indices'].map((area): Case => [
      [area, 'mode=tiny'],
      'mode: "tiny" is not one of full, base',
    ]),
    [
      ['stocks', [['a', 'b', 'c']]],
      'filter: a range of 1 × 3 cells is not names and values; give two columns, or a text such as "name=value"',
    ],
    [['stocks', 'a\nb'], 'filter: "a\nb" is not a text that the service can take'],
    [['stocks', null, 0], 'limit: 0 is not a whole number from 1 to 10000'],
    [['stocks', null, 10_001], 'limit: 10001 is not a whole number from 1 to 10000'],
    [['stocks', null, null, 'isin'], 'fields: "isin" is not one of symbol, name, country, description, all'],
    [
      ['stocks', null, null, 'ticker'],
      'fields: "ticker" is not one of symbol, name, country, description, all (did you mean "symbol"?)',
    ],
    [['stocks', null, null, null, 'x'], 'headers: "x" is not TRUE or FALSE'],
  ],
  NETWORKDAYS: [
    [[46346, null, 'XNYS'], `end: nothing was given; give ${DATE}`],
    [[46346, 46350], `mics: nothing was given; give ${MICS}`],
    [
      ['2026-01-01', '2077-01-01', 'XNYS'],
      'end: 2077-01-01 is more than 50 years from the start, 2026-01-01; give a nearer date',
    ],
  ],
};

describe.each(Object.entries(WRONG))(
  'MD.%s refuses a wrong argument for the whole formula, without a request',
  (id, cases) => {
    test.each(cases)('%j: %s', async (args, message) => {
      const service = createStubService();
      expect(await show(createTestSession({ service }), id, ...args)).toBe(`#VALUE!: ${message}`);
      expect(service.requests).toEqual([]);
    });
  },
);

const IN_ANOTHER_ORDER: readonly (readonly [id: string, args: readonly unknown[], isOrderSaid: boolean])[] = [
  ['QUOTE', ['bid', 'EURUSD'], true],
  ['LIVE', ['bid', 'EURUSD'], true],
  ['SCORE', ['altman-z', 'AAPL'], true],
  ['ISOPEN', [46346, 'XNYS'], true],
  ['SETTLE', ['XNYS', '2026-11-20'], true],
  ['WORKDAY', ['XNYS', '2026-11-20', 3], true],
  ['WORKDAY', ['XNYS', 3, '2026-11-20'], true],
  ['NETWORKDAYS', ['XNYS', '2026-11-20', '2026-11-02'], true],
  ['CONVERT', ['EUR', 'USD', 100], true],
  ['CONVERT', ['USD', 'EUR', 100], true],
  ['TICKS', ['2026-11-19', '2026-11-20', 'SPX'], true],
  ['NEWS', [5, 'stocks'], true],
  ['FILINGS', ['10-K', 'AAPL'], true],
  ['FILINGS', ['8-K', 'MSFT', 3], true],
  ['FILINGS', ['10-K,10-Q', 'AAPL'], true],
  ['FILINGS', ['FWP', 'AAPL'], true],
  ['FILINGS', ['CORRESP', 'AAPL'], false],
  ['FILINGS', ['10-K,AAPL', '8-K'], false],
  // A word of another parameter's list, wherever it stands.
  ['QUOTE', ['EURUSD', null, 'bid'], true],
  ['QUOTE', ['EURUSD', 'crypto'], true],
  ['QUOTE', ['EURUSD', null, [['bid']]], true],
  ['QUOTE', ['EURUSD', 'bid', true], true],
  ['HOLIDAYS', ['XNYS', null, null, 'half'], true],
  ['TICKS', ['SPX', 46345, 46346, 'day'], true],
  ['LIVE', ['EURUSD', null, null, 'ask,bid'], true],
  ['QUOTE', ['EURUSD', null, 'price'], false],
  ['FILINGS', ['AAPL', null, 0], false],
  ['CONVERT', [true, 'EUR', 'USD'], false],
  ['TICKS', ['SPX', 'today', 46346], false],
  ['QUOTE', ['EURUSD', 'prise'], false],
  ['WORKDAY', ['2026-13-01', 5, 'XNYS'], false],
  ['CONVERT', ['two', 'EUR', 'USD'], false],
];

test.each(IN_ANOTHER_ORDER)(
  'MD.%s says the order of its arguments if %j are right in it, and only then: %s',
  async (id, args, isOrderSaid) => {
    const shown = await show(createTestSession(), id, ...args);
    const [, said] = /^#VALUE!: .*; the order is (.*)$/s.exec(String(shown)) ?? [];
    expect(said).toBe(isOrderSaid ? orderOf(id) : undefined);
  },
);

const ITS_ONE_SUBJECT: Readonly<Record<string, readonly unknown[]>> = {
  CONVERT: ['EUR', 'USD'],
  ISOPEN: [46346],
  WORKDAY: [3, 'XNYS'],
  NETWORKDAYS: [46350, 'XNYS'],
  SETTLE: ['XNYS'],
  TICKS: [46345, 46346],
  GET: [],
};

describe.each(Object.entries(ITS_ONE_SUBJECT))('MD.%s without its first argument', (id, others) => {
  test.each(['', ' ', null])('is blank, as a row that is not filled in yet: %j', async (first) => {
    const service = createStubService();
    expect(await show(createTestSession({ service }), id, first, ...others)).toEqual([['']]);
    expect(service.requests).toEqual([]);
  });
});

test('a blank amount that Excel hands over as 0 is blank if nothing else is given, and 0 otherwise', async () => {
  const session = createTestSession({ service: createStubService() });
  expect(await show(session, 'CONVERT', 0, 0, 'USD')).toEqual([['']]);
  expect(await show(session, 'CONVERT', 0, 'EUR', 'USD')).toEqual([[0]]);
});

describe('a name that cannot be looked up is #VALUE! in its place', () => {
  const session = createTestSession({
    service: createStubService({
      '/currencies/quotes': () => ({ items: [{ symbol: 'EURUSD', mid: 1.5 }] }),
      '/stocks/filings': () => ({ ticker: 'AAPL', filings: [{ filing_type: '10-K' }] }),
      '/stocks/AAPL/scores': () => ({ symbol: 'AAPL', data: 7 }),
      '/stocks/markets/hours': () => [{ mic: 'XNYS', day_of_week: 'Friday' }],
    }),
  });
  const tooLong = `"${LONG}" has 51 characters; the service takes at most 50`;

  test.each([
    [LONG, tooLong],
    ['..', '".." is not a name that the service can look up'],
    ['EUR\nUSD', '"EUR\nUSD" is not a name that the service can look up'],
    ['EUR\ud83d', '"EUR\ud83d" is not a name that the service can look up'],
    ['shares:AAPL', `"shares:AAPL" is not a symbol with its area before the colon, one of ${ALL_AREAS}`],
    [
      'stock:AAPL',
      `"stock:AAPL" is not a symbol with its area before the colon, one of ${ALL_AREAS} (did you mean "stocks"?)`,
    ],
    ['stocks:', '"stocks:" is not a name that the service can look up'],
    ['EURUSD;GBPUSD', `"EURUSD;GBPUSD" is ${SEVERAL}`],
    ['eurusd; gbpusd', `"eurusd; gbpusd" is ${SEVERAL}`],
    ['EURUSD";"bid', '"EURUSD";"bid" is not one name: put a comma between arguments in place of the semicolon'],
    ['EURUSD | GBPUSD', `"EURUSD | GBPUSD" is ${SEVERAL}`],
    ['EURUSD,GBPUSD', '"EURUSD,GBPUSD" is a list inside a range; give one to a cell'],
  ])('among the symbols of MD.QUOTE: %j', async (symbol, message) => {
    expect(await show(session, 'QUOTE', [['EURUSD'], [symbol]])).toEqual([[1.5], [`#VALUE!: symbols: ${message}`]]);
  });

  test.each([
    [LONG, tooLong],
    ['.', '"." is not a name that the service can look up'],
    ['AAPL;MSFT', `"AAPL;MSFT" is ${SEVERAL}`],
    ['crypto:BTCUSD', '"crypto:BTCUSD" is not a stock such as "AAPL"'],
    [true, 'TRUE is not a text: put an apostrophe before it'],
  ])('among the tickers of MD.FILINGS and the symbols of MD.SCORE: %j', async (ticker, message) => {
    expect(await show(session, 'FILINGS', [['AAPL'], [ticker]], null, null, 'filing_type', false)).toEqual([
      ['AAPL', '10-K'],
      [`#VALUE!: tickers: ${message}`, `#VALUE!: tickers: ${message}`],
    ]);
    expect(await show(session, 'SCORE', [['AAPL'], [ticker]], 'piotroski')).toEqual([
      [7],
      [`#VALUE!: symbols: ${message}`],
    ]);
  });

  test('among the MICs of MD.HOURS', async () => {
    expect(await show(session, 'HOURS', [['XNYS'], [LONG]], '2026-11-20', '2026-11-20', 'day_of_week', false)).toEqual([
      ['Friday'],
      [`#VALUE!: mics: ${tooLong}`],
    ]);
  });
});

const ERROR = new CellError('#REF!');

test.each<[id: string, args: readonly unknown[]]>([
  ['QUOTE', ['EURUSD', ERROR]],
  ['QUOTE', ['EURUSD', null, ERROR]],
  ['QUOTE', ['EURUSD', null, null, ERROR]],
  ['HOURS', ['XNYS', ERROR]],
  ['HOURS', ['XNYS', null, null, null, null, ERROR]],
  ['FILINGS', ['AAPL', ERROR]],
  ['FILINGS', ['AAPL', { type: 'Error', basicValue: '#REF!' }]],
  ['SCORE', ['AAPL', [['piotroski'], [ERROR]]]],
  ['SYMBOLS', ['stocks', [['country', ERROR]]]],
  ['CONVERT', [ERROR, 'EUR', 'USD']],
  ['TICKS', ['SPX', ERROR, '2026-11-20']],
  ['ISOPEN', [ERROR, 46346.5, 'utc']],
  ['ISOPEN', ['XNYS', ERROR, 'utc']],
  ['ISOPEN', ['XNYS', 46346.5, ERROR]],
  ...[['WORKDAY', 1] as const, ['NETWORKDAYS', 46350] as const].flatMap(([id, second]): [string, unknown[]][] => [
    [id, [ERROR, second, 'XNYS']],
    [id, [46346, ERROR, 'XNYS']],
    [id, [46346, second, ERROR]],
    [id, [46346, second, [['XNYS'], [ERROR]]]],
  ]),
])('an error as an argument of MD.%s is returned unchanged, without a request: %j', async (id, args) => {
  const service = createStubService();
  const session = createTestSession({ service });
  expect(await show(session, id, ...args)).toBe('#REF!: ');
  expect(await show(session, id, ...args.map((one) => (one === ERROR ? [[ERROR]] : one)))).toBe('#REF!: ');
  expect(service.requests).toEqual([]);
});
