import type { Session } from '../../app/session';
import { wait } from '../../api/lookup/wait';

/** They take about 20 ms. */
const ROWS_PER_TURN = 10_000;

/**
 * Divides the work of many spills over turns of the page, so that it answers a click between them. Rows of earlier
 * turns count too, because waiting for a turn costs next to nothing.
 */
class Turns {
  #room = ROWS_PER_TURN;
  #next: Promise<void> | undefined;

  take(rows: number): Promise<void> | undefined {
    if (this.#room > 0) {
      this.#room -= rows;
      return undefined;
    }
    return (this.#next ??= new Promise((resolve) => {
      wait(() => {
        this.#room = ROWS_PER_TURN;
        this.#next = undefined;
        resolve();
      }, 0);
    }));
  }
}

/**
 * For a matrix that may be worked on now: undefined. Otherwise a promise of the next turn, in which to ask again.
 * Single cells never wait.
 */
export const turnFor = (session: Session, matrix: unknown): Promise<void> | undefined =>
  Array.isArray(matrix) && matrix.length > 1 ? session.part(Turns).take(matrix.length) : undefined;
