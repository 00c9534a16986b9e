import type { RefreshTracker } from './refresh-tracker';

export interface Patience {
  readonly marking: RefreshTracker;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** Waits until it is so, until no cell has been asked for longer than patience lasts, or until it is told to stop. */
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
