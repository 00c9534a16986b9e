/** Tells its listeners about changes. */
export class Emitter {
  readonly #listeners = new Set<() => void>();

  /** Calls the listener after every change. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected emitChange(): void {
    for (const listener of this.#listeners) listener();
  }
}
