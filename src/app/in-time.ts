/** Waits for what a host does, but not for ever: rejects when it takes longer. What it throws at once is a rejection too. */
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
