export class TooLateError extends Error {}

/** Waits for a host, but not for ever: rejects after `timeoutMs`. Synchronous errors become rejections too. */
export async function inTime<T>(start: () => Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TooLateError(`It took longer than ${timeoutMs / 1000} seconds`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([start(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
