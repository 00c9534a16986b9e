import { colouredBeyond, hasCrossed, sideOf } from '../../../src/core/level';

describe('a level', () => {
  test('can have a number below it or above it, and no other value on a side', () => {
    expect([1, 3, 2, '3', '', true, NaN, Infinity, '#N/A', undefined].map((value) => sideOf(value, 2))).toEqual([
      'below',
      'above',
      ...Array.from({ length: 8 }, () => undefined),
    ]);
  });

  test('is crossed by a number that reaches it from either side, and never by another value', () => {
    expect([1.9, 2, 2.1].map((value) => hasCrossed(value, 2, 'below'))).toEqual([false, true, true]);
    expect([1.9, 2, 2.1].map((value) => hasCrossed(value, 2, 'above'))).toEqual([true, true, false]);
    expect(['', '#N/A', null, 0].map((value) => hasCrossed(value, -1, 'above'))).toEqual([false, false, false, false]);
  });

  test.each([
    ['General', 1.5, 'below', '[Red][>=1.5]General;General'],
    ['0.0000', 1.0875, 'above', '[Red][<=1.0875]0.0000;0.0000'],
    ['#,##0.00;[Red]-#,##0.00', -5, 'below', '[Red][>=-5]#,##0.00;#,##0.00'],
    ['[Blue]0.0', 1e-7, 'below', '[Red][>=0.0000001]0.0;0.0'],
    ['[$€-407] 0.00', 12_345_678, 'below', '[Red][>=12345678][$€-407] 0.00;[$€-407] 0.00'],
  ] as const)('colours the format %s beyond %d from %s', (format, level, from, expected) => {
    expect(colouredBeyond(format, level, from)).toBe(expected);
  });

  test.each(['[>5]0.0;0.00', '"ca. "0.0', '\\a0'])('leaves the format %s alone', (format) => {
    expect(colouredBeyond(format, 1, 'below')).toBeUndefined();
  });
});
