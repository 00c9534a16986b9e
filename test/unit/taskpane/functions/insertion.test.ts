import { readBlock } from '../../../../src/app/workbook/block-contents';
import { CellError } from '../../../../src/core/errors';
import {
  type Insertion,
  insert,
  targetBeside,
  planInsertion,
  columnWidths,
  filledBlocks,
} from '../../../../src/taskpane/functions/insertion';
import { MemoryWorkbook } from '../../../support/memory-workbook';
import type { CellContent } from '../../../../src/app/host';
import { a1, cellOf } from '../../../../src/core/sheet';

/** "x" for a filled cell, "." for a blank one. */
const drawn = (...rows: string[]): CellContent[][] =>
  rows.map((row) => Array.from(row, (sign) => ({ formula: '', value: sign === 'x' ? 1 : '', format: '' })));

describe('the filled cells of a block', () => {
  const at = { sheet: 'S', row: 0, column: 0, rows: 3, columns: 4 };

  test.each<[string, CellContent[][], string[]]>([
    ['none', drawn('....', '....'), []],
    ['one', drawn('....', '.x..'), ['B2']],
    ['a rectangle, as one', drawn('.xx.', '.xx.', '.xx.'), ['B1:C3']],
    ['runs of different widths, as what all have and the rest', drawn('xx..', 'xxx.'), ['A1:B2', 'C2']],
    ['two in a row', drawn('x.xx'), ['A1', 'C1:D1']],
    ['two with a gap of a row', drawn('x...', '....', 'x...'), ['A1', 'A3']],
  ])('are found as a few rectangles: %s', (_, cells, blocks) => {
    expect(filledBlocks(at, cells).map(a1)).toEqual(blocks);
  });

  test('include a formula that shows nothing', () =>
    expect(filledBlocks(at, [[{ formula: '=""', value: '', format: '' }]])).toHaveLength(1));
});

describe('a formula that would refer to its own cells', () => {
  const workbook = new MemoryWorkbook();
  beforeAll(async () => {
    await workbook.enter('A2', ['EURUSD'], ['GBPUSD'], ['USDJPY']);
    await workbook.enter('B3', ['taken']);
    await workbook.select({ sheet: 'Sheet1', row: 1, column: 0, rows: 3, columns: 1 });
  });
  const plan = async (formula: string, outcome: (number | string)[][] = [[1], [2], [3]]) =>
    planInsertion(workbook, formula, { outcome }, await workbook.selection());

  test.each([
    ['=MD.QUOTE(A2:A4)', ['A2:A4']],
    ['=MD.QUOTE(Sheet1!A4)', ['A4']],
    ['=MD.QUOTE(A:A)', ['A1:A1048576']],
    ['=MD.QUOTE(B2:B4)', []],
    ['=MD.QUOTE(Other!A2:A4)', []],
    ['=MD.QUOTE("A2")', []],
  ])('is recognised: %s refers to %j', async (formula, own) => expect((await plan(formula)).own.map(a1)).toEqual(own));

  test('gets a place beside the cells that it names, if that is empty', async () => {
    expect(await targetBeside(workbook, await plan('=MD.QUOTE(A2:A4)'))).toEqual(cellOf('Sheet1', 1, 2));
    expect(await targetBeside(workbook, await plan('=MD.QUOTE(A2:A4)', [[1]]))).toEqual(cellOf('Sheet1', 1, 1));
  });

  test('is written without the name of its own sheet', async () =>
    expect((await plan('=MD.QUOTE(Sheet1!B2:B4,Other!A1)')).formula).toBe('=MD.QUOTE(B2:B4,Other!A1)'));

  test('can be inserted outside of those cells', async () => {
    const { block, own } = await planInsertion(
      workbook,
      '=MD.QUOTE(A2:A4)',
      { outcome: [[1], [2]] },
      cellOf('Sheet1', 1, 3),
    );
    expect([a1(block), own]).toEqual(['D2:D3', []]);
  });
});

