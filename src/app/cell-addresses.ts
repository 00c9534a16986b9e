import { a1, a1WithSheet, type Block } from '../core/sheet/a1';

/** The notations in which hosts write a cell's address. */
export const addressesOf = (cell: Block): readonly string[] => [
  ...new Set([a1WithSheet(cell), `${cell.sheet}!${a1(cell)}`, `'${cell.sheet.replaceAll("'", "''")}'!${a1(cell)}`]),
];
