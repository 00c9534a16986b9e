import { wait } from '../../../src/core/waiting';

/** Makes pages hidden, or shown, or there be none. */
function page(hidden: boolean | undefined): void {
  if (hidden === undefined) Reflect.deleteProperty(globalThis, 'document');
  else Object.defineProperty(globalThis, 'document', { value: { hidden }, configurable: true });
}

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
    let looks = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (looks++ < 5 ? 100 : 108));
    await new Promise<void>((resolve) => wait(resolve, 8));
    expect(timer).not.toHaveBeenCalled();
    // At the beginning, four times too early, and at the end.
    expect(looks).toBe(6);
  });
});
