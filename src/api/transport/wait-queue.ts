/**
 * In their order. Follow-up: a user waits at an empty cell whose first request was answered, but not in full.
 * Foreground: a user waits at an empty cell. Background: a stream polls.
 */
export const PRIORITIES = ['follow-up', 'foreground', 'background'] as const;
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
