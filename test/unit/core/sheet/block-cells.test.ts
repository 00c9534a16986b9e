import { a1, parseA1 } from '../../../../src/core/sheet/a1';
import { cellsIn, columnsIn } from '../../../../src/core/sheet/block-cells';

const block = parseA1('B2:D3', 'Model')!;

test('the cells of a block come row by row', () => {
  expect(cellsIn(block).map((row) => row.map(a1))).toEqual([
    ['B2', 'C2', 'D2'],
    ['B3', 'C3', 'D3'],
  ]);
});

test('the columns of a block come from left to right, each as high as the block', () => {
  expect(columnsIn(block).map(a1)).toEqual(['B2:B3', 'C2:C3', 'D2:D3']);
});

test('cells and columns are on the sheet of the block', () => {
  expect([...cellsIn(block).flat(), ...columnsIn(block)].every(({ sheet }) => sheet === 'Model')).toBe(true);
});
