/** Something that happens again and again, and can be waited for. */
export class Signal {
  #waiting: (() => void)[] = [];

  /** Resolves when it happens next. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  fire(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
