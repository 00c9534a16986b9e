/** Every timer and clock of these tests is jest's, so that hours pass in no time and every timer is counted. */
export const useFakeTime = (): void => {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'],
    now: Date.UTC(2026, 10, 23, 12),
  });
  afterAll(() => {
    jest.useRealTimers();
  });
};

/** The number of schedules that each property is tried on. */
export const RUNS = { numRuns: 10_000 };

/** A minute on a machine of its own; much more where others work on it too. */
export const LONGEST_MS = 900_000;
