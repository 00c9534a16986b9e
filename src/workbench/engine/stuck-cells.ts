import { type CellPosition, positionKey } from './cell-position';

/**
 * Cells whose arguments still wait although nothing is pending: one that refers to itself through others, or depends on
 * a value that never comes. They are evaluated once more, and then show an error instead of waiting for ever.
 */
export class StuckCells {
  readonly #waiting = new Map<string, CellPosition>();
  #stuck = new Set<string>();

  /** Notes a cell whose arguments wait. Returns whether it has waited long enough. */
  wait(position: CellPosition): boolean {
    const key = positionKey(position);
    if (this.#stuck.has(key)) return true;
    this.#waiting.set(key, position);
    return false;
  }

  /** Notes a cell whose arguments are there. */
  leave(position: CellPosition): void {
    this.#waiting.delete(positionKey(position));
  }

  /** Called when nothing is pending any more. Returns the cells that still wait, to be evaluated once more. */
  end(): CellPosition[] {
    const positions = [...this.#waiting.values()];
    this.#stuck = new Set(this.#waiting.keys());
    this.#waiting.clear();
    return positions;
  }
}
