interface RunOptions {
  readonly signal: AbortSignal;
  /** @default 'foreground' */
  readonly priority?: Priority;
}

/** It may change at any time. */
interface Capacity {
  /** How many may run now. */
  readonly limit: number;
  /** How many more may run if nobody waits then. */
  readonly spare: number;
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

  constructor(private readonly capacity: Capacity) {}

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
    const limit = this.capacity.limit;
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
    if (this.#runningCount + waiting > this.capacity.limit + this.capacity.spare) return;
    for (const priority of ['follow-up', 'foreground'] as const) {
      while (this.#queue.releaseNext(undefined, priority)) this.#count(priority, 1);
    }
  }

  #count(priority: Priority, change: number): void {
    this.#runningCount += change;
    if (priority === 'background') this.#backgroundCount += change;
  }
}

/**
 * In their order. Follow-up: a user waits at an empty cell whose first request was answered, but not in full.
 * Foreground: a user waits at an empty cell. Background: a stream polls.
 */
const PRIORITIES = ['follow-up', 'foreground', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

interface Waiter<T> {
  release(value: T): void;
  reject(error: Error): void;
}

interface WaitOptions {
  /** @default 'foreground' */
  readonly priority?: Priority;
  /** Called when a waiter is cancelled before its turn. */
  readonly onLeave?: () => void;
}

/** Waiters for a turn: by priority, then first come, first served. A cancelled waiter leaves the queue at once. */
export class WaitQueue<T> {
  readonly #waiting = new Map(PRIORITIES.map((priority) => [priority, new Set<Waiter<T>>()]));

  get size(): number {
    return PRIORITIES.reduce((sum, priority) => sum + this.sizeOf(priority), 0);
  }

  sizeOf(priority: Priority): number {
    return this.#waiting.get(priority)!.size;
  }

  /** Waits for a turn; rejects with the signal's reason if it aborts first. */
  wait(signal: AbortSignal, { priority = 'foreground', onLeave }: WaitOptions = {}): Promise<T> {
    const queue = this.#waiting.get(priority)!;
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = (): void => {
        queue.delete(waiting);
        reject(signal.reason as Error);
        onLeave?.();
      };
      const end = (): void => {
        signal.removeEventListener('abort', leave);
        queue.delete(waiting);
      };
      const waiting: Waiter<T> = {
        release(value) {
          end();
          resolve(value);
        },
        reject(error) {
          end();
          reject(error);
        },
      };
      queue.add(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Releases the first waiter of a priority; returns false if nobody waits. */
  releaseNext(value: T, priority: Priority = 'foreground'): boolean {
    const [first] = this.#waiting.get(priority)!;
    first?.release(value);
    return first !== undefined;
  }

  /** Rejects all current waiters. */
  rejectAll(error: Error): void {
    for (const queue of this.#waiting.values()) for (const waiting of [...queue]) waiting.reject(error);
  }
}
