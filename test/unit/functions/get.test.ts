import { createTestSession, evaluate, formatsOf, type Plain, show } from '../../support/evaluate';
import { asked, createStubService, status, type StubService } from '../../support/stub-service';
import { NOON, filing, quoteOf } from './sample-answers';
import { NO_PROFILE, withProfile } from '../../../src/app/profile';
import { Session } from '../../../src/app/session';
import type { Client } from '../../../src/api/client';
import { calendarOf } from '../../../src/api/calendars';
import { readsOf } from '../../../src/api/reads';
import { createMemoryHost } from '../../support/memory-host';

const [DAY, AT_NOON] = [46346, 46346.5];

const createService = (): StubService =>
  createStubService({
    '/stocks/countries': () => ({ items: [{ symbol: 'us' }, { symbol: 'de' }] }),
    '/currencies/quote': ({ query }) => quoteOf(query.get('symbol')!, 1.5),
    '/stocks/filings': ({ query }) => ({
      ticker: query.get('ticker'),
      filings: [filing('10-K', '2026-11-20'), filing('10-Q', '2026-10-28')].slice(0, Number(query.get('limit') ?? 2)),
    }),
    '/stocks/AAPL/scores': () => ({ symbol: 'AAPL', data: { score: 6.5, zone: 'safe', ratios: { x1: 0.25 } } }),
    '/stocks/markets/holidays': () => [],
    '/stocks/news': () => ({
      items: [{ timestamp: NOON, content: 'x', meta_data: { tickets: ['A', 'B'] } }],
      total: 9,
      next_page: 'p2',
    }),
    '/crypto/convert/BTC/USD': () => ({
      info: { timestamp: NOON, rate: 80_000 },
      query: { from: 'BTC', to: 'USD', amount: 10, precision: 8 },
      result: 800_000,
    }),
    '/indices/SPX/ticks': () => ({
      items: [{ time: '2026-11-20T12:00:00Z', ask: 2, bid: 1, mid: null }],
      next_page: null,
    }),
    '/account/usage': () => ({ [NOON]: { requests: 7, data: { request: 1, response: 2 } } }),
  });
const get = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createService() }), 'GET', ...rawArguments);

const FILING = ['accession_number', 'filing_type', 'filing_date', 'report_date', 'period_of_report', 'file_url'];

