/** Waits for a host, but not for ever: rejects after `longestMs`. Synchronous errors become rejections too. */
export async function inTime<T>(start: () => Promise<T>, longestMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`It took longer than ${longestMs / 1000} seconds`));
    }, longestMs);
  });
  try {
    return await Promise.race([start(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
