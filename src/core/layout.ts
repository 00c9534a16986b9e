import type { Grid } from './arguments';
import type { Cell, Matrix } from './cell';
import { transpose } from './cell';
import { CellError } from './errors';

/**
 * Lays out one answer per name as the names stood: a column of names gives a row each with one column per field; a row of
 * names gives the transpose, headers in the first column; a block takes one field and gives a block of the same shape.
 *
 * @param answer the cells of the name at that index, one per field
 */
export function layOut(
  names: Grid<unknown>,
  fields: readonly string[],
  hasHeaders: boolean,
  answer: (index: number) => Cell[],
): Matrix {
  const isBlock = names.width > 1 && names.height > 1;
  if (isBlock && (fields.length > 1 || hasHeaders)) {
    const extra = hasHeaders ? 'headers' : `${fields.length} fields`;
    throw new CellError('#VALUE!', `A block of ${names.height} × ${names.width} cells takes one field and no headers, not ${extra}; give a column or a row`);
  }
  const answers = names.items.map((_, index) => answer(index));
  if (isBlock) {
    return Array.from({ length: names.height }, (_, row) =>
      answers.slice(row * names.width, (row + 1) * names.width).map(([cell]) => cell!));
  }
  const down = hasHeaders ? [[...fields], ...answers] : answers;
  return names.width > 1 ? transpose(down) : down;
}
