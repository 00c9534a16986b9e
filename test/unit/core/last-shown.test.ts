import { CellError } from '../../../src/core/errors';
import { lastShownIn, noteLastShown } from '../../../src/core/last-shown';

const WHAT = {
  failure: new CellError('#N/A', 'The service failed (500): recalculate in a moment'),
  askedAt: 1_795_176_000_000,
};

test('the note that a result shows last values belongs to that very result alone', () => {
  const cells = [['open']];
  expect(noteLastShown(cells, WHAT)).toBe(cells);
  expect(lastShownIn(cells)).toBe(WHAT);
  expect(lastShownIn([['open']])).toBeUndefined();
});
