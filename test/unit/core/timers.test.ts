import { afterMessages, wait } from '../../../src/core/timers';

/** Makes pages hidden, or shown, or there be none. */
function page(hidden: boolean | undefined): void {
  if (hidden === undefined) Reflect.deleteProperty(globalThis, 'document');
  else Object.defineProperty(globalThis, 'document', { value: { hidden }, configurable: true });
}

const messagePassed = (): Promise<void> => new Promise((resolve) => afterMessages(() => true, resolve));

describe('a wait of some milliseconds', () => {
  afterEach(() => {
    page(undefined);
    jest.restoreAllMocks();
  });

  test.each([
    ['outside a page', undefined],
    ['in a page that is shown', false],
  ])('uses a timer %s', (_, hidden) => {
    page(hidden);
    const timer = jest.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
    const callback = jest.fn();
    wait(callback, 8);
    expect(timer).toHaveBeenCalledWith(callback, 8);
  });

  test('uses no timer in a hidden page, where timers fire once a second, and ends with the time and not before', async () => {
    page(true);
    const timer = jest.spyOn(globalThis, 'setTimeout');
    // Others may ask for the time meanwhile.
    let now = 100;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const callback = jest.fn();
    wait(callback, 8);
    for (const early of [100, 104, 107.9]) {
      now = early;
      for (let message = 0; message < 3; message++) await messagePassed();
      expect(callback).not.toHaveBeenCalled();
    }
    now = 108;
    for (let message = 0; message < 3; message++) await messagePassed();
    expect(callback).toHaveBeenCalledTimes(1);
    expect(timer).not.toHaveBeenCalledWith(expect.anything(), 8);
  });
});
