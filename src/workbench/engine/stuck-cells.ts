import { type CellPlace, placeKey } from './cell-place';

/**
 * Cells whose arguments still wait although nothing is pending: one that refers to itself through others, or depends on
 * a value that never comes. They are evaluated once more, and then show an error instead of waiting for ever.
 */
export class StuckCells {
  readonly #waiting = new Map<string, CellPlace>();
  #stuck = new Set<string>();

  /** Notes a cell whose arguments wait. Returns whether it has waited long enough. */
  wait(place: CellPlace): boolean {
    const key = placeKey(place);
    if (this.#stuck.has(key)) return true;
    this.#waiting.set(key, place);
    return false;
  }

  /** Notes a cell whose arguments are there. */
  leave(place: CellPlace): void {
    this.#waiting.delete(placeKey(place));
  }

  /** Called when nothing is pending any more. Returns the cells that still wait, to be evaluated once more. */
  end(): CellPlace[] {
    const places = [...this.#waiting.values()];
    this.#stuck = new Set(this.#waiting.keys());
    this.#waiting.clear();
    return places;
  }
}
