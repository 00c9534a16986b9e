import { a1WithSheet, parseA1 } from '../../../../src/core/sheet/a1';
import { runsOf } from '../../../../src/core/sheet/runs';

const runs = (...cells: string[]): string[] => runsOf(cells.map((cell) => parseA1(cell, 'Model')!)).map(a1WithSheet);

describe('cells are joined into the fewest blocks:', () => {
  test.each([
    ['a column', ['A1', 'A2', 'A3'], ['Model!A1:A3']],
    ['a row', ['A1', 'B1', 'C1'], ['Model!A1:C1']],
    ['a rectangle, in whatever order', ['B2', 'A1', 'B1', 'A2'], ['Model!A1:B2']],
    ['columns of different lengths', ['A1', 'A2', 'B1'], ['Model!B1', 'Model!A1:A2']],
    ['columns of different lengths, the shorter first', ['A1', 'B1', 'B2'], ['Model!A1', 'Model!B1:B2']],
    ['cells with a gap between their rows', ['A1', 'A3'], ['Model!A1', 'Model!A3']],
    ['cells with a gap between their columns', ['A1', 'C1'], ['Model!A1', 'Model!C1']],
    ['cells that touch at a corner', ['A1', 'B2'], ['Model!A1', 'Model!B2']],
    ['rows with a gap between them', ['A1', 'B1', 'A3', 'B3'], ['Model!A1:B1', 'Model!A3:B3']],
    ['cells of several sheets', ['Data!A2', 'A1', 'Data!A1'], ['Data!A1:A2', 'Model!A1']],
    ['none', [], []],
  ])('%s', (_, cells, expected) => {
    expect(runs(...cells)).toEqual(expected);
  });
});