test('a result of several cells is not inserted over a table; one of a single cell is', async () => {
  const workbook = new MemoryWorkbook();
  await workbook.enter('B3', [1]);
  workbook.tableBlocks.push({ ...cellOf('Sheet1', 2, 1), rows: 2 });
  const plan = (outcome: number[][]) =>
    planInsertion(workbook, '=MD.QUOTE(D1:D2)', { outcome }, cellOf('Sheet1', 1, 1));
  await expect(plan([[1], [2]])).rejects.toThrow('A table shows no result of several cells');
  expect(a1((await plan([[1]])).block)).toBe('B2');
});

test('the columns of a result are as wide as their longest values', () => {
  const at = { value: 45_000.5, format: 'yyyy-mm-dd hh:mm:ss' };
  expect(
    columnWidths([
      ['symbol', 'mid', 'timestamp', 'text', 'rate'],
      ['EURUSD', { value: 69_497.6, format: '#,##0.0000' }, at, 'x'.repeat(90), 1 / 3],
      ['BTC', new CellError('#N/A'), at, '', 2],
    ]),
  ).toEqual([6, 11, 19, 40, 11]);
  expect([columnWidths(undefined), columnWidths(new CellError('#N/A'))]).toEqual([[], []]);
});

describe('the plan of an insertion', () => {
  const workbook = new MemoryWorkbook();
  const target = { sheet: 'Sheet1', row: 2, column: 1, rows: 5, columns: 5 };

  test('starts at the first cell of its target and has the size of the result', async () => {
    const outcome = [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ];
    const { block, isLargest } = await planInsertion(workbook, '=MD.X()', { outcome }, target);
    expect([a1(block), isLargest]).toEqual(['B3:C5', false]);
  });

  test('has as many rows as the result may have if only its beginning is known, so that nothing is in its way', async () => {
    await workbook.enter('C1000', ['mine']);
    const result = { outcome: [['time', 'mid']], moreRows: 1_000 };
    const { block, filled, isLargest } = await planInsertion(workbook, '=MD.X()', result, target);
    expect([a1(block), filled.map(a1), isLargest]).toEqual(['B3:C1003', ['C1000'], true]);
  });

  test.each([
    ['an error', new CellError('#N/A')],
    ['a result that is not known', undefined],
  ])('has one cell for %s', async (_, outcome) => {
    expect((await planInsertion(workbook, '=MD.X()', { outcome }, target)).block).toEqual(cellOf('Sheet1', 2, 1));
  });

  test('stays within the sheet if the result would not fit', async () => {
    const outcome = [
      [1, 2],
      [3, 4],
    ];
    const last = cellOf('Sheet1', 1_048_575, 16_383);
    expect(a1((await planInsertion(workbook, '=MD.X()', { outcome }, last)).block)).toBe('XFD1048576');
  });
});

describe('an insertion in the place of other cells', () => {
  async function planned(workbook: MemoryWorkbook, formula: string): Promise<Insertion> {
    await workbook.enter('A1', ['a', 'b', 'c'], ['d', 'e', 'f']);
    return planInsertion(
      workbook,
      formula,
      {
        outcome: [
          ['', ''],
          ['', ''],
        ],
      },
      cellOf('Sheet1', 0, 0),
    );
  }
  const shownIn = async (workbook: MemoryWorkbook) =>
    (await readBlock(workbook, { ...cellOf('Sheet1', 0, 0), rows: 2, columns: 3 })).map((row) =>
      row.map(({ formula, value }) => formula || value),
    );

  test('clears them', async () => {
    const workbook = new MemoryWorkbook();
    await insert(workbook, await planned(workbook, '=SUM(1)'));
    expect(await shownIn(workbook)).toEqual([
      ['=SUM(1)', '', 'c'],
      ['', '', 'f'],
    ]);
  });

  test('loses none of them if the formula is refused', async () => {
    const workbook = new MemoryWorkbook();
    const insertion = await planned(workbook, '=MD.QUOTE(A1:)');
    workbook.beforeChange = (change) => {
      if (change === 'write Sheet1!A1') throw new Error('Excel refused: The argument is invalid');
    };
    await expect(insert(workbook, insertion)).rejects.toThrow('Excel refused');
    expect(await shownIn(workbook)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
  });
});
