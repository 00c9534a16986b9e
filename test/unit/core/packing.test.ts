import fc from 'fast-check';
import { packNames } from '../../../src/core/packing';
import { fewestLists } from '../../support/fewest-lists';

const MAX_LIST_LENGTH = 50;

/** Names of the given lengths. */
const namesOf = (lengths: readonly number[]): string[] =>
  lengths.map((length, index) => index.toString(36).padStart(length, 'A').slice(-length));

describe('names packed into lists of at most 50 characters', () => {
  test('are all there, each once, in lists that are not too long', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[A-Z0-9.^]{1,50}$/), { maxLength: 60 }), (names) => {
        const lists = packNames(names, MAX_LIST_LENGTH);
        expect(lists.flat().sort()).toEqual([...names].sort());
        for (const list of lists) {
          expect(list.length).toBeGreaterThan(0);
          expect(list.join(',').length).toBeLessThanOrEqual(MAX_LIST_LENGTH);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test('make no list if there are none', () => expect(packNames([], MAX_LIST_LENGTH)).toEqual([]));

  test('make a list of their own if one has exactly 50 characters', () => {
    const name = 'A'.repeat(50);
    expect(packNames([name, 'B'], MAX_LIST_LENGTH)).toEqual([[name], ['B']]);
  });

  test('are packed without a name of 51 characters, which goes alone', () => {
    const name = 'A'.repeat(51);
    expect(packNames(['EURUSD', name, 'GBPUSD'], MAX_LIST_LENGTH)).toEqual([['EURUSD', 'GBPUSD'], [name]]);
  });

  test('keep their order if they have equal lengths', () =>
    expect(packNames(['USD', 'EUR', 'GBP', 'JPY'], 11)).toEqual([['USD', 'EUR', 'GBP'], ['JPY']]));

  test('are not modified', () => {
    const names = Object.freeze(['EURUSD', 'GBP', 'LONGESTNAME']);
    expect(packNames(names, MAX_LIST_LENGTH).flat()).toHaveLength(3);
  });
});

describe('packing into as few lists as possible', () => {
  test('fills every list but the last with names of one length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 50 }), fc.integer({ min: 1, max: 300 }), (length, count) => {
        const names = Array.from({ length: count }, (_, index) => String(index).padStart(length, 'A').slice(-length));
        expect(packNames(names, MAX_LIST_LENGTH)).toHaveLength(Math.ceil(count / Math.floor(51 / (length + 1))));
      }),
      { numRuns: 1_000 },
    );
  });

  test('fills up long names with short ones: 24 + 25 and 30 + 19 rather than three lists', () =>
    expect(packNames(namesOf([25, 24, 30, 19]), MAX_LIST_LENGTH)).toHaveLength(2));

  test.each([
    ['eight', 3, [24, 22, 21, 21, 19, 16, 10, 8]],
    ['a dozen', 4, [24, 19, 18, 18, 17, 17, 16, 15, 14, 14, 9, 8]],
  ])('puts %s names into %d lists, where filling one list after another would need one more', (_, count, lengths) => {
    expect(packNames(namesOf(lengths), MAX_LIST_LENGTH)).toHaveLength(count);
  });

  test.each([
    ['of any length', 1, 50, 10_000],
    ['as short as symbols are', 3, 14, 2_000],
    ['that hardly fit together', 10, 27, 2_000],
  ])('is optimal for up to 12 names %s', (_, min, max, numRuns) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min, max }), { maxLength: 12 }), (lengths) => {
        const names = namesOf(lengths);
        const lists = packNames(names, MAX_LIST_LENGTH);
        expect(lists).toHaveLength(fewestLists(names, MAX_LIST_LENGTH));
        expect(lists.flat().sort()).toEqual(names.sort());
      }),
      { numRuns },
    );
  });

  test.each([1, 2, 3, 4, 5])(
    'stays within 2 % of the lower bound for 1,000 mixed names of 3 to 14 letters (seed %d)',
    (seed) => {
      const [lengths = []] = fc.sample(
        fc.array(fc.integer({ min: 3, max: 14 }), { minLength: 1_000, maxLength: 1_000 }),
        { seed, numRuns: 1 },
      );
      const names = lengths.map((length, index) => index.toString(36).padStart(length, 'A'));
      const lowerBound = Math.ceil(names.reduce((sum, name) => sum + name.length + 1, 0) / 51);
      const lists = packNames(names, MAX_LIST_LENGTH);
      expect(lists.flat()).toHaveLength(1_000);
      expect(lists.length / lowerBound).toBeLessThanOrEqual(1.02);
    },
  );
});
