import { networkError, ServiceError, timeoutError } from '../../../../src/api/service-error';
import type { Reply } from '../../../../src/api/transport/policy';
import { Repeats } from '../../../../src/api/transport/repeats';
import { outgoing } from './outgoing';

/** Repeats whose circuit opens after three failures in a row, and how often each request with these results is sent. */
function createRepeats() {
  const breaks: ServiceError[] = [];
  const repeats = new Repeats({ delayMs: 0, threshold: 3, onBreak: (error) => breaks.push(error) });
  const send = async (...results: (number | Error)[]): Promise<number[]> => {
    const counts: number[] = [];
    for (const result of results) {
      const attempt = jest.fn(() =>
        result instanceof Error
          ? Promise.reject(result)
          : Promise.resolve({ sentAt: 0, status: result, headers: new Headers(), body: '' } satisfies Reply),
      );
      await repeats.sendRequest(outgoing(), attempt).catch(() => undefined);
      counts.push(attempt.mock.calls.length);
    }
    return counts;
  };
  return { repeats, breaks, send };
}

describe('a request', () => {
  test.each<[string, number | Error, number]>([
    ...[408, 500, 502, 503, 504].map((status): [string, number, number] => [
      `that failed with the temporary status ${status} is sent twice more`,
      status,
      3,
    ]),
    ['that failed on the way is sent twice more', networkError('https://service.test'), 3],
    ['that took too long is sent once', timeoutError('https://service.test', 1_000), 1],
    ...[400, 401, 403, 404, 501].map((status): [string, number, number] => [
      `that was answered with ${status} is sent once`,
      status,
      1,
    ]),
  ])('%s', async (_, result, count) => expect(await createRepeats().send(result)).toEqual([count]));

  test.each([{ body: '{}' }, { isOnce: true }])('is sent once with %j', async (traits) => {
    const attempt = jest.fn(() => Promise.reject(networkError('https://service.test')));
    const sent = createRepeats().repeats.sendRequest(outgoing(traits), attempt);
    await expect(sent).rejects.toMatchObject({ kind: 'network' });
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  test('that waits for its next attempt counts as waiting, and ends when it is cancelled', async () => {
    const repeats = new Repeats({ delayMs: 60_000, onBreak: jest.fn() });
    const cancel = new AbortController();
    const sent = repeats.sendRequest(outgoing({ signal: cancel.signal }), () =>
      Promise.reject(networkError('https://service.test')),
    );
    await new Promise(setImmediate);
    expect(repeats.isHoldingUp).toBe(true);
    cancel.abort(new RangeError('enough'));
    await expect(sent).rejects.toThrow('enough');
    expect(repeats.isHoldingUp).toBe(false);
  });
});

describe('a request whose service says when to come again', () => {
  /** How often it is sent, and with which status it ends, if the service answers so and at last with data. */
  async function outcomeOf(answers: readonly Partial<Reply>[], traits = {}): Promise<[number, number]> {
    let count = 0;
    const { repeats } = createRepeats();
    const { status } = await repeats.sendRequest(outgoing(traits), () => {
      const answer = { sentAt: 0, status: 200, headers: new Headers(), body: '', ...answers[count] };
      count++;
      return Promise.resolve(answer);
    });
    return [count, status];
  }
  const notReady = { status: 503, retryAfterMs: 1_000 };
  const tooMany = { status: 429 };

  test.each<[string, readonly Partial<Reply>[], object, number, number]>([
    ['is sent again', [notReady], {}, 2, 200],
    ['is sent twice more and no more often', [notReady, notReady, notReady, notReady], {}, 3, 503],
    ['is sent twice more in all after different failures', [notReady, { status: 500 }, notReady, notReady], {}, 3, 503],
    [
      'is sent again even if it should be sent once, because its question is right',
      [notReady],
      { isOnce: true },
      2,
      200,
    ],
    ['is sent once if it is an upload', [notReady], { body: '{}' }, 1, 503],
    ['is sent again after each refusal for too many requests', Array(9).fill(tooMany), { isOnce: true }, 10, 200],
    [
      'is sent twice more after failures, and again after each refusal for too many requests',
      [tooMany, tooMany, notReady, tooMany, notReady],
      {},
      6,
      200,
    ],
  ])('%s', async (_, answers, traits, count, status) => {
    expect(await outcomeOf(answers, traits)).toEqual([count, status]);
  });

  test('but only after too long a pause fails, and all other requests with it', async () => {
    const { breaks, repeats } = createRepeats();
    const tooLate = new ServiceError('status', 'later', { status: 503, pauseMs: 3_600_000 });
    await expect(repeats.sendRequest(outgoing(), () => Promise.reject(tooLate))).rejects.toBe(tooLate);
    expect(breaks).toEqual([tooLate]);
  });
});

describe('the circuit', () => {
  test('is open, so that nothing is retried, from the last of N failures in a row until an answer comes', async () => {
    const { send } = createRepeats();
    expect(await send(500, 503, 500, 502, 404, 500)).toEqual([3, 3, 3, 1, 1, 3]);
  });

  test.each<[string, number | Error, object]>([
    ['a wrong key', 401, { status: 401 }],
    ['no connection', networkError('https://service.test'), { kind: 'network' }],
    ['no answer in time', timeoutError('https://service.test', 1_000), { kind: 'timeout' }],
  ])('breaks once for N failures in a row that concern the whole service: %s', async (_, failure, reason) => {
    const { breaks, send } = createRepeats();
    await send(failure, failure, failure);
    expect(breaks).toMatchObject([reason]);
    expect(await send(500)).toEqual([3]);
  });

  test('does not break for failures that may each have their own reason', async () => {
    const { breaks, send } = createRepeats();
    await send(500, 500, 500, 500);
    expect(breaks).toEqual([]);
  });

  test('ignores requests that were cancelled', async () => {
    const { breaks, send } = createRepeats();
    const cancelled = new ServiceError('cancelled', 'Cancelled');
    await send(cancelled, cancelled, cancelled);
    expect([await send(500), breaks]).toEqual([[3], []]);
  });
});
