import { type Cell, MarkedNumber } from '../../../src/core/cell';
import { CellError } from '../../../src/core/errors';
import { isMarked, marked, markOf } from '../../../src/core/last-value-mark';

const MARK = '⏱ 12:03';
const ERROR = new CellError('#N/A', 'The service failed (500): recalculate in a moment');

const formatOf = (cell: Cell): string => (cell instanceof MarkedNumber ? cell.format : '');

describe('the mark of a last value', () => {
  const at = new Date(2026, 10, 20, 9, 5).getTime();

  test('is the clock time on the same day', () =>
    expect(markOf(at, new Date(2026, 10, 20, 23, 59).getTime())).toBe('⏱ 09:05'));

  test('includes the date on any other day', () =>
    expect(markOf(at, new Date(2026, 10, 21, 0, 1).getTime())).toBe('⏱ 2026-11-20 09:05'));

  test.each([
    ['month', new Date(2026, 11, 20, 9, 5)],
    ['year', new Date(2027, 10, 20, 9, 5)],
  ])('includes the date on the same day of another %s', (_, now) => {
    expect(markOf(at, now.getTime())).toBe('⏱ 2026-11-20 09:05');
  });
});

describe('the marked form of', () => {
  test.each([
    ['a number', 1.085, new MarkedNumber(1.085, 'General" ⏱ 12:03"', '⏱ 12:03', ERROR)],
    [
      'a date',
      { value: 46_353, format: 'yyyy-mm-dd' },
      new MarkedNumber(46_353, 'yyyy-mm-dd" ⏱ 12:03"', '⏱ 12:03', ERROR),
    ],
    ['a text', 'open', 'open ⏱ 12:03'],
    ['a flag', true, 'TRUE ⏱ 12:03'],
    ['a blank', '', ''],
    ['an error', ERROR, ERROR],
  ])('%s', (_, cell, expected) => expect(marked(cell, MARK, ERROR)).toEqual(expected));
});

describe('a number format with the mark', () => {
  test.each([
    ['#,##0.00', '#,##0.00" ⏱ 12:03"'],
    ['0.0;[Red]-0.0', '0.0" ⏱ 12:03";[Red]-0.0" ⏱ 12:03"'],
    ['0" a;b";-0', '0" a;b"" ⏱ 12:03";-0" ⏱ 12:03"'],
    [String.raw`0\;0`, String.raw`0\;0" ⏱ 12:03"`],
  ])('%s becomes %s', (format, expected) => expect(formatOf(marked({ value: 1, format }, MARK, ERROR))).toBe(expected));
});

test('a marked format is recognised by its mark', () => {
  expect(isMarked(formatOf(marked({ value: 1, format: '0.00' }, markOf(0, 0), ERROR)))).toBe(true);
  expect(isMarked('0.00')).toBe(false);
});
