import {
  currencyMeant,
  isSmallUnitPair,
  symbolMeant,
  symbolNamed,
  namesOfSymbol,
  pairWith,
  possibleSymbols,
} from '../../../../src/core/names/symbol-notations';

const written = (text: string): string => {
  const meant = symbolMeant(text);
  return meant ? `${meant.area}:${meant.symbol}` : 'nothing';
};

describe('a symbol in the notation of another service', () => {
  test.each([
    ['EUR/USD', 'currencies:EURUSD'],
    ['eur-usd', 'currencies:EURUSD'],
    ['EUR USD', 'currencies:EURUSD'],
    ['EURUSD=X', 'currencies:EURUSD'],
    ['EURUSD Curncy', 'currencies:EURUSD'],
    ['FX:EURUSD', 'currencies:EURUSD'],
    ['EURUSD BGN Curncy', 'currencies:EURUSD'],
    ['EURUSD=R', 'currencies:EURUSD'],
    ['EUR - USD', 'currencies:EURUSD'],
    ['EUR BGN Curncy', 'currencies:EURUSD'],
    ['JPY BGNL Curncy', 'currencies:USDJPY'],
    ['GBP CMPN Curncy', 'currencies:GBPUSD'],
    ['CHF CMPL Curncy', 'currencies:USDCHF'],
    ['AUD CMPT Curncy', 'currencies:AUDUSD'],
    ['EURUSD CMPN Curncy', 'currencies:EURUSD'],
    ['EURUSD BGN', 'currencies:EURUSD'],
    ['EUR=', 'currencies:EURUSD'],
    ['GBP Curncy', 'currencies:GBPUSD'],
    ['JPY=', 'currencies:USDJPY'],
    ['EUR=X', 'currencies:USDEUR'],
    ['JPY=X', 'currencies:USDJPY'],
    ['XBT Curncy', 'crypto:BTCUSD'],
    ['XBTEUR', 'crypto:BTCEUR'],
    ['XET Curncy', 'crypto:ETHUSD'],
    ['BTC=', 'crypto:BTCUSD'],
    ['ETHUSD Curncy', 'crypto:ETHUSD'],
    ['CURRENCY:BTCEUR', 'crypto:BTCEUR'],
    ['EUR / USD', 'currencies:EURUSD'],
    ['AUD=', 'currencies:AUDUSD'],
    ['AAPL UW Equity', 'stocks:AAPL'],
    ['AAPL US', 'stocks:AAPL'],
    ['AAPL-US', 'stocks:AAPL'],
    ['INDU Index', 'indices:DJI'],
    ['.SPX', 'indices:SPX'],
    ['.N225', 'indices:NKY'],
    ['AAPL US Equity', 'stocks:AAPL'],
    ['aapl  us  equity', 'stocks:AAPL'],
    ['BRK/B US Equity', 'stocks:BRK.B'],
    ['BRK/B', 'stocks:BRK.B'],
    ['XNAS:AAPL', 'stocks:AAPL'],
    ['NYSE:IBM', 'stocks:IBM'],
    ['AAPL.O', 'stocks:AAPL'],
    ['BRKb.N', 'stocks:BRK.B'],
    ['SPX Index', 'indices:SPX'],
    ['^GSPC', 'indices:SPX'],
    ['BTC-USD', 'crypto:BTCUSD'],
    ['BTC/USDT', 'crypto:BTCUSDT'],
    ['FX_IDC:EURUSD', 'currencies:EURUSD'],
    ['EUR_USD', 'currencies:EURUSD'],
    ['gbp_jpy', 'currencies:GBPJPY'],
    ['EURUSD.FOREX', 'currencies:EURUSD'],
    ['USDJPY.FX', 'currencies:USDJPY'],
    ['AAPL.US', 'stocks:AAPL'],
    ['BRK-B.US', 'stocks:BRK.B'],
    ['GSPC.INDX', 'indices:SPX'],
    ['SHIB-USD', 'crypto:SHIBUSD'],
    ['PEPE/USD', 'crypto:PEPEUSD'],
    ['SHIB_USDT', 'crypto:SHIBUSDT'],
    ['1INCH-USD', 'crypto:1INCHUSD'],
    ['ETH-BTC', 'crypto:ETHBTC'],
    ['BTC-USD.CC', 'crypto:BTCUSD'],
    ['EURUSD=', 'currencies:EURUSD'],
    ['KRW=', 'currencies:USDKRW'],
    ['XBT', 'crypto:BTCUSD'],
    ['^NDX', 'indices:NDX'],
    ['^DJI', 'indices:DJI'],
    ['^RUT', 'indices:RUT'],
    ['RTY Index', 'indices:RUT'],
    ['^VIX', 'indices:VIX'],
    ['^FTSE', 'indices:UKX'],
    ['^GDAXI', 'indices:DAX'],
    ['^FCHI', 'indices:CAC'],
    ['^STOXX50E', 'indices:SX5E'],
    ['^HSI', 'indices:HSI'],
    ['SX5E Index', 'indices:SX5E'],
  ])('%s means %s, and means nothing with more text before or behind it', (text, meant) => {
    expect(written(text)).toBe(meant);
    expect(written(`  ${text} `)).toBe(meant);
    expect([`?${text}`, `${text}?`].map(written)).toEqual(['nothing', 'nothing']);
  });

  test.each([
    'EURUSD',
    'AAPL',
    'stocks:AAPL',
    'ABC/DEF',
    '^UNKNOWN',
    '.UNKNOWN',
    '7203.T',
    'VOD LN Equity',
    'XAU=',
    'BRK-B',
    'VOD.LSE',
    'BTCUSDT',
    'GBXUSD',
    '700',
    'USD=',
    'EUR BGN',
    'EUR/BGN',
    'EUR XYZQ Curncy',
    '',
  ])('%j has no other meaning', (text) => expect(written(text)).toBe('nothing'));
});

