import { BAR, barsOf, mergeBars, barsOfLength, barsOfSessions } from '../../../../src/core/calendar/bars';
import { tableOf } from '../../../../src/core/table';

const MINUTE = 60_000;
const MINUTES = barsOfLength(MINUTE);

describe('bars', () => {
  test('have the first, highest, lowest and last price of their time, and the number of prices', () => {
    const prices = [5, 9, 2, 4].map((price, index) => ({ timeMs: 10 * MINUTE + index, price }));
    expect(barsOf(prices, MINUTES)).toEqual([{ time: 600, open: 5, high: 9, low: 2, close: 4, count: 4 }]);
  });

  test('begin at multiples of their length, and are left out if there is no price', () => {
    expect(
      barsOf(
        [
          { timeMs: MINUTE - 1, price: 1 },
          { timeMs: MINUTE, price: 2 },
          { timeMs: 5 * MINUTE, price: 3 },
        ],
        MINUTES,
      ).map(({ time }) => time),
    ).toEqual([0, 60, 300]);
  });

  test('become a table with their names as headers and their times as dates', () => {
    const noon = { timeMs: 1_795_176_000_000, price: 1.5 };
    expect(tableOf(barsOf([noon], MINUTES), BAR, true, { zone: 'utc', dateSystem: '1900' })).toEqual([
      ['time', 'open', 'high', 'low', 'close', 'count'],
      [{ value: 46346.5, format: 'yyyy-mm-dd hh:mm:ss' }, 1.5, 1.5, 1.5, 1.5, 1],
    ]);
  });

  test('ignore values that are not prices or have no time', () => {
    expect(
      barsOf(
        [
          { timeMs: 0, price: null },
          { timeMs: NaN, price: 1 },
          { timeMs: 1, price: 7 },
        ],
        MINUTES,
      ),
    ).toMatchObject([{ open: 7, count: 1 }]);
  });
});

describe('longer bars', () => {
  const minute = (at: number, open: number, close: number) => ({
    time: at * 60,
    open,
    high: Math.max(open, close) + 1,
    low: Math.min(open, close) - 1,
    close,
    count: 2,
  });

  test('are made of shorter ones: first open, highest, lowest, last close and the sum of their counts', () => {
    expect(mergeBars([minute(0, 5, 6), minute(4, 9, 2), minute(5, 1, 1)], barsOfLength(5 * MINUTE))).toEqual([
      { time: 0, open: 5, high: 10, low: 1, close: 2, count: 4 },
      { time: 300, open: 1, high: 2, low: 0, close: 1, count: 2 },
    ]);
  });

  test('start on Mondays if they are weeks', () => {
    const week = barsOfLength(7 * 1440 * MINUTE, 4 * 1440 * MINUTE);
    expect(new Date(week.startOf(Date.UTC(2026, 10, 22, 12))).toISOString()).toBe('2026-11-16T00:00:00.000Z');
    expect(new Date(week.startOf(Date.UTC(2026, 10, 23))).toISOString()).toBe('2026-11-23T00:00:00.000Z');
  });

  test('step from Monday to Monday if they are weeks, whatever the day they step from', () => {
    const week = barsOfLength(7 * 1440 * MINUTE, 4 * 1440 * MINUTE);
    const from = (timeMs: number, count: number) => new Date(week.step(timeMs, count)).toISOString();
    expect(from(Date.UTC(2026, 10, 18, 12), 1)).toBe('2026-11-23T00:00:00.000Z');
    expect(from(Date.UTC(2026, 10, 18, 12), -1)).toBe('2026-11-16T00:00:00.000Z');
    expect(from(Date.UTC(2026, 10, 16), -1)).toBe('2026-11-09T00:00:00.000Z');
  });

  test('have one name for each length and each start, so that kept bars are never taken for others', () => {
    const names = [barsOfLength(MINUTE), barsOfLength(2 * MINUTE), barsOfLength(2 * MINUTE, MINUTE)].map(
      ({ id }) => id,
    );
    expect(new Set(names).size).toBe(3);
  });

  test('cover the time from opening to closing if they are sessions', () => {
    const sessions = barsOfSessions('XLON', [
      { fromMs: 2 * MINUTE, toMs: 4 * MINUTE },
      { fromMs: 10 * MINUTE, toMs: 12 * MINUTE },
    ]);
    const bars = [1, 2, 3, 4, 10, 12].map((at) => minute(at, at, at));
    expect(mergeBars(bars, sessions).map(({ time, open, close }) => [time / 60, open, close])).toEqual([
      [2, 2, 3],
      [10, 10, 10],
    ]);
  });
});

describe('the boundaries of bars', () => {
  test.each([
    [0, 1, 10],
    [3, 1, 10],
    [3, 2, 20],
    [10, -1, 0],
    [13, -1, 10],
    [13, -2, 0],
  ])('are found for equal lengths: from %i, %i bars lead to %i', (from, count, to) => {
    expect(barsOfLength(10).step(from, count)).toBe(to);
  });

  const sessions = barsOfSessions('', [
    { fromMs: 10, toMs: 14 },
    { fromMs: 20, toMs: 24 },
    { fromMs: 30, toMs: 34 },
  ]);
  test.each([
    [0, 1, 20],
    [10, 1, 20],
    [12, 1, 20],
    [14, 1, 30],
    [0, 3, Infinity],
    [40, -1, 30],
    [30, -1, 20],
    [31, -1, 30],
    [31, -2, 20],
    [31, -4, -Infinity],
  ])('are found for sessions: from %i, %i bars lead to %d', (from, count, to) => {
    expect(sessions.step(from, count)).toBe(to);
  });
});
