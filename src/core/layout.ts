import type { Grid } from './arguments';
import type { Cell, Matrix } from './cell';
import { CellError } from './errors';

/** Lays out the answers. `answer` returns the cells of the name at `index`, one per column. */
type Layout = (answer: (index: number) => Cell[]) => Matrix;

/**
 * Lays out one answer per name, following the shape of the names: a column of names gives one row each with one column
 * per field; a row of names gives the transpose, with headers in the first column; a block takes one field and gives a
 * block of the same shape. Throws at once if the fields do not fit the shape, so that nothing is requested for it.
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

const transpose = (rows: Matrix): Matrix => rows[0]!.map((_, column) => rows.map((row) => row[column]!));

function checkBlock({ height, width }: Grid<unknown>, columns: readonly string[], hasHeaders: boolean): void {
  const block = `symbols: a block of ${height} × ${width} cells`;
  if (columns.length > 1)
    throw new CellError(
      '#VALUE!',
      `${block} has room for one value each, not for ${columns.join(', ')}; name one of them, or give a column or a row`,
    );
  if (hasHeaders)
    throw new CellError('#VALUE!', `${block} has no room for headers; leave headers out, or give a column or a row`);
}
