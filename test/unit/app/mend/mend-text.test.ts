import { mendLiteral, mendText } from '../../../../src/app/mend/mend-text';

const NAMES: Readonly<Record<string, string>> = { AAPL: 'stocks:AAPL', 'say "x"': 'say "y"' };
const meantBy = (item: string): string | undefined => NAMES[item];

test.each([
  ['AAPL', 'stocks:AAPL'],
  ['EURUSD, AAPL ,GBPUSD', 'EURUSD, stocks:AAPL ,GBPUSD'],
  ['AAPLX', 'AAPLX'],
  [' , ,', ' , ,'],
  ['', ''],
])('in the list %j each name with a known meaning is replaced: %j', (text, mended) => {
  expect(mendText(text, meantBy)).toBe(mended);
});

test('quotation marks inside a text in a formula stay doubled', () => {
  expect(mendLiteral('"say ""x"", AAPL"', meantBy)).toBe('"say ""y"", stocks:AAPL"');
});