describe('MD.GET lays out', () => {
  test('a list of records as a table, with dates as serials', async () => {
    expect(await get('/stocks/countries')).toEqual([['symbol'], ['us'], ['de']]);
    expect(await get('/stocks/filings', 'ticker=AAPL&limit=1')).toEqual([
      FILING,
      ['0000-2026-11-20', '10-K', DAY, DAY, '2026-11', 'https://filings.example/2026-11-20'],
    ]);
  });

  test('the items of a page, with dotted names for nested fields and #N/A for unpublished numbers', async () => {
    expect(await get('/stocks/news')).toEqual([
      ['timestamp', 'content', 'meta_data.markets', 'meta_data.tickets', 'meta_data.hashtags'],
      [AT_NOON, 'x', missing('meta_data.markets'), 'A, B', missing('meta_data.hashtags')],
    ]);
    expect(await get('/indices/SPX/ticks', 'start=1795176000&end=1795179600', null, false)).toEqual([
      [AT_NOON, 2, 1, '#N/A: "mid" is not published'],
    ]);
  });

  test('identical ticks in separate rows', async () => {
    const tick = { time: '2026-11-20T12:00:00Z', ask: 2, bid: 1, mid: 1.5 };
    const session = createTestSession({
      service: createStubService({ '/indices/SPX/ticks': () => ({ items: [tick, tick], next_page: 'p2' }) }),
    });
    const WINDOW = 'start=1795176000&end=1795179600';
    expect(await show(session, 'GET', '/indices/SPX/ticks', WINDOW, null, false)).toEqual([
      [AT_NOON, 2, 1, 1.5],
      [AT_NOON, 2, 1, 1.5],
    ]);
    expect(await show(session, 'GET', '/indices/SPX/ticks', WINDOW, 'mid', false)).toEqual([[1.5], [1.5]]);
    expect(session.activity.notes.map(({ text }) => text)).toEqual([
      expect.stringContaining('one page of 2 rows is shown'),
    ]);
  });

  test('an object as rows of keys and values', async () => {
    expect(await get('/currencies/quote', 'symbol=EURUSD')).toEqual([
      ['key', 'value'],
      ['symbol', 'EURUSD'],
      ['ask', 1.75],
      ['bid', 1.25],
      ['mid', 1.5],
      ['timestamp', AT_NOON],
    ]);
    expect(await get('/stocks/AAPL/scores', null, null, false)).toEqual([
      ['symbol', 'AAPL'],
      ['data.score', 6.5],
      ['data.zone', 'safe'],
      ['data.ratios.x1', 0.25],
    ]);
    expect(await get('/crypto/convert/BTC/USD', null, 'info')).toEqual([
      ['key', 'value'],
      ['timestamp', AT_NOON],
      ['rate', 80_000],
    ]);
    expect(await get('/account/usage')).toEqual([
      ['key', 'value'],
      [`${NOON}.requests`, 7],
      [`${NOON}.data.request`, 1],
      [`${NOON}.data.response`, 2],
    ]);
  });

  test('a picked value of one record as a single value, unless headers are wanted', async () => {
    expect(await get('/currencies/quote', 'symbol=EURUSD', 'mid')).toEqual([[1.5]]);
    expect(await get('/currencies/quote', 'symbol=EURUSD', 'timestamp', true)).toEqual([['timestamp'], [AT_NOON]]);
    expect(await get('/stocks/news', null, 'total')).toEqual([[9]]);
    expect(await get('/stocks/news', null, 'next_page')).toEqual([['p2']]);
    expect(await get('/stocks/filings', 'limit=1&ticker=AAPL', 'filing_date')).toEqual([[DAY]]);
  });

  test('a picked field of several records as a column', async () => {
    expect(await get('/stocks/filings', 'ticker=AAPL', 'filings.filing_date')).toEqual([
      ['filing_date'],
      [DAY],
      [DAY - 23],
    ]);
    expect(await get('/stocks/filings', 'ticker=AAPL', 'filing_type', false)).toEqual([['10-K'], ['10-Q']]);
    expect(await get('/stocks/filings', 'ticker=AAPL', 'filings.1.filing_type')).toEqual([['10-Q']]);
  });

  test('dates and times with formats', async () => {
    const session = createTestSession({ service: createService() });
    expect(formatsOf(await evaluate(session, 'GET', '/stocks/filings', 'ticker=AAPL', 'filing_date', false))).toEqual([
      ['yyyy-mm-dd'],
      ['yyyy-mm-dd'],
    ]);
    expect(formatsOf(await evaluate(session, 'GET', '/currencies/quote', 'symbol=EURUSD', 'timestamp'))).toEqual([
      ['yyyy-mm-dd hh:mm:ss'],
    ]);
  });

  test('an empty answer as #N/A', async () => {
    expect(await get('/stocks/markets/holidays', 'mic=XXXX')).toBe(
      '#N/A: /stocks/markets/holidays has nothing to show: check the parameters',
    );
    const service = createStubService({ '/stocks/news': () => ({ items: [] }) });
    expect(await show(createTestSession({ service }), 'GET', '/stocks/news', null, 'items')).toBe(
      '#N/A: /stocks/news has nothing to show: check the parameters and the pick',
    );
  });

  test('#VALUE! for a pick that does not exist, naming those that do', async () => {
    expect(await get('/currencies/quote', 'symbol=EURUSD', 'mit')).toBe(
      '#VALUE!: pick: "mit" is not in the answer; give one of symbol, ask, bid, mid, timestamp (did you mean "mid"?)',
    );
    expect(await get('/stocks/countries', null, 'name')).toBe(
      '#VALUE!: pick: "name" is not in the answer; give one of symbol',
    );
  });
});

