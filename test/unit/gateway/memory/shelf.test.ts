import { Shelf } from '../../../../src/gateway/memory/shelf';

const FRESH_MS = 15_000;

function createShelf() {
  const shelf = new Shelf<string>();
  const wantAt = (name: string, at: number): void => {
    shelf.want(shelf.get(name)!, at);
  };
  return { shelf, wantAt };
}

describe('the shelf of answers', () => {
  test('keeps the newest answer, whichever arrives last', () => {
    const { shelf } = createShelf();
    shelf.put('A', 'new', 2_000);
    shelf.put('A', 'old', 1_000);
    expect(shelf.get('A')).toMatchObject({ value: 'new', askedAt: 2_000 });
  });

  test('fills lists with answers wanted in the last two periods and older than a third of one, of equally wanted ones the oldest first', () => {
    const { shelf, wantAt } = createShelf();
    shelf.put('never wanted', '', 0);
    shelf.put('older', '', 1_000);
    shelf.put('old', '', 2_000);
    shelf.put('new', '', 9_000);
    for (const name of ['older', 'old', 'new']) wantAt(name, 9_000);
    expect([...shelf.fillers(10_000, FRESH_MS)]).toEqual(['older', 'old']);
    expect([...shelf.fillers(39_001, FRESH_MS)]).toEqual([]);
  });

  test('fills lists first with what is read often, since a rarely read answer can be old until its next reader comes', () => {
    const { shelf, wantAt } = createShelf();
    for (const [name, everyMs] of Object.entries({ rare: 14_000, often: 1_000 })) {
      shelf.put(name, '', name === 'rare' ? 0 : 1_000);
      for (let at = 0; at <= 14_000; at += everyMs) wantAt(name, at);
    }
    expect(shelf.fillers(16_000, FRESH_MS)).toEqual(['often', 'rare']);
    // A newer answer of the same name is read as often.
    shelf.put('rare', '', 16_000);
    shelf.put('often', '', 16_001);
    for (const name of ['rare', 'often']) wantAt(name, 16_002);
    expect(shelf.fillers(22_000, FRESH_MS)).toEqual(['often', 'rare']);
  });

  test('forgets how often an answer was read once nobody has wanted it for long', () => {
    const { shelf, wantAt } = createShelf();
    shelf.put('A', '', 0, 0);
    wantAt('A', 14_000);
    expect(shelf.get('A')?.pauseMs).toBe(14_000);
    shelf.fillers(100_000, FRESH_MS);
    shelf.put('A', '', 100_000);
    expect(shelf.get('A')?.pauseMs).toBe(0);
  });

  test('lists answers as due if they are past their share and were wanted since they were requested', () => {
    const { shelf, wantAt } = createShelf();
    shelf.put('wanted', '', 0);
    shelf.put('only asked', '', 0, 0);
    shelf.put('new', '', 5_000);
    wantAt('wanted', 100);
    wantAt('new', 6_000);
    expect([...shelf.due(11_999, FRESH_MS, 0.8)]).toEqual([]);
    expect([...shelf.due(12_000, FRESH_MS, 0.8)]).toEqual(['wanted']);
    expect([...shelf.due(30_100, FRESH_MS, 0.8)]).toEqual(['new']);
  });

  test('remembers that an answer was wanted when a newer one arrives', () => {
    const { shelf, wantAt } = createShelf();
    shelf.put('A', '1', 0);
    wantAt('A', 5_000);
    shelf.put('A', '2', 6_000);
    expect(shelf.get('A')).toMatchObject({ value: '2', wantedAt: 5_000 });
  });

  test('keeps answers that nobody has wanted for long', () => {
    const { shelf } = createShelf();
    shelf.put('A', '1', 0, 0);
    expect([...shelf.fillers(100_000, FRESH_MS)]).toEqual([]);
    expect([shelf.size, shelf.get('A')?.value]).toEqual([0, '1']);
  });

  test('names what nobody wants any more, the last wanted first, until it is answered again', () => {
    const { shelf } = createShelf();
    shelf.put('A', '1', 0, 0);
    shelf.put('B', '1', 0, 0);
    shelf.rest('before a restart');
    shelf.rest('A');
    expect([shelf.resting, shelf.names]).toEqual([['before a restart'], ['A', 'B', 'before a restart']]);
    shelf.fillers(100_000, FRESH_MS);
    expect([shelf.resting, shelf.names]).toEqual(Array.from({ length: 2 }, () => ['B', 'A', 'before a restart']));
    shelf.put('B', '2', 100_000, 100_000);
    expect([shelf.resting, shelf.names]).toEqual([
      ['A', 'before a restart'],
      ['B', 'A', 'before a restart'],
    ]);
  });

  test('remembers two thousand such names', () => {
    const { shelf } = createShelf();
    for (let number = 0; number < 2_001; number++) shelf.rest(String(number));
    expect([shelf.resting.length, shelf.resting[0], shelf.resting.at(-1)]).toEqual([2_000, '2000', '1']);
    shelf.put('wanted', '', 0, 0);
    expect([shelf.names.length, shelf.names[0]]).toEqual([2_000, 'wanted']);
  });
});
