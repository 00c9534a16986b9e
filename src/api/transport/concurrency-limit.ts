import { PRIORITIES, type Priority, WaitQueue } from './wait-queue';

interface RunOptions {
  readonly signal: AbortSignal;
  /** @default 'foreground' */
  readonly priority?: Priority;
}

/**
 * Runs a limited number of tasks at a time. The others wait in the order of their priorities. The background uses at
 * most half of the capacity, and one slot at least, so that the foreground always has some.
 */
export class ConcurrencyLimit {
  readonly #queue = new WaitQueue<void>();
  #runningCount = 0;
  #backgroundCount = 0;
  /** How often a task has had to wait. */
  #waitCount = 0;

  /**
   * @param limit how many may run now; it may change at any time
   * @param spare how many more may run if nobody waits then
   */
  constructor(
    private readonly limit: () => number,
    private readonly spare: () => number = () => 0,
  ) {}

  /**
   * Runs the task once there is capacity; rejects with the signal's reason if it aborts first.
   *
   * @param task can ask whether another task has waited since it began
   */
  async run<T>(
    task: (isBinding: () => boolean) => Promise<T>,
    { signal, priority = 'foreground' }: RunOptions,
  ): Promise<T> {
    if (this.#hasCapacityFor(priority)) this.#count(priority, 1);
    else {
      this.#waitCount++;
      // In a microtask: the rest of the batch queues first.
      queueMicrotask(() => {
        this.#runLast();
      });
      await this.#queue.wait(signal, { priority });
    }
    const [waitsAtStart, queuedAtStart] = [this.#waitCount, this.#queue.size];
    try {
      return await task(() => queuedAtStart > 0 || this.#waitCount > waitsAtStart);
    } finally {
      this.#count(priority, -1);
      this.#fill();
    }
  }

  /** How many tasks wait. */
  get waitingCount(): number {
    return this.#queue.size;
  }

  /** How many tasks run or wait that a user waits for. */
  get foregroundCount(): number {
    return this.#runningCount - this.#backgroundCount + this.#queue.size - this.#queue.sizeOf('background');
  }

  /** Rejects all waiting tasks. */
  rejectWaiting(error: Error): void {
    this.#queue.rejectAll(error);
  }

  #hasCapacityFor(priority: Priority): boolean {
    const limit = this.limit();
    return (
      this.#runningCount < limit &&
      (priority !== 'background' || this.#backgroundCount < Math.max(1, Math.floor(limit / 2)))
    );
  }

  /** Capacity counts as used when it is assigned, not when its task starts. */
  #fill(): void {
    for (const priority of PRIORITIES) {
      while (this.#hasCapacityFor(priority) && this.#queue.releaseNext(undefined, priority)) this.#count(priority, 1);
    }
    this.#runLast();
  }

  /** The last few that a user waits for need not wait for the others. */
  #runLast(): void {
    const waiting = this.#queue.size - this.#queue.sizeOf('background');
    if (this.#runningCount + waiting > this.limit() + this.spare()) return;
    for (const priority of ['follow-up', 'foreground'] as const) {
      while (this.#queue.releaseNext(undefined, priority)) this.#count(priority, 1);
    }
  }

  #count(priority: Priority, change: number): void {
    this.#runningCount += change;
    if (priority === 'background') this.#backgroundCount += change;
  }
}
