import fc from 'fast-check';
import { fillList } from '../../../../src/gateway/memory/fill-list';

describe('the fillers of a list', () => {
  test.each<[string[], number, string[], string[]]>([
    [['EURUSD'], 50, ['A', 'B'], ['A', 'B']],
    [['EURUSD', 'GBPUSD'], 20, ['USDJPY', 'AUDUSD'], ['USDJPY']],
    [['EURUSD', 'GBPUSD'], 19, ['USDJPY', 'WTI'], ['WTI']],
    [['EURUSD'], 6, ['A'], []],
    [['EURUSD'], 50, ['EURUSD', 'A', 'A'], ['A']],
    [[], 5, ['ABC', 'DE', 'F'], ['ABC']],
  ])('for %j with room for %i characters from %j are %j', (names, maxLength, candidates, added) => {
    expect(fillList(names, maxLength, candidates)).toEqual(added);
  });

  const name = fc.stringMatching(/^[A-Z]{1,8}$/);

  test('never make a list too long, repeat a name or pass over one that fits', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 5 }), fc.array(name), (names, candidates) => {
        const list = [...names, ...fillList(names, 50, candidates)];
        expect(list.join().length).toBeLessThanOrEqual(50);
        expect(new Set(list).size).toBe(list.length);
        const room = 50 - list.join().length - 1;
        for (const candidate of candidates) {
          if (!list.includes(candidate)) expect(candidate.length > room || room < 2).toBe(true);
        }
      }),
    );
  });
});
