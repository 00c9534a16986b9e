import fc from 'fast-check';
import { cellsIn } from '../../../../src/core/sheet';
import { slicesOf } from '../../../../src/office/workbook/run';

test('a large block is divided into pieces that include every cell once', () => {
  const size = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(size, size, fc.integer({ min: 1, max: 20 }), (rows, columns, maxCells) => {
      const block = { sheet: 'Model', row: 5, column: 2, rows, columns };
      const pieces = slicesOf(block, maxCells);
      for (const piece of pieces) expect(piece.rows * piece.columns).toBeLessThanOrEqual(maxCells);
      const cells = pieces.flatMap((piece) => cellsIn(piece).flat());
      expect(new Set(cells.map(({ row, column }) => `${row} ${column}`)).size).toBe(cells.length);
      expect(cells).toHaveLength(rows * columns);
    }),
  );
});
