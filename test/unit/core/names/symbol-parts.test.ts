import { symbolParts, areaMeant } from '../../../../src/core/names/symbol-parts';

test.each([
  ['EURUSD', undefined, 'EURUSD'],
  ['EUR/USD', undefined, 'EURUSD'],
  ['eur/usd', undefined, 'eurusd'],
  ['eur / usd', undefined, 'eurusd'],
  ['crypto:BTC /USD', 'crypto', 'BTCUSD'],
  ['stocks:AAPL', 'stocks', 'AAPL'],
  [' Stocks : AAPL', 'Stocks', 'AAPL'],
  ['XNAS:AAPL', 'stocks', 'AAPL'],
  ['nyse:IBM', 'stocks', 'IBM'],
  ['bonds:T', 'bonds', 'T'],
  ['BRK/B', undefined, 'BRK/B'],
  ['XEUR/USD', undefined, 'XEUR/USD'],
  ['EUR/USDT', undefined, 'EUR/USDT'],
  ['MYXNAS:AAPL', 'MYXNAS', 'AAPL'],
  ['XNASX:AAPL', 'XNASX', 'AAPL'],
  [':AAPL', '', 'AAPL'],
])('a symbol written %j is of the area %j, and is requested as %j', (text, area, symbol) => {
  expect(symbolParts(text)).toEqual({ area, symbol });
});

test.each([
  ['fx', 'currencies'],
  [' Equity ', 'stocks'],
  ['forex', 'currencies'],
  ['equities', 'stocks'],
  ['shares', 'stocks'],
  ['index', 'indices'],
  ['currencies', undefined],
])('the area called %j is %j', (name, area) => expect(areaMeant(name)).toBe(area));
