import { operationOf } from '../../../../src/api/operations';
import { decode, requestPath, type ParameterValues } from '../../../../src/api/transport/wire';
import type { WireNames } from '../../../../src/api/interface/operation';

const MARKETS = operationOf('GET /stocks/markets');
const QUOTES = operationOf('GET /currencies/quotes');
const TICKS = operationOf('GET /indices/{symbol}/ticks');
const FILINGS = operationOf('GET /stocks/filings');
const SCORES = operationOf('GET /stocks/{symbol}/scores');
const CONVERSION = operationOf('GET /crypto/convert/{from}/{to}');
const USAGE = operationOf('GET /account/usage');

describe('decoding an answer', () => {
  test('turns an array into rows', () => expect(decode(MARKETS, '[{"mic":"XNYS"}]').rows).toEqual([{ mic: 'XNYS' }]));

  test('turns the items of an object into rows, and lets unknown fields through', () => {
    expect(decode(QUOTES, '{"items":[{"symbol":"EURUSD","mid":1.1,"extra":true}],"more":1}').rows).toEqual([
      { symbol: 'EURUSD', mid: 1.1, extra: true },
    ]);
  });

  test('uses only items that are records if names are looked for', () => {
    expect(decode(QUOTES, '{"items":[null,{"symbol":"EURUSD"}]}').rows).toEqual([{ symbol: 'EURUSD' }]);
    expect(decode(QUOTES, '{"items":[]}').rows).toEqual([]);
  });

  test('turns one record into one row', () => expect(decode(CONVERSION, '{"result":7}').rows).toEqual([{ result: 7 }]));

  test('returns the items and the cursors of a page, and no cursor if one is left out', () => {
    expect(decode(TICKS, '{"items":[],"next_page":"abc","previous_page":null}')).toMatchObject({
      rows: [],
      cursors: { next: 'abc', current: null },
    });
  });

  test('returns the filings of a company, the data of a score, and any body of an unpublished shape', () => {
    expect(decode(FILINGS, '{"ticker":"AAPL","filings":[{"filing_type":"10-K"}]}').rows).toEqual([
      { filing_type: '10-K' },
    ]);
    expect(decode(SCORES, '{"data":7,"symbol":null}').rows).toEqual([{ data: 7, symbol: null }]);
    expect(decode(USAGE, '{"1763596800":{"requests":3}}')).toEqual({ rows: [], body: { 1763596800: { requests: 3 } } });
  });

  test.each([
    [QUOTES, '[]', 'something other than an object with items'],
    [QUOTES, '[{"symbol":"EURUSD"}]', 'something other than an object with items'],
    [SCORES, '[]', 'something other than an object with data'],
    [CONVERSION, '[]', 'something other than a record'],
    [TICKS, 'null', 'something other than a page of items'],
    [TICKS, '[]', 'something other than a page of items'],
    [TICKS, '{"items":[7]}', 'something other than a page of items'],
    [TICKS, '{"items":[],"current_page":false}', 'something other than a page of items'],
    [MARKETS, '[{"mic":"XNYS"},null]', 'something other than a list of records'],
    [FILINGS, '{"filings":[7]}', 'something other than an object with filings'],
    [QUOTES, '{"items":{}}', 'something other than an object with items'],
    [QUOTES, '{"items":[null]}', 'something other than an object with items'],
    [MARKETS, '{"items":[]}', 'something other than a list of records'],
    [TICKS, '{"items":[],"next_page":7}', 'something other than a page of items'],
    [FILINGS, '[]', 'something other than an object with filings'],
    [SCORES, '{"symbol":"AAPL"}', 'something other than an object with data'],
    [QUOTES, '', 'an empty answer'],
    [QUOTES, ' \r\n', 'an empty answer'],
    [QUOTES, '<html><body>Log in</body></html>', 'a web page instead of data'],
    [QUOTES, '\n  <!doctype html>', 'a web page instead of data'],
    [QUOTES, 'Sorry <b>', 'an answer that is cut off or not JSON'],
    [QUOTES, 'Sorry<br>', 'an answer that is cut off or not JSON'],
    [QUOTES, '{"items":[{"symb', 'an answer that is cut off or not JSON'],
  ])('refuses a body of the wrong shape: %# %s', (operation, body, what) => {
    expect(() => decode(operation, body)).toThrow(
      expect.objectContaining({
        code: '#N/A',
        kind: 'body',
        message: `The service sent ${what}: check the service address in the MD pane, then recalculate`,
      }) as Error,
    );
  });
});

