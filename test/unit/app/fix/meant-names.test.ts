import { replaceNamesInLiteral, replaceNames } from '../../../../src/app/fix/meant-names';

const NAMES: Readonly<Record<string, string>> = { AAPL: 'stocks:AAPL', 'say "x"': 'say "y"' };
const meantBy = (item: string): string | undefined => NAMES[item];

test.each([
  ['AAPL', 'stocks:AAPL'],
  ['EURUSD, AAPL ,GBPUSD', 'EURUSD, stocks:AAPL ,GBPUSD'],
  ['AAPLX', 'AAPLX'],
  [' , ,', ' , ,'],
  ['', ''],
])('in the list %j each name with a known meaning is replaced: %j', (text, corrected) => {
  expect(replaceNames(text, meantBy)).toBe(corrected);
});

test('quotation marks inside a text in a formula stay doubled', () => {
  expect(replaceNamesInLiteral('"say ""x"", AAPL"', meantBy)).toBe('"say ""y"", stocks:AAPL"');
});
