/** Work that is done at once, as a function that promises it: what it throws rejects. */
export const promised =
  <Given extends unknown[], Result>(work: (...given: Given) => Result) =>
  (...given: Given): Promise<Result> =>
    new Promise((resolve) => {
      resolve(work(...given));
    });