describe('a request of MD.GET', () => {
  async function askedFor(...rawArguments: unknown[]): Promise<string[]> {
    const service = createService();
    await show(createTestSession({ service }), 'GET', ...rawArguments);
    return asked(service);
  }

  test.each<[string, unknown[], string]>([
    ['the path', ['/stocks/countries'], '/stocks/countries'],
    ['the path as the interface document writes it', ['GET /Stocks/Countries'], '/stocks/countries'],
    ['the path without its first slash', ['stocks/countries'], '/stocks/countries'],
    ['the path without a slash at its end', ['/stocks/countries/'], '/stocks/countries'],
    ['the argument in the place of the braces, escaped', ['/stocks/BRK B?/scores'], '/stocks/BRK%20B%3F/scores'],
    ['parameters with &', ['/stocks/filings', 'ticker=AAPL&limit=5'], '/stocks/filings?ticker=AAPL&limit=5'],
    ['parameters with ;', ['/stocks/filings', 'limit = 5; ticker = AAPL;'], '/stocks/filings?ticker=AAPL&limit=5'],
    [
      'parameters of two columns',
      [
        '/stocks/filings',
        [
          ['ticker', 'AAPL'],
          ['limit', 5],
          ['', ''],
        ],
      ],
      '/stocks/filings?ticker=AAPL&limit=5',
    ],
    [
      'parameters under the names of the service',
      ['/stocks/filings', 'ticker=AAPL; filing_type=10-K'],
      '/stocks/filings?ticker=AAPL&filing_type=10-K',
    ],
    [
      'parameters under our own names',
      ['/stocks/filings', 'ticker=AAPL; type=10-K'],
      '/stocks/filings?ticker=AAPL&filing_type=10-K',
    ],
    ['names in the path as they came', ['/Stocks/Brk.b/SCORES'], '/stocks/Brk.b/scores'],
    ['lists', ['/currencies/quotes', 'symbols=EURUSD,GBPUSD'], '/currencies/quotes?symbols=EURUSD,GBPUSD'],
    ['a cursor as it came', ['/stocks/news', 'cursor=PmZyb206MTA%3D'], '/stocks/news?cursor=PmZyb206MTA%253D'],
    [
      'Excel dates',
      [
        '/stocks/markets/holidays',
        [
          ['start', 46346.5],
          ['end', { type: 'FormattedNumber', basicValue: 46347 }],
        ],
      ],
      '/stocks/markets/holidays?start=2026-11-20&end=2026-11-21',
    ],
    [
      'dates with a time',
      ['/stocks/markets/holidays', 'start=2026-11-20T23:00:00-05:00&end=2026-11-21'],
      '/stocks/markets/holidays?start=2026-11-20&end=2026-11-21',
    ],
    [
      'Unix times as they are',
      ['/indices/SPX/ticks', 'start=1795176000&end=1795179600'],
      '/indices/SPX/ticks?start=1795176000&end=1795179600',
    ],
    [
      'Excel dates as Unix times',
      [
        '/indices/SPX/ticks',
        [
          ['start', 46346.5],
          ['end', '2026-11-20T13:00:00Z'],
        ],
      ],
      '/indices/SPX/ticks?start=1795176000&end=1795179600',
    ],
  ])('has %s', async (_, args, path) => expect(await askedFor(...args)).toEqual([path]));

  test('accepts a parameter by its name in the settings or by our own', async () => {
    const service = createService();
    const session = createTestSession({ service });
    await session.save(
      withProfile(session.settings, { ...NO_PROFILE, names: { 'GET /stocks/filings ticker': 'Symbol' } }),
    );
    await show(session, 'GET', '/stocks/filings', 'symbol=AAPL');
    await show(session, 'GET', '/stocks/filings', 'ticker=MSFT');
    expect(asked(service)).toEqual(['/stocks/filings?Symbol=AAPL', '/stocks/filings?Symbol=MSFT']);
  });
});

test('the activity mentions that there are more pages', async () => {
  const session = createTestSession({ service: createService() });
  await show(session, 'GET', '/stocks/news', null, 'next_page');
  await show(session, 'GET', '/stocks/countries');
  expect(session.activity.notes).toEqual([]);
  await show(session, 'GET', '/stocks/news');
  expect(session.activity.notes.map(({ text }) => text)).toEqual([
    '/stocks/news: one page of 1 rows is shown and there are more; ask for its next_page as the cursor, or for a larger page',
  ]);
});

