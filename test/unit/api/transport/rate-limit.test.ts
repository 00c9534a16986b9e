import { RateLimiter, type Permit } from '../../../../src/api/transport/rate-limit';
import { useFakeTime } from './limits-service';

useFakeTime();

/** A rate limiter, and the permits that it has given. It is 15:00:03.400, so the second ends after 600 ms. */
function setUp() {
  const limiter = new RateLimiter(
    () => Date.now(),
    () => undefined,
  );
  const permits: Permit[] = [];
  return {
    limiter,
    permits,
    come: (count: number, signal = new AbortController().signal) =>
      Promise.allSettled(
        Array.from({ length: count }, async () => {
          permits.push(await limiter.acquire(signal));
        }),
      ),
  };
}

const wait = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** A rate limiter at which three wait, after two refusals. */
async function paused() {
  const opened = setUp();
  await opened.come(2);
  for (const permit of opened.permits) opened.limiter.refused(permit, undefined, true);
  opened.permits.length = 0;
  const cancel = new AbortController();
  return { ...opened, cancel, waiting: opened.come(3, cancel.signal) };
}

describe('the rate limiter', () => {
  test('lets every request pass until the service refuses one', async () => {
    const { come, permits } = setUp();
    await come(100);
    expect(permits).toHaveLength(100);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('lets no request pass during the pause, then one probe, and then all', async () => {
    const { limiter, permits } = await paused();
    await wait(649);
    expect(permits).toHaveLength(0);
    await wait(1);
    expect(permits).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
    limiter.accepted(permits[0]!);
    await wait(0);
    expect(permits).toHaveLength(3);
  });

  test('sends another probe if the first is lost', async () => {
    const { limiter, permits } = await paused();
    await wait(650);
    limiter.lost(permits[0]!);
    await wait(0);
    expect(permits).toHaveLength(2);
  });

  test('prolongs the pause if the probe is refused', async () => {
    const { limiter, permits } = await paused();
    await wait(650);
    expect(limiter.refused(permits[0]!, undefined, true)).toBe(true);
    await wait(5_999);
    expect(permits).toHaveLength(1);
    await wait(1);
    expect(permits).toHaveLength(2);
  });

  test('lets a cancelled waiter leave; no timer remains when the last has gone', async () => {
    const { permits, cancel, waiting } = await paused();
    expect(jest.getTimerCount()).toBe(1);
    cancel.abort(new RangeError('enough'));
    expect(await waiting).toEqual(Array(3).fill({ status: 'rejected', reason: new RangeError('enough') }));
    expect([jest.getTimerCount(), permits.length]).toEqual([0, 0]);
  });

  test('rejects all waiting requests on demand, and leaves no timer', async () => {
    const { limiter, waiting } = await paused();
    limiter.rejectWaiting(new RangeError('no'));
    expect(await waiting).toEqual(Array(3).fill({ status: 'rejected', reason: new RangeError('no') }));
    expect(jest.getTimerCount()).toBe(0);
  });

  test('recognises a pause that is too long to wait for', async () => {
    const { limiter, permits, waiting } = await paused();
    await wait(650);
    expect(limiter.refused(permits[0]!, 3_600_000, true)).toBe(false);
    limiter.rejectWaiting(new RangeError('too long'));
    expect((await waiting).filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(permits).toHaveLength(1);
  });
});
