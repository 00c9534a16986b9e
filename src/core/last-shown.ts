import type { Matrix } from './cell';
import type { CellError } from './errors';

/** What is known of a result in which last values stand in the place of failures. */
export interface LastShown {
  /** Why there are no newer ones. */
  readonly failure: CellError;
  /** When the oldest of its values had been asked for, in ms. */
  readonly askedAt: number;
}

/** Beside the cells, because a text or a blank can carry nothing. */
const known = new WeakMap<object, LastShown>();

export function noteLastShown(cells: Matrix, what: LastShown): Matrix {
  known.set(cells, what);
  return cells;
}

/** Undefined for a result that is as fresh as any. */
export const lastShownIn = (cells: object): LastShown | undefined => known.get(cells);
