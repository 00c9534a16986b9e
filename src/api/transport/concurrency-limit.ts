import { type Priority, WaitQueue } from './wait-queue';

export interface RunOptions {
  readonly signal: AbortSignal;
  /** @default 'foreground' */
  readonly priority?: Priority;
}

/**
 * Runs a limited number of tasks at a time; the others wait, those of the foreground first. The background takes half of the places at
 * most, so that there is always one for the foreground.
 */
export class ConcurrencyLimit {
  readonly #queue = new WaitQueue<void>();
  readonly #running: Record<Priority, number> = { foreground: 0, background: 0 };
  /** How often a task had to wait so far. */
  #waitCount = 0;

  /** @param limit how many may run now; it may change at any time */
  constructor(private readonly limit: () => number) {}

  /**
   * Runs the task once there is a place for it; rejects with the signal's reason when that comes first.
   *
   * @param task told whether another task has been waiting for a place since this one began
   */
  async run<T>(
    task: (isBinding: () => boolean) => Promise<T>,
    { signal, priority = 'foreground' }: RunOptions,
  ): Promise<T> {
    if (this.#hasPlaceFor(priority)) this.#running[priority]++;
    else {
      this.#waitCount++;
      await this.#queue.wait(signal, { priority });
    }
    const [waitsAtStart, queuedAtStart] = [this.#waitCount, this.#queue.size];
    try {
      return await task(() => queuedAtStart > 0 || this.#waitCount > waitsAtStart);
    } finally {
      this.#running[priority]--;
      this.#fill();
    }
  }

  /** How many tasks wait for a place. */
  get waitingCount(): number {
    return this.#queue.size;
  }

  /** How many tasks of the foreground run, or wait for a place. */
  get foregroundCount(): number {
    return this.#running.foreground + this.#queue.sizeOf('foreground');
  }

  /** Those who wait for a place do not get one. */
  rejectWaiting(error: Error): void {
    this.#queue.rejectAll(error);
  }

  #hasPlaceFor(priority: Priority): boolean {
    const { foreground, background } = this.#running;
    const limit = this.limit();
    return foreground + background < limit && (priority === 'foreground' || background < Math.ceil(limit / 2));
  }

  /** A place is taken when it is given away, not when its task hears of it. */
  #fill(): void {
    for (const priority of ['foreground', 'background'] as const) {
      while (this.#hasPlaceFor(priority) && this.#queue.releaseNext(undefined, priority)) this.#running[priority]++;
    }
  }
}
