/** Lets each test of a suite, or of a `describe`, have timers of its own. */
export function useFakeTimers(options?: Parameters<typeof jest.useFakeTimers>[0]): void {
  beforeEach(() => void jest.useFakeTimers(options));
  afterEach(() => void jest.useRealTimers());
}