const pathOf = (id: string, values: ParameterValues, names?: WireNames): string =>
  requestPath(operationOf(id), values, names);

describe('what some services write in place of numbers that they do not have', () => {
  test.each([
    ['{"items":[{"symbol":"A","mid":NaN}]}', { symbol: 'A', mid: null }],
    ['{"items":[{"symbol":"A","mid": Infinity,"bid":-Infinity}]}', { symbol: 'A', mid: null, bid: null }],
    ['{"items":[{"a":[NaN,-Infinity , 1]}]}', { a: [null, null, 1] }],
    [
      '{"items":[{"symbol":"NaN","b":NaN,"c":"x -Infinity, Infinity"}]}',
      { symbol: 'NaN', b: null, c: 'x -Infinity, Infinity' },
    ],
    ['{"items":[{"symbol":"\\"NaN","b":NaN}]}', { symbol: '"NaN', b: null }],
    ['{"items":[{"NaN":"\\\\","b":NaN}]}', { NaN: '\\', b: null }],
  ])('is null: %s', (text, row) => expect(decode(QUOTES, text).rows).toEqual([row]));

  test.each(['{"items":[{"b":NaNs}]}', '{"items":[{"b":--Infinity}]}', '{"items":[{"b":NaN}', '{NaN:1}'])(
    'does not make JSON of anything else: %s',
    (text) => expect(() => decode(QUOTES, text)).toThrow('an answer that is cut off or not JSON'),
  );
});

