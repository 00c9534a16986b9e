import { namesOfSymbol, possibleSymbols } from '../../../../src/core/names/possible-symbols';

const written = (text: string): string[] => possibleSymbols(text).map(({ area, symbol }) => `${area}:${symbol}`);

describe('a symbol may mean', () => {
  test.each([
    ['gold', ['commodities:XAUUSD', 'commodities:GOLD', 'crypto:GOLDUSD']],
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
    ['EURUSD', []],
    ['', []],
  ])('%j: %j', (text, meant) => {
    expect(written(text)).toEqual(meant);
  });
});

test('a symbol is found by what people and other services call it, in its area alone', () => {
  expect(namesOfSymbol('SPX', 'indices')).toEqual(expect.arrayContaining(['GSPC', 'SP500', 'US500']));
  expect(namesOfSymbol('SPX', 'stocks')).toEqual([]);
});
