interface Waiting<T> {
  admit(value: T): void;
  refuse(error: Error): void;
}

/** Those who wait for their turn, first come, first served. Whoever is cancelled leaves the line at once. */
export class Line<T> {
  readonly #waiting = new Set<Waiting<T>>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /**
   * Waits for its turn; rejects with the signal's reason when that comes first.
   *
   * @param onLeave called when somebody left without having had a turn
   */
  join(signal: AbortSignal, onLeave?: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = (): void => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
        onLeave?.();
      };
      const out = (): void => {
        signal.removeEventListener('abort', leave);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting<T> = {
        admit(value) {
          out();
          resolve(value);
        },
        refuse(error) {
          out();
          reject(error);
        },
      };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Lets the first one go on; false when nobody waits. */
  admitFirst(value: T): boolean {
    const [first] = this.#waiting;
    first?.admit(value);
    return first !== undefined;
  }

  refuseAll(error: Error): void {
    for (const waiting of [...this.#waiting]) waiting.refuse(error);
  }
}
