import { misspeltSymbols } from '../../../../src/core/names/misspelt-symbols';

const meant = (text: string): string =>
  misspeltSymbols(text)
    .map(({ symbol, area }) => `${area}:${symbol}`)
    .join();

describe('a misspelt symbol', () => {
  test.each([
    ['a letter too many', 'EURUSDX', 'currencies:EURUSD'],
    ['a doubled letter', 'GBPUSSD', 'currencies:GBPUSD'],
    ['a doubled letter in a short name', 'SPXX', 'indices:SPX'],
    ['two swapped letters', 'EURSUD', 'currencies:EURUSD'],
    ['two swapped letters of a company', 'MFST', 'stocks:MSFT'],
    ['a missing letter', 'EURUS', 'currencies:EURUSD'],
    ['a missing letter of a name', 'MICROSFT', 'stocks:MSFT'],
    ['a sign', 'EURUSD.', 'currencies:EURUSD'],
    ['a sign between the currencies, too', 'EUR/USDD', 'currencies:EURUSD'],
    ["a coin's currency", 'SOLUDS', 'crypto:SOLUSD'],
  ])('is understood if it has %s: %s', (_, text, symbols) => expect(meant(text)).toBe(symbols));

  test.each(['EURUSD', 'TRXUSD', 'EURUSF', 'EURUD', 'GBXUSD', 'METAL', 'RENT', 'NOPE', 'NOPEUSD', 'IT', '', '/.'])(
    'is not seen in %j',
    (text) => expect(meant(text)).toBe(''),
  );

  test('is not looked for in a long text', () => expect(meant('EURUSDEURUSDX')).toBe(''));
});
