import { withoutRepeats } from '../../../../src/api/lookup/repeats';
import type { Row } from '../../../../src/core/columns';

const keyOf = ({ id }: Row): string | undefined => id as string | undefined;
const kept = (rows: readonly Row[]): readonly Row[] => withoutRepeats(rows, keyOf);

describe('rows without those that repeat', () => {
  test('a row that says the same again is dropped, wherever it stands', () => {
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

  test('a row that says something else under the same key is kept', () => {
    expect(
      kept([
        { id: 'a', v: 1 },
        { id: 'a', v: 2 },
      ]),
    ).toHaveLength(2);
  });

  test('rows without a key are all kept', () => {
    expect(kept([{ v: 1 }, { v: 1 }])).toHaveLength(2);
  });
});