describe('the path of a request', () => {
  test.each<[string, ParameterValues, string]>([
    ['GET /stocks/markets', {}, '/stocks/markets'],
    ['GET /stocks/markets', { mic: ['XNYS', 'XLON'] }, '/stocks/markets?mic=XNYS,XLON'],
    [
      'GET /stocks/markets/hours',
      { mic: ['XNYS'], start: '2026-11-20', end: '2026-11-26' },
      '/stocks/markets/hours?mic=XNYS&start=2026-11-20&end=2026-11-26',
    ],
    [
      'GET /stocks/markets/holidays',
      { start: '2026-01-01', end: '2026-12-31' },
      '/stocks/markets/holidays?start=2026-01-01&end=2026-12-31',
    ],
    [
      'GET /indices/{symbol}/ticks',
      { symbol: 'SPX', start: 1763596800, end: 1763683200, limit: 100 },
      '/indices/SPX/ticks?start=1763596800&end=1763683200&limit=100',
    ],
    [
      'GET /stocks/filings',
      { ticker: 'AAPL', type: '10-K', limit: 5 },
      '/stocks/filings?ticker=AAPL&filing_type=10-K&limit=5',
    ],
    [
      'GET /currencies/quotes',
      { symbols: ['EURUSD', 'GBPUSD'], precision: 3 },
      '/currencies/quotes?symbols=EURUSD,GBPUSD&precision=3',
    ],
    ['GET /stocks/{symbol}/scores', { symbol: 'AAPL', model: 'altman-z' }, '/stocks/AAPL/scores?name=altman-z'],
    ['GET /crypto/convert/{from}/{to}', { from: 'BTC', to: 'USD', amount: 2 }, '/crypto/convert/BTC/USD?amount=2'],
    ['GET /account/usage', { interval: '1d', limit: 7 }, '/account/usage?limit=7&interval=1d'],
    ['GET /account/usage', { limit: 1 }, '/account/usage?limit=1'],
    ['GET /account/usage', { limit: 168 }, '/account/usage?limit=168'],
    [
      'GET /currencies/convert/{from}/{to}',
      { from: 'EUR', to: 'USD', amount: 0.01 },
      '/currencies/convert/EUR/USD?amount=0.01',
    ],
    [
      'GET /currencies/quotes',
      { symbols: ['A'.repeat(24), 'B'.repeat(25)] },
      `/currencies/quotes?symbols=${'A'.repeat(24)},${'B'.repeat(25)}`,
    ],
    ['GET /stocks/{symbol}/scores', { symbol: 'BRK..B.' }, '/stocks/BRK..B./scores'],
    ['GET /stocks/{symbol}/scores', { symbol: '.A' }, '/stocks/.A/scores'],
    ['GET /stocks/{symbol}/scores', { symbol: '...' }, '/stocks/.../scores'],
    ['GET /stocks/filings', { ticker: 'XNYS:AAPL' }, '/stocks/filings?ticker=XNYS:AAPL'],
  ])('%s with %j', (id, values, expected) => expect(pathOf(id, values)).toBe(expected));

  test('has texts of any length beside lists of limited length', () => {
    const ticker = 'A'.repeat(51);
    expect(requestPath(FILINGS, { ticker }, {}, 50)).toBe(`/stocks/filings?ticker=${ticker}`);
  });

  test('escapes characters that would end a path or a parameter', () => {
    expect(pathOf('GET /stocks/{symbol}/scores', { symbol: 'BRK/B?x#y' })).toBe('/stocks/BRK%2FB%3Fx%23y/scores');
    expect(pathOf('GET /stocks/filings', { ticker: 'A&limit=1' })).toBe('/stocks/filings?ticker=A%26limit%3D1');
  });

  test('prefers the wire names of the settings to its own', () => {
    expect(
      pathOf(
        'GET /stocks/filings',
        { ticker: 'AAPL', type: '10-K' },
        { 'GET /stocks/filings ticker': 'symbol', 'GET /stocks/filings type': 'form' },
      ),
    ).toBe('/stocks/filings?symbol=AAPL&form=10-K');
  });

  test.each<[string, ParameterValues, string]>([
    ['GET /stocks/filings', {}, 'tickers: a value is required'],
    ['GET /stocks/filings', { ticker: 'AAPL', limit: 101 }, 'limit: 101 is not from 1 to 100'],
    ['GET /stocks/filings', { ticker: 'AAPL', limit: 1.5 }, 'limit: 1.5 is not a whole number'],
    ['GET /crypto/convert/{from}/{to}', { from: 'BTC', to: 'USD', amount: 0 }, 'amount: 0 is not at least 1e-8'],
    ['GET /stocks/filings', { ticker: 'AAPL', limit: 0 }, 'limit: 0 is not from 1 to 100'],
    ['GET /indices/{symbol}/ticks', { symbol: 'SPX', start: 1.5, end: 2 }, 'start: 1.5 is not a whole number'],
    ['GET /currencies/convert/{from}/{to}', { from: 'EUR', to: 'USD', amount: NaN }, 'amount: NAN is not a number'],
    ['GET /currencies/convert/{from}/{to}', { from: 'EUR', to: 'USD', amount: 0 }, 'amount: 0 is not at least 0.01'],
    ['GET /account/usage', { interval: '2h' }, 'interval: "2h" is not one of 1h, 1d'],
    [
      'GET /currencies/quotes',
      { symbols: ['A'.repeat(51)] },
      'symbols: a range is not a text of at most 50 characters',
    ],
    ['GET /stocks/{symbol}/scores', { symbol: '.' }, 'symbols: "." is not a name that the service can look up'],
    ['GET /stocks/{symbol}/scores', { symbol: '..' }, 'symbols: ".." is not a name that the service can look up'],
  ])('%s with %j is refused: %s', (id, values, message) => {
    expect(() => pathOf(id, values)).toThrow(expect.objectContaining({ code: '#VALUE!', message }) as Error);
  });
});
