import { CellError } from '../../../src/core/errors';

test('errors are equal in tests when code and message are, wherever they stand', () => {
  const cells = [[1, new CellError('#N/A', 'nothing')]];
  expect(cells).toEqual([[1, new CellError('#N/A', 'nothing')]]);
  expect(cells).not.toEqual([[1, new CellError('#VALUE!', 'nothing')]]);
  expect(cells).not.toEqual([[1, new CellError('#N/A', 'something')]]);
});
