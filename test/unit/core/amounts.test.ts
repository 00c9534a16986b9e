import { amountDecimals, amountFormat, looksLikePart, unitOf } from '../../../src/core/amounts';

test.each([
  ['GBp', 'GBP', 100],
  ['GBX', 'GBP', 100],
  ['gbx', 'GBP', 100],
  ['GBP', 'GBP', 1],
  ['gbp', 'GBP', 1],
  ['ZAc', 'ZAR', 100],
  ['ZAC', 'ZAR', 100],
  ['ZAr', 'ZAR', 100],
  ['ZAR', 'ZAR', 1],
  ['ILA', 'ILS', 100],
  ['ILs', 'ILS', 100],
  ['ILS', 'ILS', 1],
  ['USd', 'USD', 100],
  ['USX', 'USD', 100],
  ['eur', 'EUR', 1],
])('%s is %s, of which %d make one', (written, code, perUnit) => expect(unitOf(written)).toEqual({ code, perUnit }));

test('two capitals and a small letter look like a part of a currency', () => {
  expect(['KWd', 'KWD', 'kwd', 'Kwd', 'AKWd', 'KWda'].map(looksLikePart)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  [1234.5, 2, 2],
  [-123.45, 2, 2],
  [12.3, 2, 4],
  [0.001234, 2, 8],
  [0, 2, 2],
])('%d is rounded by the service to %d decimals, and here to %d', (amount, usual, decimals) => {
  expect(amountDecimals(amount, usual)).toBe(decimals);
});

test.each([
  [1234567, undefined, '#,##0.00'],
  [12.3, undefined, '#,##0.000'],
  [0, undefined, '#,##0.0000'],
  [0.00001234, undefined, '#,##0.000000000'],
  [1e-12, undefined, undefined],
  [1e20, undefined, '#,##0.00'],
  [-1e21, undefined, undefined],
  [1e300, 2, undefined],
  [12.3, 0, '#,##0'],
])('%d with %s decimals looks like %s', (amount, decimals, format) => {
  expect(amountFormat(amount, decimals)).toBe(format);
});
