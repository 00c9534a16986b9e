import { statusError } from '../../../../src/api/service-error';
import { operationOf } from '../../../../src/api/operations';
import { Transport, type TransportOptions } from '../../../../src/api/transport/transport';

/** An answer without a stream, which would take real time under fake timers. */
export const reply = (
  status: number,
  body = '{"items":[]}',
  headers: Readonly<Record<string, string>> = {},
): Response =>
  ({ status, type: 'default', headers: new Headers(headers), text: () => Promise.resolve(body) }) as Response;

/** A 422 that complains of something at a location. */
export const validationError = (location: readonly string[], msg: string): Response =>
  reply(422, JSON.stringify({ detail: [{ loc: location, msg, type: 'value_error' }] }));

/**
 * A transport whose requests are answered at once by a function of their number, or one by one by the test:
 * `answers[2]!(reply(200))`.
 */
export function setUp(answer?: (count: number) => Response | Error, options: Partial<TransportOptions> = {}) {
  const requests: Request[] = [];
  const answers: ((answer: Response | Error) => void)[] = [];
  const transport = new Transport({
    address: 'https://service.test',
    apiKey: 'KEY',
    now: () => Date.now(),
    timeoutMs: 30_000,
    retryMs: 500,
    wireNames: {},
    onRequest: () => undefined,
    ...options,
    fetch: (input) =>
      new Promise((resolve, reject) => {
        const take = (answer: Response | Error): void => {
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        };
        answers.push(take);
        requests.push(input as Request);
        if (answer) take(answer(requests.length));
      }),
  });
  const never = new AbortController().signal;
  return {
    requests,
    answers,
    transport,
    ask: (signal = new AbortController().signal) => transport.send(operationOf('GET /crypto/exchanges'), {}, signal),
    askInBackground: (signal = new AbortController().signal) =>
      transport.send(operationOf('GET /crypto/exchanges'), {}, signal, { priority: 'background' }),
    askFilings: () => transport.send(operationOf('GET /stocks/filings'), { ticker: 'AAPL' }, never),
    upload: async (): Promise<void> => {
      const { status } = await transport.pass({ path: '/algo/upload/backtrader', body: '{"a":1}' }, never);
      if (status >= 400) throw statusError(status);
    },
  };
}

/** Lets everything happen that needs no time. */
export const turn = (): Promise<void> => jest.advanceTimersByTimeAsync(0);
