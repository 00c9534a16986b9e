import fc from 'fast-check';
import { type Figure, figureOfRuns, median, ratioOf, spreadOf, verdictOn } from './figure';

const figure = (traits: Partial<Figure>): Figure => ({
  name: 'a figure',
  ours: 3,
  baseline: 2,
  unit: 'ms',
  against: 'something',
  goal: 1.5,
  ...traits,
});

describe('the verdict on a figure', () => {
  test.each<[string, Partial<Figure>, string]>([
    ['one ratio at the goal', {}, 'met'],
    ['one ratio above it', { ours: 3.01 }, 'MISSED'],
    ['a value of its own', { ours: 1.4, isAbsolute: true }, 'met'],
    ['runs whose middle half is below the goal', { runs: [1, 1.3, 1.4, 1.5, 9] }, 'met'],
    ['runs whose middle half is above it', { runs: [1, 1.6, 1.7, 1.8, 9] }, 'MISSED'],
    ['runs whose middle half has the goal in it', { runs: [1, 1.4, 1.5, 1.6, 9] }, 'too noisy'],
  ])('of %s', (_, traits, verdict) => {
    expect(verdictOn(figure(traits))).toBe(verdict);
  });

  test('does not depend on the order of the runs', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.1, max: 3, noNaN: true }), { minLength: 1, maxLength: 9 }), (runs) => {
        expect(verdictOn(figure({ runs: runs.toReversed() }))).toBe(verdictOn(figure({ runs })));
      }),
    );
  });
});

test('a figure of runs is the median of the ratios of each pair, not the ratio of the medians', () => {
  const { name, unit, against, goal } = figure({});
  const ours = figureOfRuns({ name, unit, against, goal }, [2, 30, 4], [1, 10, 4]);
  expect([ratioOf(ours), ours.ours, ours.baseline]).toEqual([2, 4, 4]);
});

test.each([
  [[5, 1, 3], 3],
  [[7], 7],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('the spread is the middle half of the runs; one run has none', () => {
  expect(spreadOf(figure({ runs: [9, 1, 3, 2, 4] }))).toEqual([2, 4]);
  expect(spreadOf(figure({}))).toBeUndefined();
});