test.each([
  ['EUR=', 'EUR'],
  ['usd=', 'USD'],
  ['JPY=X', 'JPY'],
  ['GBP Curncy', 'GBP'],
  ['EUR BGN Curncy', 'EUR'],
  ['EUR', undefined],
  ['EURUSD', undefined],
  ['EUR/USD', undefined],
  ['BGN Curncy', undefined],
  ['BTC=', undefined],
])('a currency written %j is %j', (text, code) => expect(currencyMeant(text)).toBe(code));

const possible = (text: string): string[] => possibleSymbols(text).map(({ area, symbol }) => `${area}:${symbol}`);

test.each([
  ['gold', ['commodities:XAUUSD', 'commodities:GOLD', 'crypto:GOLDUSD']],
  ['Apple', ['stocks:AAPL', 'crypto:APPLEUSD']],
  ['coca-cola', ['stocks:KO']],
  ['Euro', ['currencies:EURUSD', 'crypto:EUROUSD']],
  ['sterling', ['currencies:GBPUSD']],
  ['Bitcoin', ['crypto:BTCUSD']],
  ['GC=F', ['commodities:XAUUSD', 'commodities:GOLD']],
  ['7203.T', ['stocks:7203']],
  ['VOD.L', ['stocks:VOD']],
  ['vod  LN Equity', ['stocks:VOD']],
  ['0700.HK', ['stocks:0700']],
  ['N225', ['indices:NKY']],
  ['ETH', ['crypto:ETHUSD']],
  ['GC1 Comdty', ['commodities:XAUUSD', 'commodities:GOLD']],
  ['XAU=', ['commodities:XAUUSD', 'commodities:GOLD']],
  ['CLc1', ['commodities:WTI', 'commodities:WTIUSD']],
  ['BRK-B', ['stocks:BRK.B']],
  ['BRKB.N', ['stocks:BRK.B']],
  ['BRK.B', []],
  ['BTCUSDT', ['crypto:BTCUSD']],
  ['shibusdc', ['crypto:SHIBUSD']],
  ['BTC/USDT', ['crypto:BTCUSD']],
  ['XAU_USD', ['commodities:XAUUSD']],
  ['XAG/USD', ['commodities:XAGUSD']],
  ['VOD.LSE', ['stocks:VOD']],
  ['SAP.XETRA', ['stocks:SAP']],
  ['700', ['stocks:0700', 'stocks:00700', 'stocks:000700']],
  ['5930', ['stocks:05930', 'stocks:005930']],
  ['0700', []],
  ['EURUSD', []],
  ['', []],
])('a symbol may mean %j: %j', (text, meant) => {
  expect(possible(text)).toEqual(meant);
  expect(possible(`  ${text} `)).toEqual(meant);
  expect([`?${text}`, `${text}?`].map(possible)).toEqual([[], []]);
});

test.each([
  ['USD', 'EURUSD'],
  ['dollar', 'EURUSD'],
  ['JPY', 'USDJPY'],
  ['gbp', 'GBPUSD'],
  ['XAU', undefined],
  ['EURUSD', undefined],
  ['AAPL', undefined],
  ['', undefined],
])('the pair for the currency %j is %j', (text, symbol) => expect(pairWith(text)).toBe(symbol));

test.each([
  ['Apple', 'stocks', 'AAPL'],
  ['Apple Inc.', 'stocks', 'AAPL'],
  ['Microsoft Corporation', 'stocks', 'MSFT'],
  ['Coal Company', 'stocks', undefined],
  ['Apple', 'indices', undefined],
  ['S&P 500', 'indices', 'SPX'],
  ['S&P 500', 'stocks', undefined],
  ['AAPL', 'stocks', undefined],
] as const)('%j names among %s %j', (text, area, symbol) => expect(symbolNamed(text, area)).toBe(symbol));

test('a symbol is found by its usual names and by those of other services, only in its area', () => {
  expect(namesOfSymbol('SPX', 'indices')).toEqual(expect.arrayContaining(['GSPC', 'SP500', 'US500']));
  expect(namesOfSymbol('SPX', 'stocks')).toEqual([]);
});

test.each([
  ['GBXUSD', true],
  ['gbx/usd', true],
  ['USD_ZAC', true],
  ['ILAUSD', true],
  ['EURUSX', true],
  ['GBPUSD', false],
  ['GBX', false],
  ['GBXABC', false],
  ['ABCGBX', false],
  ['GBXUSDT', false],
])('%s is a pair with pence or cents: %s', (text, isSmall) => expect(isSmallUnitPair(text)).toBe(isSmall));
