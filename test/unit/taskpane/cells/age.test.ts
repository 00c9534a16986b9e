import { priceTimeText } from '../../../../src/taskpane/cells/age';
import { english } from '../../../../src/taskpane/texts/languages';

const at = new Date(2026, 10, 20, 21, 0).getTime();
const textOf = (price: Parameters<typeof priceTimeText>[0]): string =>
  priceTimeText(price, english()).replace(/[\u202f\u00a0]/g, ' ');

test('the time of the price stands beside the age of the answer, and of several prices that of the oldest', () => {
  expect(textOf({ at, isOldest: false })).toBe(' · price of Nov 20, 2026, 9:00 PM');
  expect(textOf({ at, isOldest: true })).toBe(' · oldest price of Nov 20, 2026, 9:00 PM');
  expect(textOf(undefined)).toBe('');
});
