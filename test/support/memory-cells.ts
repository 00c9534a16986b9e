import { a1, type Block, cellOf } from '../../src/core/sheet';

export const keyOf = (row: number, column: number): string => a1({ row, column, rows: 1, columns: 1 });

/** Row by row. */
export const rowsIn = ({ sheet, row, column, rows, columns }: Block): Block[][] =>
  Array.from({ length: rows }, (_, down) =>
    Array.from({ length: columns }, (__, across) => cellOf(sheet, row + down, column + across)),
  );

export const cellsIn = (block: Block): Block[] => rowsIn(block).flat();
