import type { Session } from '../../app/session';
import { wait } from '../../core/waiting';
import type { MaybePromise } from '../../core/basics';

/** They take about 20 ms. */
const ROWS_BETWEEN_PAUSES = 10_000;

/**
 * Divides the work of many spills, so that the page answers a click between them. Rows of earlier spills count too,
 * because waiting for a pause costs next to nothing.
 */
class SpillPauses {
  #rowsLeft = ROWS_BETWEEN_PAUSES;
  #next: Promise<void> | undefined;

  take(rows: number): Promise<void> | undefined {
    if (this.#rowsLeft > 0) {
      this.#rowsLeft -= rows;
      return undefined;
    }
    return (this.#next ??= new Promise((resolve) =>
      wait(() => {
        this.#rowsLeft = ROWS_BETWEEN_PAUSES;
        this.#next = undefined;
        resolve();
      }, 0),
    ));
  }
}

/**
 * For a matrix that may be worked on now: undefined. Otherwise a promise of the next pause, after which to ask again.
 * Single cells never wait.
 */
export const pauseFor = (session: Pick<Session, 'part'>, matrix: unknown): Promise<void> | undefined =>
  Array.isArray(matrix) && matrix.length > 1 ? session.part(SpillPauses).take(matrix.length) : undefined;

/** Works on a matrix when there is room for it. */
export const whenThereIsRoom = <T>(
  session: Pick<Session, 'part'>,
  matrix: unknown,
  work: () => MaybePromise<T>,
): MaybePromise<T> => pauseFor(session, matrix)?.then(() => whenThereIsRoom(session, matrix, work)) ?? work();
