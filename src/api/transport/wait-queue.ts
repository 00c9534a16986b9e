/** Foreground: somebody sits before an empty cell. Background: a stream asks again. */
export type Priority = 'foreground' | 'background';

interface Waiting<T> {
  release(value: T): void;
  reject(error: Error): void;
}

export interface WaitOptions {
  /** @default 'foreground' */
  readonly priority?: Priority;
  /** Called when a waiter leaves without having had its turn, because it was cancelled. */
  readonly onLeave?: () => void;
}

/** Those who wait for their turn; within a priority first come, first served. A cancelled waiter leaves the queue at once. */
export class WaitQueue<T> {
  readonly #waiting: Readonly<Record<Priority, Set<Waiting<T>>>> = { foreground: new Set(), background: new Set() };

  get size(): number {
    return this.sizeOf('foreground') + this.sizeOf('background');
  }

  sizeOf(priority: Priority): number {
    return this.#waiting[priority].size;
  }

  /** Waits for its turn; rejects with the signal's reason when that comes first. */
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
      const waiting: Waiting<T> = {
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

  /** Lets the first waiter of a priority go on; false when nobody waits. */
  releaseNext(value: T, priority: Priority = 'foreground'): boolean {
    const [first] = this.#waiting[priority];
    first?.release(value);
    return first !== undefined;
  }

  /** Ends the waiting of everybody who waits now. */
  rejectAll(error: Error): void {
    for (const queue of Object.values(this.#waiting)) for (const waiting of [...queue]) waiting.reject(error);
  }
}
