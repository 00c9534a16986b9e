import { fittedNumber } from '../../../../src/workbench/univer-patches/fitted-number';

const inCharacters = (width: number) => (text: string) => text.length <= width;

test.each([
  ['with room for it stays as it is', '1234.5', 6, '1234.5'],
  ['loses decimals, rounded', '0.6666666666667', 6, '0.6667'],
  ['loses zeros at its end after rounding', '1.999999', 4, '2'],
  ['keeps only its whole part', '1234.5678', 4, '1235'],
  ['with a whole part too wide becomes a power of ten', '3200000000', 8, '3.2E+09'],
  ['keeps as many digits of a power of ten as fit', '31415926535', 9, '3.142E+10'],
  ['that would round to nothing becomes a power of ten', '0.0000123456', 7, '1.2E-05'],
  ['below zero keeps its sign', '-0.123456', 6, '-0.123'],
  ['without any room becomes # signs', '3200000000', 4, '####'],
])('a number without a format %s', (_, text, width, shown) => {
  expect(fittedNumber(text, false, inCharacters(width))).toBe(shown);
});

test.each([
  ['with room for it stays as it is', '3,200,000,000', 13, '3,200,000,000'],
  ['is never cut', '3,200,000,000', 12, '############'],
  ['such as a date is never cut', '2026-11-20 14:30', 10, '##########'],
  ['that is a last value loses its time but not its clock', '1.04175 ⏱ 12:03', 10, '1.04175 ⏱'],
  ['that is a last value is never shown without its clock', '1.04175 ⏱ 12:03', 8, '########'],
  ['has at least one # sign', '2026-11-20', 0, '#'],
])('a number with a format %s', (_, text, width, shown) => {
  expect(fittedNumber(text, true, inCharacters(width))).toBe(shown);
});
