import { format as formatted } from 'numfmt';
import {
  hasCrossed,
  hasLevelMark,
  hasMarks,
  markedFormat,
  sideOf,
  withoutMark,
  withoutMarks,
} from '../../../src/core/level';

const NUMBERS = [-10, -5, -3, -2, -1, 0, 1, 2, 3];

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
    ['#,##0.00;[Red]-#,##0.00', -5, 'below', '[Red][>=-5]#,##0.00;[>0]#,##0.00;#,##0.00'],
    ['General', -2, 'above', '[Red][<=-2]-General;[>0]General;General'],
    ['0.0E+00', 1, 'below', '[Red][>=1]0.0E+00;0.0E+00'],
    ['[Color10]0.0', 1, 'below', '[Red][>=1]0.0;0.0'],
    ['[Colour 5]0.0', 1, 'below', '[Red][>=1]0.0;0.0'],
    ['0.0;"minus "0.0', 1, 'below', '[Red][>=1]0.0;0.0'],
    ['[Blue]0.0', 1e-7, 'below', '[Red][>=0.0000001]0.0;0.0'],
    ['[$€-407] 0.00', 12_345_678, 'below', '[Red][>=12345678][$€-407] 0.00;[$€-407] 0.00'],
  ] as const)('colours the format %s beyond %d from %s', (format, level, from, expected) => {
    expect(markedFormat(format, [{ level, from }])).toBe(expected);
    expect(withoutMark(expected, { level, from }, format)).toBe(format);
    expect([expected, format].map(hasMarks)).toEqual([true, false]);
  });

  test('shares the format with a second level, whichever of the two is removed first, and with no third', () => {
    const [high, low] = [
      { level: 1.1, from: 'below' },
      { level: 0.9, from: 'above' },
    ] as const;
    const both = '[Red][>=1.1]0.00;[Red][<=0.9]0.00;0.00';
    expect(markedFormat('0.00', [high, low])).toBe(both);
    expect([high, low, { ...high, level: 9 }].map((mark) => hasLevelMark(both, mark))).toEqual([true, true, false]);
    for (const [first, second] of [
      [high, low],
      [low, high],
    ] as const) {
      const left = withoutMark(both, first, '0.00');
      expect(left).toBe(markedFormat('0.00', [second]));
      expect(withoutMark(left, second, '0.00')).toBe('0.00');
    }
    expect(markedFormat('0.00', [high, low, { ...high, level: 9 }])).toBeUndefined();
  });

  test('never hides the sign of a number, whichever levels there are, or are left', () => {
    const levels = [-5, -2, 0, 2].flatMap((level) => [
      { level, from: 'below' } as const,
      { level, from: 'above' } as const,
    ]);
    for (const one of levels)
      for (const other of levels) {
        const both = markedFormat('0.00', [one, other])!;
        expect([withoutMarks(both), withoutMarks(markedFormat('0.00', [one])!)]).toEqual(['0.00', '0.00']);
        for (const format of [both, withoutMark(both, other, '0.00')])
          expect(NUMBERS.map((number) => formatted(format, number))).toEqual(
            NUMBERS.map((number) => number.toFixed(2)),
          );
      }
  });

  test('leaves decimals that were chosen since', () => {
    expect(withoutMark('[Red][>=2]0.000;0.000', { level: 2, from: 'below' }, '0.00')).toBe('0.000');
    expect(withoutMark('0%', { level: 2, from: 'below' }, '0.00')).toBe('0%');
  });

  test.each(['[>5]0.0;0.00', '"ca. "0.0', '\\a0', '+0.0%;-0.0%', '@'])('leaves the format %s alone', (format) => {
    expect(markedFormat(format, [{ level: 1, from: 'below' }])).toBeUndefined();
  });
});