describe('MD.GET refuses without a request', () => {
  /** Behind TRUE or FALSE in another place than that of the headings. */
  const ORDER = '; the order is path, parameters, pick, headers';
  const ALLOWED = 'a path of the service such as "/stocks/countries"';
  const LEARN = '; if the service has added it, choose "Learn from the service" in the settings of the MD pane';
  const PENCE = 'means pence or cents, which the service does not quote: write GBP, ZAR, ILS or USD, or use MD.CONVERT';
  const NO_DATE =
    'is not a date: give an Excel date, or a text as yyyy-mm-dd ("2026-11-20") or with the name of the month ("20 Nov 2026")';

  test.each<[readonly unknown[], string]>([
    [['/currencies/convert/GBp/USD', 'amount=100'], `"GBp" ${PENCE}`],
    [['/currencies/quotes', 'symbols=EURUSD,GBpUSD'], `"EURUSD,GBpUSD" ${PENCE}`],
    [['/currencies/quote', 'symbol=USDZAr'], `"USDZAr" ${PENCE}`],
    [['/stocks/markets/hours', 'start=2026;end=2026-12-31'], `start: "2026" ${NO_DATE}`],
    [[true], `path: TRUE is not ${ALLOWED}${ORDER}`],
    [['/stocks/contries'], `path: "/stocks/contries" is not ${ALLOWED} (did you mean "/stocks/countries"?)`],
    [['/stocks/AAPL/score'], `path: "/stocks/AAPL/score" is not ${ALLOWED} (did you mean "/stocks/AAPL/scores"?)`],
    [
      ['/algo/upload/backtesting'],
      `path: /algo/upload/backtesting takes uploads, which no formula sends; give ${ALLOWED}`,
    ],
    [
      ['https://elsewhere.example/stocks/countries'],
      `path: "/https://elsewhere.example/stocks/countries" is not ${ALLOWED}`,
    ],
    [['/stocks'], `path: "/stocks" is not ${ALLOWED}${LEARN} (did you mean "/stocks/markets"?)`],
    [
      ['/stocks/markets/hours/today'],
      `path: "/stocks/markets/hours/today" is not ${ALLOWED}${LEARN} (did you mean "/stocks/markets/hours"?)`,
    ],
    [['/stocks/{symbol}/scores'], 'path: replace {symbol} with a value'],
    [['/stocks//scores'], `path: "/stocks//scores" is not ${ALLOWED} (did you mean "/stocks/quotes"?)`],
    [['/stocks/../scores'], 'symbol: ".." is not a name that the service can look up'],
    [['/account/usage?api-key=secret'], 'path: give what follows the question mark as parameters, without it'],
    [['/account/usage', 'api-key=secret'], 'parameters: the API key belongs in the MD pane, never in a formula'],
    [['/account/usage', [['API_KEY', 'secret']]], 'parameters: the API key belongs in the MD pane, never in a formula'],
    [['/account/usage', 'limits=5'], 'parameters: "limits" is not one of limit, interval (did you mean "limit"?)'],
    [['/account/usage', '24'], 'parameters: "24" is not a name and a value, such as "limit=5"'],
    [['/account/usage', 'limit=500'], 'limit: "500" is not from 1 to 168'],
    [['/account/usage', 'interval=2h'], 'interval: "2h" is not one of 1h, 1d'],
    [['/stocks/countries', 'a=1'], 'parameters: /stocks/countries takes none; leave them out'],
    [['/stocks/AAPL/scores', 'symbol=MSFT'], 'parameters: "symbol" is not one of model'],
    [['/stocks/filings', 'limit=5'], 'ticker: a value is required'],
    [['/stocks/markets/hours', 'start=soon'], `start: "soon" ${NO_DATE}`],
    [['/stocks/markets/hours', 'start=1.12.2026'], `start: "1.12.2026" ${NO_DATE}`],
    [['/stocks/markets/hours', 'start=0.5'], `start: "0.5" ${NO_DATE}`],
    [['/stocks/markets/hours', 'start=9e9'], `start: "9e9" ${NO_DATE}`],
    [
      ['/stocks/markets', [['mic', 'a', 'b']]],
      'parameters: a range of 1 × 3 cells is not names and values; give two columns, or a text such as "name=value"',
    ],
    [['/stocks/markets', 'mic=a\nb'], 'parameters: "mic=a\nb" is not a text that the service can take'],
    [['/stocks/countries', null, false], `pick: FALSE is not a dotted path such as "items.0.symbol"${ORDER}`],
    [['/stocks/countries', null, null, 'x'], 'headers: "x" is not TRUE or FALSE'],
  ])('%j: %s', async (args, message) => {
    const service = createStubService();
    expect(await show(createTestSession({ service }), 'GET', ...args)).toBe(`#VALUE!: ${message}`);
    expect(service.requests).toEqual([]);
  });

  test('and otherwise shows the message of the service', async () => {
    const service = createStubService({ '/stocks/countries': () => status(404, { detail: 'No countries' }) });
    expect(await show(createTestSession({ service }), 'GET', '/stocks/countries')).toBe(
      '#N/A: The service does not know this (404): check the spelling, and the service address in the MD pane; the service says "No countries"',
    );
  });
});

function missing(name: string): string {
  return `#N/A: The service sent no "${name}": recalculate, or tell your provider`;
}

test('MD.GET of the markets and MD.MARKETS each have their own lookup in one client', async () => {
  const session = new Session(createMemoryHost(), { fetch: () => Promise.reject(new TypeError('no network')) });
  await session.ready;
  const client: Client = session.client!;
  expect(readsOf(client, 'GET /stocks/markets')).not.toBe(calendarOf(client, 'GET /stocks/markets'));
});
