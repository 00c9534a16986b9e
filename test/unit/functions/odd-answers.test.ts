import { createTestSession, evaluate, formatsOf, type Plain, show } from '../../support/evaluate';
import { asked, createStubService, type Route } from '../../support/stub-service';
import { filing, NOON, quoteOf } from './sample-answers';
import { yearOfSessions } from './sample-calendar';

const sessionOf = (routes: Readonly<Record<string, Route>>) =>
  createTestSession({ service: createStubService(routes) });

const noDate = (name: string): string =>
  `#N/A: The service sent "${name}" as a date that Excel does not have: its dates go from 1900 to 9999`;

describe('a date that Excel cannot show is #N/A, never a serial below 1 or beyond 9999,', () => {
  test('in a record from the year 1 or before 1900', async () => {
    const session = sessionOf({
      '/stocks/filings': () => ({
        ticker: 'AAPL',
        filings: [
          { ...filing('10-K', '2026-11-20'), filing_date: '0001-01-01', report_date: '1899-12-31' },
          { ...filing('10-K', '2026-11-20'), filing_date: '1900-01-01', report_date: '9999-12-31' },
        ],
      }),
    });
    expect(await show(session, 'FILINGS', 'AAPL', null, 2, 'filing_date,report_date', false)).toEqual([
      [1, 2_958_465],
      [noDate('filing_date'), noDate('report_date')],
    ]);
  });

  test('in a time stamp', async () => {
    const quote = { ...quoteOf('EURUSD', 1.5), timestamp: 9_007_199_254_740_993 };
    const item = { timestamp: -9e12, content: 'x', meta_data: {} };
    const session = sessionOf({
      '/currencies/quotes': () => ({ items: [quote] }),
      '/currencies/quote': () => quote,
      '/currencies/news': () => ({ items: [item], next_page: null }),
    });
    for (const id of ['QUOTE', 'LIVE'])
      expect(JSON.stringify(await show(session, id, 'EURUSD', 'timestamp'))).toContain(
        'a date that Excel does not have',
      );
    expect(await show(session, 'GET', '/currencies/quote', 'symbol=EURUSD', 'timestamp')).toEqual([
      [noDate('timestamp')],
    ]);
    expect(await show(session, 'NEWS', 'currencies', 1, 'timestamp')).toEqual([[noDate('timestamp')]]);
  });

  test('in the hours of days before 1900', async () => {
    const session = sessionOf({ '/stocks/markets/hours': () => yearOfSessions('XNYS', 1899).slice(-1) });
    expect(await show(session, 'HOURS', 'XNYS', '1899-12-27', '1900-01-03', 'date', false)).toEqual([[noDate('date')]]);
  });

  test('as the result of a calculation', async () => {
    const session = sessionOf({
      '/stocks/markets/hours': ({ query }) => yearOfSessions('XLON', Number(query.get('start')!.slice(0, 4))),
    });
    const beyond = (decidedBy: string): string =>
      `#N/A: The day lies before 1900 or after 9999, where Excel has no dates: change ${decidedBy}`;
    expect(await show(session, 'WORKDAY', 34, -1_844, 'XLON')).toBe(beyond('start or days'));
    expect(await show(session, 'WORKDAY', '9999-12-30', 5, 'XLON')).toBe(beyond('start or days'));
    expect(await show(session, 'SETTLE', '9999-12-31', 'XLON', 2)).toBe(beyond('trade_date'));
  });

  test('in a 1904 workbook before its own first day', async () => {
    const session = createTestSession({
      dateSystem: '1904',
      service: createStubService({
        '/stocks/filings': () => ({
          filings: [{ ...filing('10-K', '1904-01-01'), report_date: '1903-12-31' }],
        }),
      }),
    });
    expect(await show(session, 'FILINGS', 'AAPL', null, 1, 'filing_date,report_date', false)).toEqual([
      [0, noDate('report_date')],
    ]);
  });
});

