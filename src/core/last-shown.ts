import type { Matrix } from './cell';
import type { CellError } from './errors';

/** Describes a result in which last values replace failures. */
export interface LastShown {
  /** Why there are no newer values. */
  readonly failure: CellError;
  /** Request time of the oldest value, in ms. */
  readonly askedAt: number;
}

/** Kept beside the cells, because texts and blanks cannot carry it. */
const known = new WeakMap<object, LastShown>();

export function noteLastShown(cells: Matrix, what: LastShown): Matrix {
  known.set(cells, what);
  return cells;
}

/** Undefined for a result without last values. */
export const lastShownIn = (cells: object): LastShown | undefined => known.get(cells);
