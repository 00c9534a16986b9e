import { Http, type HttpOptions } from '../../../../src/api/transport/http';
import type { Reply } from '../../../../src/api/transport/policy';
import { outgoing } from './outgoing';
import { type Asker, Spending } from '../../../../src/api/spending';
import { type ServiceError, statusError } from '../../../../src/api/service-error';
import type { RequestRecord } from '../../../../src/core/call';
import { KEY_HEADER } from '../../../support/published-fields';
import { useFakeTimers } from '../../../support/fake-timers';

/** What was sent, what was recorded, and the reply, over a fetch of the test's own. */
function get(
  fetch: (request: Request) => Promise<Response>,
  signal = new AbortController().signal,
  askers: readonly Asker[] = [],
) {
  const records: RequestRecord[] = [];
  let now = 1_000;
  const options: HttpOptions = {
    address: 'https://service.test/base',
    apiKey: 'k',
    timeoutMs: 30_000,
    now: () => now,
    fetch: (input) => {
      now += 40;
      return fetch(input as Request);
    },
    onRequest: (record) => records.push(record),
  };
  return {
    records,
    reply: new Http(options).sendRequest(outgoing({ path: '/stocks/markets?mic=XNYS', askers, signal })),
  };
}

const redirect = (status: number) =>
  get(() => Promise.resolve(new Response('', { status, headers: { location: 'https://else.test' } }))).reply;
const never = (): Promise<Response> => new Promise(() => undefined);

test.each([
  [{ 'x-request-id': 'req_4f:1/a=' }, 'req_4f:1/a='],
  [{ 'request-id': '7', 'x-correlation-id': '8' }, '7'],
  [{ 'x-request-id': 'two words', 'x-correlation-id': '8' }, '8'],
  [{ 'x-request-id': 'x'.repeat(101) }, undefined],
  [{}, undefined],
])('a record has the id by which the provider finds the request: %j is %s', async (headers, requestId) => {
  const { records, reply } = get(() => Promise.resolve(new Response('{}', { headers: headers as HeadersInit })));
  await reply;
  expect(records[0]!.requestId).toBe(requestId);
});

test('a request carries the key, asks for JSON, and reveals nothing else', async () => {
  const seen: Request[] = [];
  await get((request) => {
    seen.push(request);
    return Promise.resolve(Response.json([]));
  }).reply;
  expect(seen[0]).toMatchObject({
    url: 'https://service.test/base/stocks/markets?mic=XNYS',
    method: 'GET',
    cache: 'reload',
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  });
  expect(Object.fromEntries(seen[0]!.headers)).toEqual({ [KEY_HEADER]: 'k', accept: 'application/json' });
});

test('an upload is a POST of its JSON', async () => {
  const fetch = jest.fn<Promise<Response>, [Request]>(() => Promise.resolve(Response.json({})));
  const { http } = createHttp(fetch, { apiKey: '' });
  await http.sendRequest(outgoing({ path: '/upload', body: '{"a":1}' }));
  const sent = fetch.mock.calls[0]![0];
  expect([sent.method, await sent.text(), Object.fromEntries(sent.headers)]).toEqual([
    'POST',
    '{"a":1}',
    { accept: 'application/json', 'content-type': 'application/json' },
  ]);
});

test('a reply has a status, headers and the whole body, and is recorded with its duration', async () => {
  const { reply, records } = get(() =>
    Promise.resolve(new Response('body', { status: 404, headers: { 'retry-after': '3' } })),
  );
  const { status, headers, body, retryAfterMs }: Reply = await reply;
  expect([status, headers.get('retry-after'), body, retryAfterMs]).toEqual([404, '3', 'body', 3_000]);
  const path = '/stocks/markets?mic=XNYS';
  expect(records).toEqual([{ at: 1_000, what: path, status: 404, retryAfterMs: 3_000, ms: 40, ageMs: 0, node: null }]);
});

test('a pause until a date is as long as the clock of the service says', async () => {
  const headers = { date: 'Mon, 20 Nov 2051 15:00:00 GMT', 'retry-after': 'Mon, 20 Nov 2051 15:00:07 GMT' };
  const { reply } = get(() => Promise.resolve(new Response('', { status: 429, headers })));
  expect((await reply).retryAfterMs).toBe(7_000);
});

test('statuses from 300 to 399 are redirects, which are not followed, and neighbouring statuses are not', async () => {
  for (const status of [300, 302, 399]) await expect(redirect(status)).rejects.toMatchObject({ kind: 'redirect' });
  await expect(redirect(299)).resolves.toMatchObject({ status: 299 });
  await expect(redirect(400)).resolves.toMatchObject({ status: 400 });
});

