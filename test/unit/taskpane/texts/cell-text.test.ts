import type { Cell } from '../../../../src/core/cell';
import { CellError } from '../../../../src/core/errors';
import { cellText, priceTimeText } from '../../../../src/taskpane/texts/cell-text';
import { english } from '../../../../src/taskpane/texts/language';

test.each<[string, Cell, string]>([
  ['a text', 'EURUSD', 'EURUSD'],
  ['a number, in the notation of the user', 1.5, 'one and a half'],
  ['a flag', true, 'TRUE'],
  ['an error', new CellError('#N/A', 'why'), '#N/A'],
  ['a date', { value: 46_346, format: 'yyyy-mm-dd' }, '2026-11-20'],
  ['a time', { value: 46_346.5, format: 'yyyy-mm-dd hh:mm:ss' }, '2026-11-20 12:00:00'],
  ['a time of day', { value: 9.5 / 24, format: 'hh:mm' }, '09:30'],
  ['a number of another format', { value: 1.5, format: '0.00' }, 'one and a half'],
])('a preview shows %s', (_, cell, text) => expect(cellText(cell, '1900', () => 'one and a half')).toBe(text));

const at = new Date(2026, 10, 20, 21, 0).getTime();
const textOf = (price: Parameters<typeof priceTimeText>[0]): string =>
  priceTimeText(price, english()).replace(/[\u202f\u00a0]/g, ' ');

test('the time of the price stands beside the age of the answer, and of several prices that of the oldest', () => {
  expect(textOf({ at, isOldest: false })).toBe(' · price of Nov 20, 2026, 9:00 PM UTC');
  expect(textOf({ at, isOldest: true })).toBe(' · oldest price of Nov 20, 2026, 9:00 PM UTC');
  expect(textOf(undefined)).toBe('');
});
