import { afterMessages, inTime, Queue, TooLateError, wait } from '../../../src/core/waiting';

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

describe('a queue', () => {
  /** Work that ends when it is told to, and says when it begins. */
  function createWork(name: string, begun: string[]) {
    let [end, fail] = [(): void => undefined, (): void => undefined];
    const work = (): Promise<string> => {
      begun.push(name);
      return new Promise((resolve, reject) => {
        end = () => resolve(name);
        fail = () => reject(new Error(name));
      });
    };
    return { work, end: () => end(), fail: () => fail() };
  }

  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('runs one task after the other, whether the one before succeeds or fails', async () => {
    const begun: string[] = [];
    const [first, second, third] = ['first', 'second', 'third'].map((name) => createWork(name, begun)) as [
      ReturnType<typeof createWork>,
      ReturnType<typeof createWork>,
      ReturnType<typeof createWork>,
    ];
    const queue = new Queue(Promise.resolve());
    const results = [first, second, third].map(({ work }) => queue.run(work));
    const seen = Promise.allSettled(results);
    await settled();
    expect(begun).toEqual(['first']);
    first.end();
    await settled();
    expect(begun).toEqual(['first', 'second']);
    second.fail();
    await settled();
    expect(begun).toEqual(['first', 'second', 'third']);
    third.end();
    expect(await seen).toEqual([
      { status: 'fulfilled', value: 'first' },
      { status: 'rejected', reason: new Error('second') },
      { status: 'fulfilled', value: 'third' },
    ]);
  });

  test('begins a task when what it waits for has ended', async () => {
    const begun: string[] = [];
    let open = (): void => undefined;
    const before = new Promise<void>((resolve) => (open = resolve));
    const { work, end } = createWork('first', begun);
    const result = new Queue(before).run(work);
    await settled();
    expect(begun).toEqual([]);
    open();
    await settled();
    end();
    expect(await result).toBe('first');
  });
});

describe('a deadline', () => {
  test('gives what the work gives in time', async () => expect(await inTime(() => Promise.resolve(7), 1_000)).toBe(7));

  test('rejects as the work does, even if the work throws at once', async () => {
    await expect(inTime(() => Promise.reject(new Error('refused')), 1_000)).rejects.toThrow('refused');
    await expect(
      inTime(() => {
        throw new Error('broken');
      }, 1_000),
    ).rejects.toThrow('broken');
  });

  test('rejects when the time is over, and leaves no timer behind', async () => {
    jest.useFakeTimers();
    const late = inTime(() => new Promise<never>(() => undefined), 2_000);
    const said = expect(late).rejects.toEqual(new TooLateError('It took longer than 2 seconds'));
    await jest.advanceTimersByTimeAsync(2_000);
    await said;
    const work = inTime(() => Promise.resolve(1), 2_000);
    expect(await work).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
});
