import { rangeOfPrices } from '../../../../src/taskpane/chart/draw';

test.each([
  ['a price that has not changed', [20, 20], [19.98, 20.02]],
  ['a negative one', [-20, -20], [-20.02, -19.98]],
  ['prices that have', [20, 21], [19.9, 21.1]],
] as const)('the axis of a chart is close around %s', (_, [low, high], [from, to]) => {
  expect(rangeOfPrices(undefined, low, high)).toEqual([expect.closeTo(from), expect.closeTo(to)]);
});

test('the axis of a chart has two ends where all numbers are 0', () => {
  const [from, to] = rangeOfPrices(undefined, 0, 0);
  expect(from).toBeLessThan(to!);
});
