/**
 * Calls back after some milliseconds, even in a hidden page. There browsers fire timers only once a second, which would
 * delay every batch.
 */
export function wait(callback: () => void, ms: number): void {
  if (!isHidden()) {
    setTimeout(callback, ms);
    return;
  }
  const end = performance.now() + ms;
  afterMessages(() => performance.now() >= end, callback);
}

/** Whether nobody sees the page, in which case its timers are slow. */
export const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;

/** Calls back after a message, or after as many as it takes: browsers do not slow them down. @internal */
export function afterMessages(isEnough: () => boolean, callback: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (!isEnough()) {
      port2.postMessage(null);
      return;
    }
    port1.close();
    callback();
  };
  port2.postMessage(null);
}

/** The page answers a click after at most a piece of long work. */
const PIECE_MS = 25;
/** Asking for the time costs more than most steps. */
const STEPS_BETWEEN_LOOKS = 32;

/** Lets the page answer the user between the pieces of long work. Short work is never interrupted. */
export class Pauses {
  #since = performance.now();
  #steps = 0;

  /** @param stepsBetweenLooks fewer where a single step may last long */
  constructor(private readonly stepsBetweenLooks = STEPS_BETWEEN_LOOKS) {}

  /** Whether the piece has lasted long enough; called at every step. */
  get isDue(): boolean {
    this.#steps = (this.#steps + 1) % this.stepsBetweenLooks;
    return this.#steps === 0 && performance.now() - this.#since > PIECE_MS;
  }

  async take(): Promise<void> {
    await new Promise<void>((resolve) => afterMessages(() => true, resolve));
    this.#since = performance.now();
  }
}

export async function mapInPieces<T, R>(all: readonly T[], map: (one: T, index: number) => R): Promise<R[]> {
  const pauses = new Pauses();
  const results: R[] = [];
  for (const [index, one] of all.entries()) {
    if (pauses.isDue) await pauses.take();
    results.push(map(one, index));
  }
  return results;
}

/** Runs work one after the other, in the order of arrival; a failure does not stop the following work. */
export class Queue {
  #last: Promise<unknown>;

  /** @param before the promise that the first work waits for */
  constructor(before: Promise<unknown>) {
    this.#last = before;
  }

  /** Settles as the work does. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return (this.#last = this.#last.then(work, work));
  }
}

export class TooLateError extends Error {}

/** Waits for a host, but not for ever: rejects after `timeoutMs`. Synchronous errors become rejections too. */
export async function inTime<T>(start: () => Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLateError(`It took longer than ${timeoutMs / 1000} seconds`)), timeoutMs);
  });
  try {
    return await Promise.race([start(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
