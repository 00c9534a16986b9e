import { barsOf } from '../../../src/core/bars';

const MINUTE = 60_000;

describe('bars', () => {
  test('have the first, highest, lowest and last price of their time, and how many there were', () => {
    const prices = [5, 9, 2, 4].map((price, index) => ({ timeMs: 10 * MINUTE + index, price }));
    expect(barsOf(prices, MINUTE)).toEqual([{ time: 600, open: 5, high: 9, low: 2, close: 4, count: 4 }]);
  });

  test('begin at multiples of their length, and are left out where there is no price', () => {
    expect(barsOf([{ timeMs: MINUTE - 1, price: 1 }, { timeMs: MINUTE, price: 2 }, { timeMs: 5 * MINUTE, price: 3 }], MINUTE).map(({ time }) => time)).toEqual([0, 60, 300]);
  });

  test('leave out what is no price or has no time', () => {
    expect(barsOf([{ timeMs: 0, price: null }, { timeMs: NaN, price: 1 }, { timeMs: 1, price: 7 }], MINUTE)).toMatchObject([{ open: 7, count: 1 }]);
  });
});
