import { CellError } from '../../../src/core/errors';

test('errors are equal in tests if code and message are equal, wherever they are nested', () => {
  const cells = [[1, new CellError('#N/A', 'nothing')]];
  expect(cells).toEqual([[1, new CellError('#N/A', 'nothing')]]);
  expect(cells).not.toEqual([[1, new CellError('#VALUE!', 'nothing')]]);
  expect(cells).not.toEqual([[1, new CellError('#N/A', 'something')]]);
});
