import { createTestSession, evaluate, formatsOf, show } from '../../support/evaluate';
import { asked, createStubService, type Route } from '../../support/stub-service';
import { filing, NOON } from './sample-answers';
import { yearOfSessions } from './sample-calendar';

const sessionOf = (routes: Readonly<Record<string, Route>>) =>
  createTestSession({ service: createStubService(routes) });

test('a calculated day that Excel cannot show is #N/A, never a serial below 1 or beyond 9999', async () => {
  const session = sessionOf({
    '/stocks/markets/hours': ({ query }) => yearOfSessions('XLON', Number(query.get('start')!.slice(0, 4))),
  });
  const beyond = (decidedBy: string): string =>
    `#N/A: The day lies before 1900 or after 9999, where Excel has no dates: change ${decidedBy}`;
  expect(await show(session, 'WORKDAY', 34, -1_844, 'XLON')).toBe(beyond('start or days'));
  expect(await show(session, 'WORKDAY', '9999-12-30', 5, 'XLON')).toBe(beyond('start or days'));
  expect(await show(session, 'SETTLE', '9999-12-31', 'XLON', 2)).toBe(beyond('trade_date'));
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

test('MD.GET shows a local time as on the clock of the exchange', async () => {
  const session = sessionOf({
    '/stocks/markets/status': () => [{ mic: 'XTKS', local_time: '2026-11-20T09:00:00+09:00' }],
  });
  expect(await show(session, 'GET', '/stocks/markets/status', null, 'local_time', false)).toEqual([[46346 + 9 / 24]]);
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

test.each([
  [null, null],
  [null, 'hour'],
  ['noon', 'hour'],
])('ticks that all have the time %p are not said to be missing, with the interval %p', async (time, interval) => {
  const session = sessionOf({ '/indices/SPX/ticks': () => ({ items: [{ time, ask: 2, bid: 1, mid: 1.5 }] }) });
  expect(await show(session, 'TICKS', 'SPX', '2026-11-25', '2026-11-26', null, null, true, interval)).toMatch(
    /^#N\/A: The service sent ticks that cannot be read/,
  );
});
