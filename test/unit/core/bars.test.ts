import { BAR, barsOf } from '../../../src/core/bars';
import { tableOf } from '../../../src/core/table';

const MINUTE = 60_000;

describe('bars', () => {
  test('have the first, highest, lowest and last price of their time, and how many there were', () => {
    const prices = [5, 9, 2, 4].map((price, index) => ({ timeMs: 10 * MINUTE + index, price }));
    expect(barsOf(prices, MINUTE)).toEqual([{ time: 600, open: 5, high: 9, low: 2, close: 4, count: 4 }]);
  });

  test('begin at multiples of their length, and are left out where there is no price', () => {
    expect(barsOf([{ timeMs: MINUTE - 1, price: 1 }, { timeMs: MINUTE, price: 2 }, { timeMs: 5 * MINUTE, price: 3 }], MINUTE).map(({ time }) => time)).toEqual([0, 60, 300]);
  });

  test('stand in a table under their names, their times as dates', () => {
    const noon = { timeMs: 1_795_176_000_000, price: 1.5 };
    expect(tableOf(barsOf([noon], MINUTE), BAR, true, { zone: 'utc', dateSystem: '1900' })).toEqual([
      ['time', 'open', 'high', 'low', 'close', 'count'], [{ value: 46346.5, format: 'yyyy-mm-dd hh:mm:ss' }, 1.5, 1.5, 1.5, 1.5, 1],
    ]);
  });

  test('leave out what is no price or has no time', () => {
    expect(barsOf([{ timeMs: 0, price: null }, { timeMs: NaN, price: 1 }, { timeMs: 1, price: 7 }], MINUTE)).toMatchObject([{ open: 7, count: 1 }]);
  });
});
