import type { Row } from '../../../../src/core/columns';
import { withoutRepeats } from '../../../../src/api/lookup/pages';

const keyOf = ({ id }: Row): string | undefined => id as string | undefined;
const kept = (rows: readonly Row[]): readonly Row[] => withoutRepeats(rows, keyOf);

describe('removing repeated rows', () => {
  test('drops a row that repeats another, wherever it is', () => {
    expect(
      kept([
        { id: 'a', v: 1 },
        { id: 'b', v: 1 },
        { id: 'a', v: 1 },
        { id: 'a', v: 1 },
      ]),
    ).toEqual([
      { id: 'a', v: 1 },
      { id: 'b', v: 1 },
    ]);
  });

  test('keeps a row with the same key but other values', () => {
    expect(
      kept([
        { id: 'a', v: 1 },
        { id: 'a', v: 2 },
      ]),
    ).toHaveLength(2);
  });

  test('keeps all rows without a key', () => {
    expect(kept([{ v: 1 }, { v: 1 }])).toHaveLength(2);
  });
});
