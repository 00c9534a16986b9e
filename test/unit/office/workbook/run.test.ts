import fc from 'fast-check';
import type { Block } from '../../../../src/core/sheet';
import { firstPieces } from '../../../../src/office/workbook/run';

const block = (rows: number, columns: number, row = 0): Block => ({ sheet: 'Model', row, column: 0, rows, columns });
const places = ({ sheet, row, column, rows, columns }: Block): string[] =>
  Array.from(
    { length: rows * columns },
    (_, index) => `${sheet} ${row + Math.floor(index / columns)} ${column + (index % columns)}`,
  );

describe('splitting blocks into pieces', () => {
  test('keeps small blocks together', () => {
    expect(firstPieces([block(2, 2), block(3, 2, 5)], 10)).toEqual([[block(2, 2), block(3, 2, 5)], []]);
  });

  test('starts a new piece with a block that no longer fits', () => {
    expect(firstPieces([block(2, 2), block(4, 2, 5)], 10)).toEqual([[block(2, 2)], [block(4, 2, 5)]]);
  });

  test('divides a large block between rows', () => {
    expect(firstPieces([block(5, 4)], 10)).toEqual([[block(2, 4)], [block(3, 4, 2)]]);
  });

  test('includes every cell once, whatever the sizes', () => {
    const size = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(size, size), { maxLength: 5 }),
        fc.integer({ min: 1, max: 20 }),
        (sizes, maxCells) => {
          const blocks = sizes.map(([rows, columns], index) => block(rows, columns, index * 100));
          const met: string[] = [];
          for (let waiting: readonly Block[] = blocks; waiting.length > 0;) {
            const [first, rest] = firstPieces(waiting, maxCells);
            const cells = first.flatMap(places);
            expect(cells.length).toBeGreaterThan(0);
            expect(cells.length).toBeLessThanOrEqual(maxCells);
            met.push(...cells);
            waiting = rest;
          }
          expect(met.sort()).toEqual(blocks.flatMap(places).sort());
        },
      ),
    );
  });
});
