import fc from 'fast-check';
import { CacheEntries, fillList } from '../../../../src/gateway/cache/list-cache';

const FRESH_MS = 15_000;
const ITEM = { status: 200, body: '' };

function createEntries() {
  const entries = new CacheEntries();
  const wantAt = (name: string, at: number): void => {
    entries.noteWanted(entries.entryOf(name)!, at);
  };
  return { entries, wantAt };
}

describe('the entries of answers', () => {
  test('offer for lists first what is read often, since a rarely read answer can be old until it is read again', () => {
    const { entries, wantAt } = createEntries();
    for (const [name, everyMs] of Object.entries({ rare: 14_000, often: 1_000 })) {
      entries.putEntry(name, ITEM, name === 'rare' ? 0 : 1_000);
      for (let at = 0; at <= 14_000; at += everyMs) wantAt(name, at);
    }
    expect(entries.candidates(16_000, FRESH_MS)).toEqual(['often', 'rare']);
    // A newer answer of the same name is read as often.
    entries.putEntry('rare', ITEM, 16_000);
    entries.putEntry('often', ITEM, 16_001);
    for (const name of ['rare', 'often']) wantAt(name, 16_002);
    expect(entries.candidates(22_000, FRESH_MS)).toEqual(['often', 'rare']);
  });

  test('forget how often an answer was read once it has not been read for long', () => {
    const { entries, wantAt } = createEntries();
    entries.putEntry('A', ITEM, 0);
    wantAt('A', 0);
    wantAt('A', 14_000);
    expect(entries.entryOf('A')?.pauseMs).toBe(14_000);
    entries.candidates(100_000, FRESH_MS);
    entries.putEntry('A', ITEM, 100_000);
    expect(entries.entryOf('A')?.pauseMs).toBe(0);
  });

  test('count an answer as due if it has reached the given share of its time and was wanted since it was requested', () => {
    const { entries, wantAt } = createEntries();
    entries.putEntry('wanted', ITEM, 0);
    entries.putEntry('only asked', ITEM, 0);
    entries.putEntry('new', ITEM, 5_000);
    wantAt('only asked', 0);
    wantAt('wanted', 100);
    wantAt('new', 6_000);
    expect([...entries.due(11_999, FRESH_MS, 0.8)]).toEqual([]);
    expect([...entries.due(12_000, FRESH_MS, 0.8)]).toEqual(['wanted']);
    expect([...entries.due(30_100, FRESH_MS, 0.8)]).toEqual(['new']);
  });

  test('keep answers that have not been read for long', () => {
    const { entries, wantAt } = createEntries();
    entries.putEntry('A', ITEM, 0);
    wantAt('A', 0);
    expect([...entries.candidates(100_000, FRESH_MS)]).toEqual([]);
    expect(entries.entryOf('A')?.value).toBe(ITEM);
  });

  test('no longer count the older half as wanted when there are too many, also where nothing fills lists', () => {
    const { entries, wantAt } = createEntries();
    for (let number = 0; number <= 100_000; number++) {
      entries.putEntry(String(number), ITEM, 0);
      if (entries.entryOf(String(number))) wantAt(String(number), 1);
    }
    expect([[...entries.due(FRESH_MS, FRESH_MS, 1)].length, entries.entryOf('0')?.value]).toEqual([50_000, ITEM]);
  });

  test('remember two thousand names of answers that are no longer read', () => {
    const { entries } = createEntries();
    for (let number = 0; number < 2_001; number++) entries.putEntry(String(number), ITEM, 0);
    entries.candidates(100_000, FRESH_MS);
    expect([entries.idle.length, entries.idle[0], entries.idle.at(-1)]).toEqual([2_000, '2000', '1']);
  });
});

describe('the fillers of a list', () => {
  test.each<[string[], number, string[], string[]]>([
    [['EURUSD'], 50, ['A', 'B'], ['A', 'B']],
    [['EURUSD', 'GBPUSD'], 20, ['USDJPY', 'AUDUSD'], ['USDJPY']],
    [['EURUSD', 'GBPUSD'], 19, ['USDJPY', 'WTI'], ['WTI']],
    [['EURUSD'], 6, ['A'], []],
    [['EURUSD'], 50, ['EURUSD', 'A', 'A'], ['A']],
    [[], 5, ['ABC', 'DE', 'F'], ['ABC', 'F']],
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
