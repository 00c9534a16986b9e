import { rangesOf } from '../../../../src/workbench/engine/cell-position';
import { a1 } from '../../../../src/core/sheet';

describe('the cells to evaluate', () => {
  const place = (sheetId: string, row: number, column: number) => ({ unitId: 'book', sheetId, row, column });
  const blocks = (places: ReturnType<typeof place>[]) =>
    rangesOf(places).map(
      ({ sheetId, range }) =>
        `${sheetId} ${a1({ row: range.startRow, column: range.startColumn, rows: range.endRow - range.startRow + 1, columns: range.endColumn - range.startColumn + 1 })}`,
    );

  it('are joined into ranges, in any order, and each cell once', () => {
    expect(blocks([place('one', 2, 0), place('one', 0, 0), place('one', 1, 0), place('one', 1, 0)])).toEqual([
      'one A1:A3',
    ]);
  });

  it('are joined only without gaps and within one sheet', () => {
    expect(blocks([place('one', 0, 0), place('one', 2, 0), place('one', 3, 1), place('two', 3, 0)])).toEqual([
      'one A1',
      'one A3',
      'one B4',
      'two A4',
    ]);
  });
});
