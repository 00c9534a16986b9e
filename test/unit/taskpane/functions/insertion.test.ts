import type { CellContent } from '../../../../src/app/workbook';
import { a1, cellOf } from '../../../../src/core/a1';
import { CellError } from '../../../../src/core/errors';
import { filledBlocks } from '../../../../src/taskpane/functions/filled-cells';
import { planInsertion } from '../../../../src/taskpane/functions/insertion';
import { MemoryWorkbook } from '../../../support/memory-workbook';

/** "x" for a filled cell, "." for a blank one. */
const drawn = (...rows: string[]): CellContent[][] =>
  rows.map((row) => Array.from(row, (sign) => ({ formula: '', value: sign === 'x' ? 1 : '', format: '' })));

describe('the filled cells of a block', () => {
  const at = { sheet: 'S', row: 0, column: 0, rows: 3, columns: 4 };

  test.each<[string, CellContent[][], string[]]>([
    ['none', drawn('....', '....'), []],
    ['one', drawn('....', '.x..'), ['B2']],
    ['a rectangle, as one', drawn('.xx.', '.xx.', '.xx.'), ['B1:C3']],
    ['runs of different widths, each by itself', drawn('xx..', 'xxx.'), ['A1:B1', 'A2:C2']],
    ['two in a row', drawn('x.xx'), ['A1', 'C1:D1']],
    ['two with a gap of a row', drawn('x...', '....', 'x...'), ['A1', 'A3']],
  ])('are told as few rectangles: %s', (_, cells, blocks) => {
    expect(filledBlocks(at, cells).map(a1)).toEqual(blocks);
  });

  test('count a formula that shows nothing', () => {
    expect(filledBlocks(at, [[{ formula: '=""', value: '', format: '' }]])).toHaveLength(1);
  });
});

describe('planning an insertion', () => {
  const workbook = new MemoryWorkbook();
  beforeAll(() => workbook.select({ sheet: 'Sheet1', row: 2, column: 1, rows: 5, columns: 5 }));

  test('takes the first selected cell and the size of the result', async () => {
    const { block } = await planInsertion(workbook, '=MD.X()', [['a', 'b'], ['c', 'd'], ['e', 'f']]);
    expect(a1(block)).toBe('B3:C5');
  });

  test.each([['an error', new CellError('#N/A')], ['a result that is not known', undefined]])('takes one cell for %s', async (_, outcome) => {
    expect((await planInsertion(workbook, '=MD.X()', outcome)).block).toEqual(cellOf('Sheet1', 2, 1));
  });

  test('keeps to the sheet where the result would leave it', async () => {
    await workbook.select(cellOf('Sheet1', 1_048_575, 16_383));
    expect(a1((await planInsertion(workbook, '=MD.X()', [[1, 2], [3, 4]])).block)).toBe('XFD1048576');
  });
});
