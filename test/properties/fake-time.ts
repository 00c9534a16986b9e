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
