import { wait, mapInPieces } from '../../../src/core/waiting';

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

  test('uses no timer in a hidden page, where timers fire once a second, and does not end early', async () => {
    page(true);
    const timer = jest.spyOn(globalThis, 'setTimeout');
    const start = performance.now();
    const waitedMs = await new Promise<number>((resolve) => {
      wait(() => {
        resolve(performance.now() - start);
      }, 8);
    });
    expect(timer).not.toHaveBeenCalled();
    expect(waitedMs).toBeGreaterThanOrEqual(8);
  });
});

/** Keeps the page busy, as the work of a step does. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('long work lets the page do other things in between, and keeps its order', async () => {
  let isOver = false;
  let others = 0;
  const turn = (): void => {
    others++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const all = Array.from({ length: 256 }, (_, index) => index);
  const results = await mapInPieces(all, (one, index) => {
    work(1);
    return one * 2 + index;
  });
  isOver = true;
  expect(results).toEqual(all.map((one) => one * 3));
  expect(others).toBeGreaterThan(2);
});

test('short work is not interrupted', async () => {
  let others = 0;
  setImmediate(() => {
    others++;
  });
  await mapInPieces(['a', 'b'], (one) => one);
  expect(others).toBe(0);
});