describe('a score with odd data', () => {
  const ANSWERS: Readonly<Record<string, unknown>> = {
    'altman-z': { score: 3.2, zone: 'safe' },
    all: { piotroski: { score: 7 }, 'altman-z': { score: 3.2, zone: 'safe' }, 'beneish-m': { score: -2.1 } },
  };
  const setUp = () =>
    sessionOf({
      '/stocks/NVDA/scores': ({ query }) => ({ symbol: 'NVDA', data: ANSWERS[query.get('name')!] }),
    });

  test('is the same at its path whatever else the recalculation asks for', async () => {
    expect(await show(setUp(), 'SCORE', 'NVDA', 'altman-z', 'altman-z.score')).toEqual([[3.2]]);
    const session = setUp();
    expect(
      await Promise.all([
        show(session, 'SCORE', 'NVDA', 'altman-z', 'altman-z.score'),
        show(session, 'SCORE', 'NVDA', 'piotroski'),
        show(session, 'SCORE', 'NVDA', 'altman-z', 'score'),
      ]),
    ).toEqual([[[3.2]], [[7]], [[3.2]]]);
  });

  test('is found without the argument models if its path names a model', async () => {
    expect(await show(setUp(), 'SCORE', 'NVDA', null, 'altman_z.zone')).toEqual([['safe']]);
  });

  test('that is not a number is #N/A, and is not cached', async () => {
    const service = createStubService({
      '/stocks/NVDA/scores': () => new Response('{"symbol":"NVDA","data":{"score":1e999}}'),
    });
    const session = createTestSession({ service });
    for (let round = 0; round < 2; round++)
      expect(await show(session, 'SCORE', 'NVDA', 'altman-z')).toEqual([
        [expect.stringMatching(/^#N\/A: The service sent a "altman-z" that is not a number/)],
      ]);
    expect(asked(service)).toHaveLength(2);
  });
});

describe('MD.GET with odd data', () => {
  const session = sessionOf({
    '/stocks/markets': () => [{ mic: 'XNYS', working_days: ['Monday', 'Tuesday'] }],
    '/stocks/news': () => ({
      items: [{ timestamp: NOON, content: 'x', meta_data: { markets: ['US', 'DE'], tickets: [], hashtags: [] } }],
    }),
    '/stocks/NVDA/scores': () => ({ symbol: null, data: { score: 1 } }),
    '/stocks/markets/status': () => [{ mic: 'XTKS', local_time: '2026-11-20T09:00:00+09:00' }],
  });

  test('follows a path into a list of texts', async () => {
    expect(await show(session, 'GET', '/stocks/markets', 'mic=XNYS', '0.working_days', false)).toEqual([
      ['Monday'],
      ['Tuesday'],
    ]);
    expect(await show(session, 'GET', '/stocks/news', 'size=3', 'items.0.meta_data.markets', false)).toEqual([
      ['US'],
      ['DE'],
    ]);
    expect(await show(session, 'GET', '/stocks/markets', 'mic=XNYS', 'working_days', false)).toEqual([
      ['Monday, Tuesday'],
    ]);
  });

  test('shows a null text as blank', async () => {
    expect(await show(session, 'GET', '/stocks/NVDA/scores', null, null, false)).toEqual([
      ['symbol', ''],
      ['data.score', 1],
    ]);
  });

  test('shows a local time as on the clock of the exchange', async () => {
    expect(await show(session, 'GET', '/stocks/markets/status', null, 'local_time', false)).toEqual([[46346 + 9 / 24]]);
  });
});

describe('repeated items from the service', () => {
  const paged =
    (items: readonly unknown[], size: number): Route =>
    ({ query }) => {
      const start = Number(query.get('cursor') ?? 0);
      const end = start + size;
      return { items: items.slice(start, end), next_page: end < items.length ? String(end) : null };
    };
  const symbols = ['A', 'A', 'B', 'B', 'C', 'D'].map((symbol) => ({ symbol, name: `Name ${symbol}` }));
  const news = [1, 1, 2, 2, 3, 4].map((nth) => ({ timestamp: NOON - nth, content: `News ${nth}`, meta_data: {} }));

  test('do not count towards the limit', async () => {
    const session = sessionOf({ '/crypto/symbols': paged(symbols, 2), '/crypto/news': paged(news, 2) });
    expect(await show(session, 'SYMBOLS', 'crypto', null, 3, 'symbol', false)).toEqual([['A'], ['B'], ['C']]);
    expect(await show(session, 'NEWS', 'crypto', 3, 'content', false)).toEqual([['News 1'], ['News 2'], ['News 3']]);
  });
});

describe('MD.SYMBOLS for all fields', () => {
  const list =
    (...items: object[]): Route =>
    () => ({ items, next_page: null });
  const session = sessionOf({
    '/crypto/symbols': list({ symbol: 'BTCUSD', name: 'Bitcoin' }),
    '/stocks/symbols': list({ symbol: 'AAPL', name: 'Apple', country: 'us' }, { symbol: 'XX', name: 'X' }),
  });

  test.each([[undefined], ['all']])('shows the fields that the symbols have (fields %p)', async (fields) => {
    expect(await show(session, 'SYMBOLS', 'crypto', null, null, fields)).toEqual([
      ['symbol', 'name'],
      ['BTCUSD', 'Bitcoin'],
    ]);
    expect(await show(session, 'SYMBOLS', 'stocks', null, null, fields)).toEqual([
      ['symbol', 'name', 'country'],
      ['AAPL', 'Apple', 'us'],
      ['XX', 'X', ''],
    ]);
  });
});

describe('the presentation of results', () => {
  const tick = (time: string) => ({ time, ask: 2, bid: 1.25, mid: 1.5 });
  const setUp = (...times: string[]) =>
    sessionOf({ '/indices/SPX/ticks': () => ({ items: times.map(tick), next_page: null }) });
  const WINDOW = ['2026-11-19', '2026-11-20'] as const;

  test('tells ticks of the same second apart by their milliseconds', async () => {
    const formats = async (...times: string[]): Promise<string> =>
      formatsOf(await evaluate(setUp(...times), 'TICKS', 'SPX', ...WINDOW, null, 'time', false))[0]![0]!;
    expect(await formats('2026-11-19T10:00:00.250Z', '2026-11-19T10:00:00.500Z')).toBe('yyyy-mm-dd hh:mm:ss.000');
    expect(await formats('2026-11-19T10:00:00Z', '2026-11-19T10:00:01Z')).toBe('yyyy-mm-dd hh:mm:ss');
  });

  test('aligns the prices of ticks and bars, and shows daily bars without a time of day', async () => {
    const session = setUp('2026-11-19T10:00:00Z');
    expect(formatsOf(await evaluate(session, 'TICKS', 'SPX', ...WINDOW, null, 'ask,bid', false))).toEqual([
      ['#,##0.00', '#,##0.00'],
    ]);
    expect(formatsOf(await evaluate(session, 'TICKS', 'SPX', ...WINDOW, null, null, false, 'day'))).toEqual([
      ['yyyy-mm-dd', ...Array<string>(4).fill('#,##0.0'), ''],
    ]);
  });

  test('has a blank column for a blank among the fields of ticks', async () => {
    const session = setUp('2026-11-19T10:00:00Z');
    expect(await show(session, 'TICKS', 'SPX', ...WINDOW, null, [['bid', '', 'mid']], false)).toEqual([
      [1.25, '', 1.5],
    ]);
    const shown = (await show(session, 'TICKS', 'SPX', ...WINDOW, null, [['all', '']], false)) as Plain[][];
    expect(shown[0]!.slice(1)).toEqual([2, 1.25, 1.5, '']);
  });

  test('adds no ticker column for one ticker, however many blanks are beside it', async () => {
    const session = sessionOf({ '/stocks/filings': () => ({ filings: [filing('10-K', '2026-11-20')] }) });
    for (const tickers of ['AAPL', 'AAPL,', [['AAPL'], ['']]])
      expect(await show(session, 'FILINGS', tickers, null, 2, 'filing_type', true)).toEqual([
        ['filing_type'],
        ['10-K'],
      ]);
  });

  test('shows usage by day without a time of day', async () => {
    const session = sessionOf({ '/account/usage': () => ({ [NOON]: { requests: 7 } }) });
    expect(formatsOf(await evaluate(session, 'USAGE', '1d', 1, false))[0]![0]).toBe('yyyy-mm-dd');
    expect(formatsOf(await evaluate(session, 'USAGE', '1h', 1, false))[0]![0]).toBe('yyyy-mm-dd hh:mm:ss');
  });
});
