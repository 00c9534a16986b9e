import { type Block, cellOf } from './a1';

/** The single cells of a block, row by row. */
export const cellsIn = ({ sheet, row, column, rows, columns }: Block): Block[][] =>
  Array.from({ length: rows }, (_, down) =>
    Array.from({ length: columns }, (__, across) => cellOf(sheet, row + down, column + across)),
  );

/** The columns of a block, each a block of its own. */
export const columnsIn = (block: Block): Block[] =>
  Array.from({ length: block.columns }, (_, across) => ({ ...block, column: block.column + across, columns: 1 }));
