import type { RefreshTracker } from './refresh-tracker';

interface Patience {
  readonly tracker: RefreshTracker;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** Waits until `isDone` returns true, until no cell has been evaluated for `patienceMs`, or until the signal aborts. */
export async function untilDoneOrIdle({ tracker, patienceMs, signal }: Patience, isDone: () => boolean): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let seen = -1;
  const look = (): void => {
    if (isDone() || signal.aborted) end();
    else if (tracker.askedCount !== seen && patienceMs !== Infinity) {
      seen = tracker.askedCount;
      clearTimeout(timer);
      timer = setTimeout(end, patienceMs);
    }
  };
  const off = tracker.onChange(look);
  signal.addEventListener('abort', look);
  look();
  await ended;
  off();
  signal.removeEventListener('abort', look);
  clearTimeout(timer);
}
