import { wait } from '../../api/lookup/wait';

/** They take about 20 ms. */
const ROWS_PER_TURN = 10_000;

let room = ROWS_PER_TURN;
let next: Promise<void> | undefined;

/**
 * Divides the work of many spills over turns of the page, so that it answers a click between them. For a matrix that may
 * be worked on now: undefined. Otherwise a promise of the next turn, in which to ask again. Single cells never wait.
 */
export function turnFor(matrix: unknown): Promise<void> | undefined {
  if (!Array.isArray(matrix) || matrix.length < 2) return undefined;
  next ??= new Promise((resolve) => {
    wait(() => {
      room = ROWS_PER_TURN;
      next = undefined;
      resolve();
    }, 0);
  });
  if (room <= 0) return next;
  room -= matrix.length;
  return undefined;
}
