import { networkError, ServiceError, timeoutError } from '../../../../src/api/service-error';
import { CircuitBreaker } from '../../../../src/api/transport/circuit-breaker';
import type { Reply } from '../../../../src/api/transport/http';

const never = new AbortController().signal;

/** A breaker that opens after three failures in a row, and what becomes of requests with these results. */
function createBreaker() {
  const breaks: ServiceError[] = [];
  const breaker = new CircuitBreaker({ threshold: 3, onBreak: (error) => breaks.push(error) });
  const send = async (...results: (number | Error)[]): Promise<string> => {
    for (const result of results) {
      const once = breaker.watching(() =>
        result instanceof Error
          ? Promise.reject(result)
          : Promise.resolve({ sentAt: 0, status: result, headers: new Headers(), body: '' } satisfies Reply),
      );
      await once({ path: '/' }, never).catch(() => undefined);
    }
    return breaker.state;
  };
  return { breaks, send };
}

describe('a circuit breaker', () => {
  test('is open from the last of N failures in a row until an answer comes', async () => {
    const { send } = createBreaker();
    expect([await send(500, 503), await send(500), await send(502), await send(404)]).toEqual([
      'closed',
      'open',
      'open',
      'closed',
    ]);
  });

  test.each<[string, number | Error, object]>([
    ['a wrong key', 401, { status: 401 }],
    ['no connection', networkError('https://service.test'), { kind: 'network' }],
    ['no answer in time', timeoutError('https://service.test', 1_000), { kind: 'timeout' }],
  ])('breaks once for N failures in a row that concern the whole service: %s', async (_, failure, reason) => {
    const { breaks, send } = createBreaker();
    expect(await send(failure, failure, failure)).toBe('closed');
    expect(breaks).toMatchObject([reason]);
  });

  test('does not break for failures that may each have their own reason', async () => {
    const { breaks, send } = createBreaker();
    await send(500, 500, 500, 500);
    expect(breaks).toEqual([]);
  });

  test('ignores requests that were cancelled', async () => {
    const { send } = createBreaker();
    const cancelled = new ServiceError('cancelled', 'Cancelled');
    expect(await send(cancelled, cancelled, cancelled)).toBe('closed');
  });
});
