import fc from 'fast-check';
import { editDistance, nearest, oneOf } from '../../../src/core/nearest';

const FIELDS = ['symbol', 'ask', 'bid', 'mid', 'timestamp'];
const MODELS = ['piotroski', 'altman-z', 'beneish-m'];

describe('the word that was probably meant', () => {
  test.each([
    ['timestmap', FIELDS, 'timestamp'],
    ['symbl', FIELDS, 'symbol'],
    ['BIDD', FIELDS, 'bid'],
    ['time', FIELDS, 'timestamp'],
    ['altman', MODELS, 'altman-z'],
    ['piotrosky', MODELS, 'piotroski'],
    ['benish-m', MODELS, 'beneish-m'],
    ['cxxxxncies', ['currencies'], 'currencies'],
  ])('%s', (word, allowed, meant) => {
    expect(nearest(word, allowed)).toBe(meant);
  });

  test.each(['price', 'zzz', '', 'a very long sentence about nothing'])('none for "%s"', (word) => {
    expect(nearest(word, FIELDS)).toBeUndefined();
  });

  test('none where nothing is allowed', () => {
    expect(nearest('bid', [])).toBeUndefined();
  });
});

test('the end of a sentence lists what is allowed and asks for the nearest', () => {
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
  ])('from "%s" to "%s" is %d', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  test('is the same both ways, zero only for equal words, and never longer over a third', () => {
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
