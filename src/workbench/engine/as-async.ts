/** Turns synchronous work into a function that returns a promise; what it throws becomes a rejection. */
export const asAsync =
  <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
  (...args: Args): Promise<Result> =>
    new Promise((resolve) => {
      resolve(work(...args));
    });
