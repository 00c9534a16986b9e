import fc from 'fast-check';
import { countBefore, Emitter, groupBy, isRecord, messageOf, RecentMap } from '../../../src/core/basics';

test('the values below a limit are counted as they would be by hand', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 50 })),
      fc.integer({ min: -1, max: 51 }),
      (unsorted, limit) => {
        const ascending = [...unsorted].sort((a, b) => a - b);
        expect(countBefore(ascending, limit)).toBe(ascending.filter((one) => one < limit).length);
      },
    ),
  );
});

test('groups are in the order in which their first members came', () =>
  expect(groupBy(['b1', 'a1', 'b2', 'c1', 'a2'], (one) => one[0]!)).toEqual([['b1', 'b2'], ['a1', 'a2'], ['c1']]));

const filled = (most: number, ...keys: readonly string[]): RecentMap<string, string> => {
  const map = new RecentMap<string, string>(most);
  for (const key of keys) map.set(key, key.toUpperCase());
  return map;
};

describe('a bounded map', () => {
  test('holds the entries that were set last, up to its limit', () => {
    const map = filled(3, 'a', 'b', 'c', 'd', 'e', 'f', 'g');
    expect(['e', 'f', 'g'].map((key) => map.get(key))).toEqual(['E', 'F', 'G']);
  });

  test('holds fewer than twice as many entries', () => {
    const map = filled(3, 'a', 'b', 'c', 'd', 'e', 'f', 'g');
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, undefined, undefined]);
  });

  test('keeps entries that are read', () => {
    const map = filled(2, 'a');
    for (const key of ['b', 'c', 'd', 'e', 'f']) {
      expect(map.get('a')).toBe('A');
      map.set(key, key);
    }
  });

  test('has one value for a key, the newest', () => {
    const map = filled(2, 'a', 'b');
    map.set('a', 'newer');
    map.set('a', 'newest');
    expect([map.get('a'), map.get('b')]).toEqual(['newest', 'B']);
  });

  test('gives its entries new keys, in both generations', () => {
    const map = filled(2, 'a', 'b', 'c');
    map.rename((key) => (key === 'b' ? key : `${key}${key}`));
    expect(['aa', 'b', 'cc', 'a', 'c'].map((key) => map.get(key))).toEqual(['A', 'B', 'C', undefined, undefined]);
  });

  test('is empty once cleared, in both generations', () => {
    const map = filled(2, 'a', 'b', 'c');
    map.clear();
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, undefined, undefined]);
  });
});

test('a listener hears of each change until it unsubscribes', () => {
  class Door extends Emitter {
    open(): void {
      this.emitChange();
    }
  }
  const door = new Door();
  const heard: string[] = [];
  const stop = door.onChange(() => heard.push('one'));
  door.onChange(() => heard.push('other'));
  door.open();
  stop();
  door.open();
  expect(heard).toEqual(['one', 'other', 'other']);
});

test('anything that is thrown gets a message', () =>
  expect([new Error('no key'), 'no key', 404].map(messageOf)).toEqual(['no key', 'no key', '404']));

test('an object with named fields counts as a record, but a list or null does not', () => {
  expect([{}, { a: 1 }, [], null, undefined, 'a', 1].map(isRecord)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
