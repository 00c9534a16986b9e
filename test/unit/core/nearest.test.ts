import fc from 'fast-check';
import { editDistance, nearest, oneOf } from '../../../src/core/nearest';

const FIELDS = ['symbol', 'ask', 'bid', 'mid', 'timestamp'];
const MODELS = ['piotroski', 'altman-z', 'beneish-m'];

describe('the nearest allowed word', () => {
  test.each([
    ['timestmap', FIELDS, 'timestamp'],
    ['symbl', FIELDS, 'symbol'],
    ['BIDD', FIELDS, 'bid'],
    ['time', FIELDS, 'timestamp'],
    ['altman', MODELS, 'altman-z'],
    ['piotrosky', MODELS, 'piotroski'],
    ['benish-m', MODELS, 'beneish-m'],
    ['meta_data.Symbol', FIELDS, 'symbol'],
    ['cxxxxncies', ['currencies'], 'currencies'],
  ])('is found for %s', (word, allowed, meant) => expect(nearest(word, allowed)).toBe(meant));

  test.each(['price', 'last', 'zzz', '', 'a very long sentence about nothing'])('does not exist for "%s"', (word) => {
    expect(nearest(word, FIELDS)).toBeUndefined();
  });

  test('does not exist if nothing is allowed', () => expect(nearest('bid', [])).toBeUndefined());
});

test('the end of an error sentence lists what is allowed and suggests the nearest word', () => {
  expect(oneOf('bidd', FIELDS)).toBe('one of symbol, ask, bid, mid, timestamp (did you mean "bid"?)');
  expect(oneOf('price', FIELDS)).toBe('one of symbol, ask, bid, mid, timestamp');
});

describe('the distance between two words', () => {
  test.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['abc', 'abc', 0],
    ['bid', 'mid', 1],
  ])('from "%s" to "%s" is %d', (from, to, distance) => expect(editDistance(from, to)).toBe(distance));

  test('is the same both ways, zero only for equal words, and never longer than a detour through a third word', () => {
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
      { numRuns: 1_000 },
    );
  });
});
