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

/** Calls back after a message, or after as many as it takes: browsers do not slow them down. */
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
