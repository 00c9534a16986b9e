import { networkError, ServiceError, timeoutError } from '../../../../src/api/service-error';
import type { Reply } from '../../../../src/api/transport/http';
import { Retries } from '../../../../src/api/transport/retry';

/** Retries whose circuit opens after three failures in a row, and how often each request with these results is sent. */
function createRetries() {
  const breaks: ServiceError[] = [];
  const retries = new Retries({ delayMs: 0, threshold: 3, onBreak: (error) => breaks.push(error) });
  const send = async (...results: (number | Error)[]): Promise<number[]> => {
    const counts: number[] = [];
    for (const result of results) {
      const attempt = jest.fn(() =>
        result instanceof Error
          ? Promise.reject(result)
          : Promise.resolve({ sentAt: 0, status: result, headers: new Headers(), body: '' } satisfies Reply),
      );
      await retries.send({ path: '/' }, new AbortController().signal, attempt).catch(() => undefined);
      counts.push(attempt.mock.calls.length);
    }
    return counts;
  };
  return { retries, breaks, send };
}

describe('a request', () => {
  test.each<[string, number | Error, number]>([
    ['that failed with a temporary status is sent twice more', 503, 3],
    ['that failed on the way is sent twice more', networkError('https://service.test'), 3],
    ['that took too long is sent once', timeoutError('https://service.test', 1_000), 1],
    ['that was answered is sent once', 404, 1],
  ])('%s', async (_, result, count) => {
    expect(await createRetries().send(result)).toEqual([count]);
  });

  test.each([{ body: '{}' }, { isOnce: true }])('is sent once with %j', async (traits) => {
    const attempt = jest.fn(() => Promise.reject(networkError('https://service.test')));
    const sent = createRetries().retries.send({ path: '/', ...traits }, new AbortController().signal, attempt);
    await expect(sent).rejects.toMatchObject({ kind: 'network' });
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  test('that waits for its next attempt counts as waiting, and ends when it is cancelled', async () => {
    const retries = new Retries({ delayMs: 60_000, onBreak: jest.fn() });
    const cancel = new AbortController();
    const sent = retries.send({ path: '/' }, cancel.signal, () => Promise.reject(networkError('https://service.test')));
    await new Promise(setImmediate);
    expect(retries.waitingCount).toBe(1);
    cancel.abort(new RangeError('enough'));
    await expect(sent).rejects.toThrow('enough');
    expect(retries.waitingCount).toBe(0);
  });
});

describe('the circuit', () => {
  test('is open, so that nothing is retried, from the last of N failures in a row until an answer comes', async () => {
    const { send } = createRetries();
    expect(await send(500, 503, 500, 502, 404, 500)).toEqual([3, 3, 3, 1, 1, 3]);
  });

  test.each<[string, number | Error, object]>([
    ['a wrong key', 401, { status: 401 }],
    ['no connection', networkError('https://service.test'), { kind: 'network' }],
    ['no answer in time', timeoutError('https://service.test', 1_000), { kind: 'timeout' }],
  ])('breaks once for N failures in a row that concern the whole service: %s', async (_, failure, reason) => {
    const { breaks, send } = createRetries();
    await send(failure, failure, failure);
    expect(breaks).toMatchObject([reason]);
    expect(await send(500)).toEqual([3]);
  });

  test('does not break for failures that may each have their own reason', async () => {
    const { breaks, send } = createRetries();
    await send(500, 500, 500, 500);
    expect(breaks).toEqual([]);
  });

  test('ignores requests that were cancelled', async () => {
    const { breaks, send } = createRetries();
    const cancelled = new ServiceError('cancelled', 'Cancelled');
    await send(cancelled, cancelled, cancelled);
    expect([await send(500), breaks]).toEqual([[3], []]);
  });
});
