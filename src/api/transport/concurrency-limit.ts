import { type Priority, WaitQueue } from './wait-queue';

export interface RunOptions {
  readonly signal: AbortSignal;
  /** @default 'foreground' */
  readonly priority?: Priority;
}

/**
 * Runs a limited number of tasks at a time. The others wait, foreground tasks first. The background uses at most half
 * of the capacity, so that the foreground always has some.
 */
export class ConcurrencyLimit {
  readonly #queue = new WaitQueue<void>();
  readonly #running: Record<Priority, number> = { foreground: 0, background: 0 };
  /** How often a task has had to wait. */
  #waitCount = 0;

  /** @param limit how many may run now; it may change at any time */
  constructor(private readonly limit: () => number) {}

  /**
   * Runs the task once there is capacity; rejects with the signal's reason if it aborts first.
   *
   * @param task can ask whether another task has waited since it began
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

  /** How many tasks wait. */
  get waitingCount(): number {
    return this.#queue.size;
  }

  /** How many foreground tasks run or wait. */
  get foregroundCount(): number {
    return this.#running.foreground + this.#queue.sizeOf('foreground');
  }

  /** Rejects all waiting tasks. */
  rejectWaiting(error: Error): void {
    this.#queue.rejectAll(error);
  }

  #hasPlaceFor(priority: Priority): boolean {
    const { foreground, background } = this.#running;
    const limit = this.limit();
    return foreground + background < limit && (priority === 'foreground' || background < Math.ceil(limit / 2));
  }

  /** Capacity counts as used when it is assigned, not when its task starts. */
  #fill(): void {
    for (const priority of ['foreground', 'background'] as const) {
      while (this.#hasPlaceFor(priority) && this.#queue.releaseNext(undefined, priority)) this.#running[priority]++;
    }
  }
}
