import { findOperation, isBrace, nearestPath } from '../../../src/api/operations';

describe('the operation of the path', () => {
  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['/stocks/markets', 'GET /stocks/markets', {}],
    ['/Stocks/MARKETS', 'GET /stocks/markets', {}],
    ['/stocks/Brk.b/scores', 'GET /stocks/{symbol}/scores', { symbol: 'Brk.b' }],
    ['/crypto/convert/btc/USD', 'GET /crypto/convert/{from}/{to}', { from: 'btc', to: 'USD' }],
  ])('%s is %s', (path, id, values) => {
    expect(findOperation(path)).toMatchObject({ operation: { id }, values });
    expect(findOperation(path)!.values).toEqual(values);
  });

  test.each([
    ['has too few parts', '/stocks'],
    ['has too many', '/stocks/markets/hours/today'],
    ['has an empty name', '/stocks//scores'],
    ['is unknown', '/stocks/market'],
    ['belongs to an upload', '/algo/upload/backtrader'],
  ])('does not exist if the path %s', (_, path) => expect(findOperation(path)).toBeUndefined());
});

describe('the nearest known path', () => {
  test.each([
    ['/stocks/market', '/stocks/markets'],
    ['/stocks/AAPL/score', '/stocks/AAPL/scores'],
    ['/crypto/convrt/BTC/USD', '/crypto/convert/BTC/USD'],
    ['/indices/{symbol}/tick', '/indices/{symbol}/ticks'],
  ])('for %s is %s', (path, meant) => expect(nearestPath(path)).toBe(meant));

  test('never has an empty name in it', () => expect(nearestPath('/stocks//score')).not.toContain('//'));

  test('does not exist if no path is similar', () =>
    expect(nearestPath('/weather/in/Paris/tomorrow/morning')).toBeUndefined());
});

test('a part of a path in braces stands for a name', () =>
  expect(['{symbol}', 'symbol', 'sym{bol}'].map(isBrace)).toEqual([true, false, false]));
