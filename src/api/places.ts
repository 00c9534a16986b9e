import { Line } from './line';

/** Lets so many work at once; others wait for their turn, first come, first served. */
export class Places {
  readonly #line = new Line<void>();
  #left: number;

  constructor(readonly count: number) {
    this.#left = count;
  }

  /** Does the work once there is a place for it; rejects with the signal's reason when that comes first. */
  async during<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#left > 0) this.#left--;
    else await this.#line.join(signal);
    try {
      return await work();
    } finally {
      if (!this.#line.admitFirst()) this.#left++;
    }
  }

  /** Those who wait for a place do not get one. */
  refuseAll(error: Error): void {
    this.#line.refuseAll(error);
  }
}
