/**
 * Runs work with its own signal, which follows the outer one and aborts whatever is still running when the work ends.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal,
  work: (own: AbortSignal, abort: () => void) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const abort = (): void => {
    own.abort();
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await work(own.signal, abort);
  } finally {
    signal.removeEventListener('abort', abort);
    abort();
  }
}
