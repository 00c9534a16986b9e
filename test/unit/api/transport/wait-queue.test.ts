import { WaitQueue } from '../../../../src/api/transport/concurrency-limit';

const never = (): AbortSignal => new AbortController().signal;

describe('a wait queue', () => {
  test('releases waiters in the order of their arrival', async () => {
    const queue = new WaitQueue<string>();
    const [first, second] = [queue.wait(never()), queue.wait(never())];
    expect([queue.releaseNext('a'), queue.releaseNext('b')]).toEqual([true, true]);
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect([queue.size, queue.releaseNext('c')]).toEqual([0, false]);
  });

  test('lets a cancelled waiter leave at once, with the reason', async () => {
    const queue = new WaitQueue<string>();
    const [cancel, onLeave] = [new AbortController(), jest.fn()];
    const [gone, stays] = [queue.wait(cancel.signal, { onLeave }), queue.wait(never())];
    cancel.abort(new RangeError('enough'));
    expect(onLeave).toHaveBeenCalledTimes(1);
    queue.releaseNext('a');
    await expect(gone).rejects.toThrow(new RangeError('enough'));
    await expect(stays).resolves.toBe('a');
  });

  test('keeps the priorities apart, each in its order', async () => {
    const queue = new WaitQueue<string>();
    const [background, first, second] = [
      queue.wait(never(), { priority: 'background' }),
      queue.wait(never()),
      queue.wait(never()),
    ];
    expect([queue.size, queue.sizeOf('foreground'), queue.sizeOf('background')]).toEqual([3, 2, 1]);
    queue.releaseNext('a');
    queue.releaseNext('b', 'background');
    queue.releaseNext('c');
    expect(await Promise.all([background, first, second])).toEqual(['b', 'a', 'c']);
  });

  test('refuses a waiter who was cancelled before', async () => {
    const queue = new WaitQueue<string>();
    await expect(queue.wait(AbortSignal.abort(new RangeError('enough')))).rejects.toThrow('enough');
    expect(queue.size).toBe(0);
  });

  test('rejects all current waiters, but not later ones', async () => {
    const queue = new WaitQueue<string>();
    const refused = Promise.allSettled([queue.wait(never()), queue.wait(never())]);
    queue.rejectAll(new RangeError('closed'));
    expect(queue.size).toBe(0);
    const later = queue.wait(never());
    queue.releaseNext('a');
    expect(await refused).toEqual(Array(2).fill({ status: 'rejected', reason: new RangeError('closed') }));
    await expect(later).resolves.toBe('a');
  });

  test.each<[string, (queue: WaitQueue<string>) => void]>([
    ['had a turn', (queue) => queue.releaseNext('a')],
    [
      'was rejected',
      (queue) => {
        queue.rejectAll(new Error('closed'));
      },
    ],
  ])('ignores the cancellation of a waiter who %s', async (_, end) => {
    const queue = new WaitQueue<string>();
    const [cancel, onLeave] = [new AbortController(), jest.fn()];
    const settled = Promise.allSettled([queue.wait(cancel.signal, { onLeave })]);
    end(queue);
    await settled;
    cancel.abort();
    expect(onLeave).not.toHaveBeenCalled();
  });
});
