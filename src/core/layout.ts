import type { Grid } from './arguments';
import { type Cell, type Matrix, transpose } from './cell';
import { CellError } from './errors';

/** Puts the answers of the names in their places; `answer` gives the cells of the name at that index, one per column. */
export type Layout = (answer: (index: number) => Cell[]) => Matrix;

/**
 * How one answer per name is laid out, by how the names stood: a column of names gives a row each with one column per
 * field; a row of names gives the transpose, headers in the first column; a block takes one field and gives a block of
 * the same shape. Throws at once when the shape cannot hold the fields, so that nothing is fetched for it.
 */
export function planLayout(names: Grid<unknown>, columns: readonly string[], hasHeaders: boolean): Layout {
  const { items, height, width } = names;
  if (height > 1 && width > 1) {
    checkBlock(names, columns, hasHeaders);
    return (answer) =>
      Array.from({ length: height }, (_, row) =>
        Array.from({ length: width }, (__, column) => answer(row * width + column)[0]!),
      );
  }
  return (answer) => {
    const answers = items.map((_, index) => answer(index));
    const down = hasHeaders ? [[...columns], ...answers] : answers;
    return width > 1 ? transpose(down) : down;
  };
}

function checkBlock({ height, width }: Grid<unknown>, columns: readonly string[], hasHeaders: boolean): void {
  const block = `symbols: a block of ${height} × ${width} cells`;
  if (columns.length > 1) {
    throw new CellError(
      '#VALUE!',
      `${block} has room for one value each, not for ${columns.join(', ')}; name one of them, or give a column or a row`,
    );
  }
  if (hasHeaders)
    throw new CellError('#VALUE!', `${block} has no room for headers; leave headers out, or give a column or a row`);
}
