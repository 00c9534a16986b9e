/**
 * A cell's wish to stop. An AbortController does the same at several times the cost, and there is one of these per cell.
 */
export class Cancellation {
  #isCancelled = false;
  readonly #listeners = new Set<() => void>();

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  /** Calls back on cancellation, at once if it has happened. Returns what takes the listener off again. */
  onCancel(listener: () => void): () => void {
    if (this.#isCancelled) listener();
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
