/** Turns synchronous work into a function that returns a promise; what it throws becomes a rejection. */
export const promised =
  <Given extends unknown[], Result>(work: (...given: Given) => Result) =>
  (...given: Given): Promise<Result> =>
    new Promise((resolve) => {
      resolve(work(...given));
    });