test('an opaque redirect, which is all that a browser reveals, is recorded as a redirect', async () => {
  const { reply, records } = get(() =>
    Promise.resolve({ type: 'opaqueredirect', status: 0, headers: new Headers() } as Response),
  );
  await expect(reply).rejects.toMatchObject({ kind: 'redirect' });
  expect(records).toMatchObject([{ status: 'redirect' }]);
});

test('anything that fetch throws is a network error without its cause, which may hold the key', async () => {
  const { reply, records } = get(() => Promise.reject(new TypeError('key k')));
  const error = await reply.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'network', message: expect.not.stringContaining('key k') });
  expect(error).not.toHaveProperty('cause');
  expect(records).toMatchObject([{ status: 'network' }]);
});

test('a cancelled request ends at once, even if fetch does not, and its own request is aborted', async () => {
  const cancel = new AbortController();
  let sent: Request | undefined;
  const { reply, records } = get((request) => {
    sent = request;
    return never();
  }, cancel.signal);
  cancel.abort();
  await expect(reply).rejects.toMatchObject({ kind: 'cancelled' });
  expect(sent!.signal.aborted).toBe(true);
  expect(records).toMatchObject([{ status: 'cancelled' }]);
});

test('a finished request no longer listens for its cancellation, and has no timer', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  try {
    const { signal } = new AbortController();
    const [add, remove] = [jest.spyOn(signal, 'addEventListener'), jest.spyOn(signal, 'removeEventListener')];
    await get(() => Promise.resolve(Response.json([])), signal).reply;
    expect(remove.mock.calls).toEqual([['abort', add.mock.calls[0]![1]]]);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('a request that was cancelled before it left is neither sent nor recorded', async () => {
  const fetch = jest.fn(never);
  const { reply, records } = get(fetch, AbortSignal.abort());
  await expect(reply).rejects.toMatchObject({ kind: 'cancelled' });
  expect([fetch.mock.calls.length, records.length]).toEqual([0, 0]);
});

test('the timeout covers a body that never ends', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  try {
    const { reply, records } = get(() => Promise.resolve(new Response(new ReadableStream())));
    const failure = expect(reply).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('within 30 seconds'),
    });
    jest.advanceTimersByTime(30_000);
    await failure;
    expect(records).toMatchObject([{ status: 'timeout' }]);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

/** An Http whose requests are answered by a function of the test, and what it has recorded. */
function createHttp(fetch: (request: Request) => Promise<Response>, options: Partial<HttpOptions> = {}) {
  const records: RequestRecord[] = [];
  const http = new Http({
    address: 'https://service.test',
    apiKey: 'k',
    timeoutMs: 30_000,
    now: () => 0,
    fetch: (input) => fetch(input as Request),
    onRequest: (record) => records.push(record),
    ...options,
  });
  return { http, records };
}

const unlimited = () =>
  new Spending(
    () => ({ maxRequests: 0 }),
    () => false,
  );

test('a request is counted and recorded, unless it is free', async () => {
  const spending = unlimited();
  const { http, records } = createHttp(() => Promise.resolve(Response.json([])), { spending });
  await http.sendRequest(outgoing({ path: '/me', isFree: true }));
  expect([spending.sentOn, records]).toEqual([{}, []]);
  await http.sendRequest(outgoing({ path: '/ticks' }));
  expect([Object.values(spending.sentOn), records]).toEqual([[1], [expect.objectContaining({ what: '/ticks' })]]);
});

test('a request that the budget does not allow is neither sent nor recorded', async () => {
  const spending = unlimited();
  spending.budget = {
    left: 0,
    spent: 1,
    checkRequests: () => {
      throw new RangeError('used up');
    },
  };
  const fetch = jest.fn(never);
  const { http, records } = createHttp(fetch, { spending });
  await expect(http.sendRequest(outgoing({ path: '/ticks' }))).rejects.toThrow('used up');
  expect([fetch.mock.calls.length, records.length]).toEqual([0, 0]);
});

test('a request that the browser holds back is given up with the reason of the others, and recorded as not having got through', async () => {
  const { http, records } = createHttp(never);
  const cancel = new AbortController();
  const sent = Array.from({ length: 7 }, (_, index) =>
    http.sendRequest(outgoing({ path: `/${index}`, signal: cancel.signal })),
  );
  const settled = Promise.allSettled(sent);
  http.dropWaiting(statusError(401));
  await expect(sent[6]).rejects.toMatchObject({ status: 401 });
  expect(records).toMatchObject([{ what: '/6', status: 'network' }]);
  cancel.abort();
  await settled;
});

/** The cache mode of a request for a path, after answers for /a with these Cache-Control headers. */
async function modeAfter(headers: readonly (string | undefined)[], path = '/a'): Promise<RequestCache> {
  const modes: RequestCache[] = [];
  const { http } = createHttp(({ cache }) => {
    const header = headers[modes.push(cache) - 1];
    return Promise.resolve(new Response('[]', { headers: header === undefined ? {} : { 'cache-control': header } }));
  });
  for (const each of [...headers.map(() => '/a'), path]) await http.sendRequest(outgoing({ path: each }));
  return modes.at(-1)!;
}

describe('the cache mode of a request', () => {
  test.each<[string, (string | undefined)[], RequestCache]>([
    ['goes past the cache at first', [], 'reload'],
    ['keeps preflights once an answer may not be stored', ['no-store'], 'default'],
    ['reads the header in any case and among others', ['Private, NO-STORE , max-age=0'], 'default'],
    ['goes past the cache where an answer may be stored', ['max-age=600'], 'reload'],
    ['goes past the cache where a service says nothing', [undefined], 'reload'],
    ['goes past the cache where only the name resembles', ['x-no-store'], 'reload'],
    ['follows the last answer', ['no-store', 'max-age=600'], 'reload'],
  ])('%s', async (_, headers, mode) => expect(await modeAfter(headers)).toBe(mode));

  test('is separate for each path', async () => expect(await modeAfter(['no-store'], '/b')).toBe('reload'));
});

describe('requests that were handed to the browser', () => {
  useFakeTimers();

  const TIMEOUT_MS = 1_000;

  /** That many requests at the same time, what to do with each, and how each has ended. */
  function sendSeveral(count: number, options: Partial<HttpOptions> = {}) {
    const ends = new Array<string>(count).fill('out');
    const answers: { answer: () => void; fail: () => void }[] = [];
    const fetch = (): Promise<Response> =>
      new Promise((resolve, reject) => {
        answers.push({ answer: () => resolve(Response.json([])), fail: () => reject(new TypeError('no network')) });
      });
    const { http } = createHttp(fetch, { timeoutMs: TIMEOUT_MS, ...options });
    const requests = ends.map((_, index) => {
      const caller = new AbortController();
      http.sendRequest(outgoing({ signal: caller.signal })).then(
        () => (ends[index] = 'answered'),
        (error: unknown) => (ends[index] = (error as ServiceError).kind),
      );
      return { cancel: () => caller.abort(), ...answers[index]! };
    });
    return { requests, ends, later: (ms: number) => jest.advanceTimersByTimeAsync(ms) };
  }

  const six = new Array<string>(6);

  test('time out if they are among the six oldest, and the others only a timeout later', async () => {
    const { ends, later } = sendSeveral(8);
    await later(TIMEOUT_MS - 1);
    expect(ends).toEqual(new Array(8).fill('out'));
    await later(1);
    expect(ends).toEqual([...six.fill('timeout'), 'out', 'out']);
    await later(TIMEOUT_MS);
    expect(ends).toEqual(new Array(8).fill('timeout'));
    expect(jest.getTimerCount()).toBe(0);
  });

  test('have all their time from the moment at which they can have left', async () => {
    const { ends, requests, later } = sendSeveral(7);
    await later(400);
    requests[0]!.answer();
    await later(TIMEOUT_MS - 1);
    expect([ends[0], ends[1], ends[6]]).toEqual(['answered', 'timeout', 'out']);
    await later(1);
    expect(ends[6]).toBe('timeout');
  });

  test('all time out together where none is held back', async () => {
    const { ends, later } = sendSeveral(8, { isShared: true });
    await later(TIMEOUT_MS);
    expect(ends).toEqual(new Array(8).fill('timeout'));
  });

  test.each([
    ['shows that none is held back if it is answered', 'answer', 'timeout'],
    ['shows nothing if it fails', 'fail', 'out'],
    ['shows nothing if it is cancelled', 'cancel', 'out'],
  ] as const)('the seventh of them %s', async (_, happens, eighth) => {
    const { ends, requests, later } = sendSeveral(8);
    requests[6]![happens]();
    await later(TIMEOUT_MS);
    expect(ends[7]).toBe(eighth);
  });
});

test('the record of a reply has the node that gave it and the age of its answer, and reaches its caller', async () => {
  const asker = { callers: [], sent: 0, requested: { at: 0 } };
  const headers = { 'md-node': 'gw-1:8443', 'md-age-ms': '1500' };
  const { records, reply } = get(() => Promise.resolve(new Response('[]', { headers })), undefined, [asker]);
  await reply;
  expect(records).toEqual([expect.objectContaining({ node: 'gw-1:8443', ageMs: 1_500, status: 200 })]);
  expect(asker.requested).toEqual({ at: 0, request: records[0] });
});
