/** Does some work under a signal of its own, which follows the other and aborts what is left when the work is over. */
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
