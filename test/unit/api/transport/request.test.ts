import type { WireNames } from '../../../../src/api/interface/operation';
import { operationOf } from '../../../../src/api/operations';
import { requestPath, type ParameterValues } from '../../../../src/api/transport/wire';

const pathOf = (id: string, values: ParameterValues, names?: WireNames): string =>
  requestPath(operationOf(id), values, names);

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
  ])('%s with %j', (id, values, expected) => {
    expect(pathOf(id, values)).toBe(expected);
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
