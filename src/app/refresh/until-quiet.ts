import type { RefreshTracker } from './refresh-tracker';

export interface Patience {
  readonly marking: RefreshTracker;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** Waits until `isSo` is true, until no cell has been evaluated for `patienceMs`, or until the signal aborts. */
export async function untilQuiet({ marking, patienceMs, signal }: Patience, isSo: () => boolean): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let seen = -1;
  const look = (): void => {
    if (isSo() || signal.aborted) end();
    else if (marking.askedCount !== seen && patienceMs !== Infinity) {
      seen = marking.askedCount;
      clearTimeout(timer);
      timer = setTimeout(end, patienceMs);
    }
  };
  const off = marking.onChange(look);
  signal.addEventListener('abort', look);
  look();
  await ended;
  off();
  signal.removeEventListener('abort', look);
  clearTimeout(timer);
}
