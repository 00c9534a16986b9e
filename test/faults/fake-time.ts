import { NOW_MS } from './scene';

/** Time stands still but for `settle`. */
export const useFakeTime = (): void => {
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW_MS, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
};

/** Far more than two minutes of timers that follow each other. */
const MAX_TIMERS = 5_000;

/** Lets time pass until the promise has settled. Fails when no timer is left that could settle it. */
export async function settle<T>(promise: Promise<T>): Promise<T> {
  const state = { isSettled: false };
  const end = (): void => {
    state.isSettled = true;
  };
  void promise.then(end, end);
  for (let count = 0; count < MAX_TIMERS; count++) {
    for (let turn = 0; turn < 4 && !state.isSettled; turn++) await new Promise(setImmediate);
    if (state.isSettled) return promise;
    if (jest.getTimerCount() > 0) await jest.advanceTimersToNextTimerAsync();
  }
  throw new Error('It is still pending');
}
