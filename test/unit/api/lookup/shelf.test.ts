import { Shelf } from '../../../../src/api/lookup/shelf';

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

  test('fills lists with answers wanted in the last two periods and older than a third of one, oldest first', () => {
    const { shelf, wantAt } = createShelf();
    shelf.put('never wanted', '', 0);
    shelf.put('older', '', 1_000);
    shelf.put('old', '', 2_000);
    shelf.put('new', '', 9_000);
    for (const name of ['older', 'old', 'new']) wantAt(name, 9_000);
    expect([...shelf.fillers(10_000, FRESH_MS)]).toEqual(['older', 'old']);
    expect([...shelf.fillers(39_001, FRESH_MS)]).toEqual([]);
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
});
