/** Foreground: a user waits at an empty cell. Background: a stream polls. */
export type Priority = 'foreground' | 'background';

interface Waiter<T> {
  release(value: T): void;
  reject(error: Error): void;
}

export interface WaitOptions {
  /** @default 'foreground' */
  readonly priority?: Priority;
  /** Called when a waiter is cancelled before its turn. */
  readonly onLeave?: () => void;
}

/** Waiters for a turn: by priority, then first come, first served. A cancelled waiter leaves the queue at once. */
export class WaitQueue<T> {
  readonly #waiting: Readonly<Record<Priority, Set<Waiter<T>>>> = { foreground: new Set(), background: new Set() };

  get size(): number {
    return this.sizeOf('foreground') + this.sizeOf('background');
  }

  sizeOf(priority: Priority): number {
    return this.#waiting[priority].size;
  }

  /** Waits for a turn; rejects with the signal's reason if it aborts first. */
  wait(signal: AbortSignal, { priority = 'foreground', onLeave }: WaitOptions = {}): Promise<T> {
    const queue = this.#waiting[priority];
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
    const [first] = this.#waiting[priority];
    first?.release(value);
    return first !== undefined;
  }

  /** Rejects all current waiters. */
  rejectAll(error: Error): void {
    for (const queue of Object.values(this.#waiting)) for (const waiting of [...queue]) waiting.reject(error);
  }
}
