import { settle, useFakeTime } from './limits-service';
import { operationOf } from '../../../../src/api/operations';
import type { ParameterValues } from '../../../../src/api/transport/wire';
import type { Transport } from '../../../../src/api/transport/transport';
import { setUp, reply, turn } from './transport-service';

useFakeTime();

const NETWORK = new TypeError('fetch failed');
const PAUSE = { 'retry-after': '3600' };

describe('the limit of requests at once', () => {
  test.each([
    [undefined, 6],
    [2, 2],
  ])('of %s lets %i leave, and the next when one is back', async (requestsAtOnce, count) => {
    const { ask, requests, answers, transport } = setUp(undefined, { requestsAtOnce });
    expect(transport.requestsAtOnce).toBe(count);
    for (let asked = 0; asked < count + 2; asked++) ask().catch(() => undefined);
    await turn();
    expect(requests).toHaveLength(count);
    answers[0]!(reply(403));
    await turn();
    expect(requests).toHaveLength(count + 1);
  });

  test.each([
    [1, {}],
    [2, { isShared: true }],
    [4, { learned: { atOnce: 25 } }],
    [10, {}],
    [20, { isShared: true }],
  ])(
    'of %i is never exceeded, however quick the service is and whatever is stuck: %j',
    async (requestsAtOnce, traits) => {
      const { ask, answers } = setUp(undefined, { requestsAtOnce, ...traits });
      const all = Array.from({ length: 200 }, () => ask());
      let most = 0;
      for (let answered = 0; answered < all.length;) {
        await jest.advanceTimersByTimeAsync(50);
        most = Math.max(most, answers.length - answered);
        while (answered < answers.length) answers[answered++]!(reply(200));
      }
      await settle(all);
      expect(most).toBe(requestsAtOnce);
      const before = answers.length;
      for (let asked = 0; asked < 100; asked++) ask().catch(() => undefined);
      // Longer than anything takes, and shorter than the timeout.
      await jest.advanceTimersByTimeAsync(20_000);
      expect(answers.length - before).toBe(requestsAtOnce);
    },
  );

  test.each([
    ['429', reply(429, '', { 'retry-after': '1' })],
    ['500', reply(500)],
    ['a timeout', undefined],
  ])('shrinks after %s', async (_, answer) => {
    const { ask, answers, transport } = setUp();
    const asked = ask().catch(() => undefined);
    await turn();
    if (answer) answers[0]!(answer);
    await jest.advanceTimersByTimeAsync(answer ? 0 : 30_000);
    expect(transport.requestsAtOnce).toBe(4);
    answers.at(-1)!(reply(200));
    await settle([asked]);
  });

  test('keeps the slot of a request between two attempts', async () => {
    const { ask, requests } = setUp(() => reply(500), { requestsAtOnce: 1 });
    const asked = [ask(), ask().catch(() => undefined)];
    await expect(Promise.race([asked[0], turn().then(() => 'waits')])).resolves.toBe('waits');
    expect(requests).toHaveLength(1);
    await settle(asked);
  });
});

const { signal: never } = new AbortController();
type Send = (transport: Transport) => Promise<unknown>;

const operation =
  (id: string, values: ParameterValues = {}): Send =>
  (transport) =>
    transport.send(operationOf(id), values, never);
const usage = (limit: number): Send => operation('GET /account/usage', { limit });
const symbols = (size: number): Send => operation('GET /crypto/symbols', { size });
const exchanges = operation('GET /crypto/exchanges');
const pass =
  (path: string, isPaged?: true): Send =>
  (transport) =>
    transport.pass({ path, ...(isPaged && { isPaged }) }, never);

/** A transport whose requests were sent one by one and answered after these times. */
async function answered(...requests: readonly (readonly [send: Send, ms: number])[]) {
  const { transport, answers } = setUp();
  for (const [send, ms] of requests) {
    const sent = send(transport);
    await jest.advanceTimersByTimeAsync(ms);
    answers.at(-1)!(reply(200));
    await sent;
  }
  return { transport, answers };
}

describe('the recent latency', () => {
  test('is 0 before the first answer', async () => expect((await answered()).transport.recentMs).toBe(0));

  test.each<[string, Send, Send, number]>([
    ['counts by itself for each operation', exchanges, usage(1), 90],
    ['counts by itself for each number of rows', usage(1), usage(100), 90],
    ['counts by itself for each size of pages', symbols(10), symbols(1_000), 90],
    ['counts by itself for each path that is passed on', pass('/a'), pass('/b'), 90],
    ['moves by a quarter with another answer of the operation', exchanges, exchanges, 52.5],
    ['moves by a quarter with another answer of as many rows', usage(5), usage(5), 52.5],
    ['moves by a quarter with another query of a path', pass('/a?b=1'), pass('/a?b=2'), 52.5],
  ])('%s', async (_, first, second, recentMs) => {
    expect((await answered([first, 40], [second, 90])).transport.recentMs).toBe(recentMs);
  });
});

describe('what cells wait for', () => {
  test.each<[string, Send, number]>([
    ['is expected as soon as the last answer of its kind came', exchanges, 40],
    ['is expected as soon as the last answer of its path came', pass('/a'), 40],
    ['cannot be foretold if more pages may follow', symbols(10), Infinity],
    ['cannot be foretold if more pages of a path may follow', pass('/a', true), Infinity],
    [
      'is there if only a stream asks',
      (transport) => transport.send(operationOf('GET /crypto/exchanges'), {}, never, { priority: 'background' }),
      0,
    ],
  ])('%s', async (_, send, expectedMs) => {
    const { transport } = await answered([send, 40]);
    void send(transport);
    await turn();
    expect(transport.expectedMs).toBe(expectedMs);
  });

  test.each([
    ['for a pause', reply(429, '', { 'retry-after': '5' })],
    ['for another attempt', reply(500)],
  ])('cannot be foretold while one of two waits %s', async (_, failure) => {
    const { transport, answers } = await answered([exchanges, 40]);
    for (let count = 0; count < 2; count++) void exchanges(transport);
    await turn();
    expect(transport.expectedMs).toBe(40);
    answers[1]!(failure);
    await turn();
    expect(transport.expectedMs).toBe(Infinity);
  });

  test('is expected at once while only a stream waits for a pause', async () => {
    const { askInBackground, answers, transport } = setUp();
    void askInBackground();
    await turn();
    answers[0]!(reply(429, '', { 'retry-after': '5' }));
    await turn();
    expect(transport.expectedMs).toBe(0);
  });
});

describe('when as many requests as go out at once have failed in a row', () => {
  /** Two that are out, one that takes the place of the first, and one that waits. */
  async function failInARow(first: Response | Error, second: Response | Error) {
    const { upload, requests, answers } = setUp(undefined, { requestsAtOnce: 2 });
    const asked = Array.from({ length: 4 }, upload);
    const settled = Promise.allSettled(asked);
    await turn();
    answers[0]!(first);
    await turn();
    answers[1]!(second);
    await turn();
    const sent = requests.length;
    answers[2]!(reply(200, '{}'));
    await turn();
    answers[3]?.(reply(200, '{}'));
    return { sent, last: (await settled).at(-1) };
  }

  test.each<[string, Response | Error, object]>([
    ['with a wrong key', reply(401), { status: 401 }],
    ['on the way', NETWORK, { kind: 'network' }],
  ])('%s, the waiting ones fail in the same way, and nothing is sent for them', async (_, answer, reason) => {
    expect(await failInARow(answer, answer)).toMatchObject({ sent: 3, last: { status: 'rejected', reason } });
  });

  test.each([
    [1, 2],
    [20, 6],
  ])('with %i at once, %i failures are as many', async (requestsAtOnce, failures) => {
    const { upload, answers } = setUp(undefined, { requestsAtOnce });
    let failed = 0;
    const all = Array.from({ length: 40 }, () => upload().catch(() => failed++));
    for (let answered = 0; answered < failures; answered++) {
      await turn();
      expect(failed).toBe(answered);
      answers[answered]!(reply(401));
    }
    await turn();
    expect(failed).toBeGreaterThan(failures);
    for (const answer of answers.slice(failures)) answer(reply(401));
    await settle(all);
  });
});

describe('a service that asks for a pause', () => {
  test.each([429, 503])('of seconds (%i) is asked again afterwards', async (status) => {
    const { ask, requests } = setUp((count) => (count === 1 ? reply(status, '', { 'retry-after': '5' }) : reply(200)));
    const asked = ask();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(requests).toHaveLength(1);
    expect(await settle([asked])).toMatchObject([{ status: 'fulfilled' }]);
    expect(requests).toHaveLength(2);
  });

  test.each([404, 500])('is not recognised by status %i, even if that comes with a time', async (status) => {
    const { upload, requests } = setUp(() => reply(status, '{}', PAUSE));
    await expect(upload()).rejects.toMatchObject({ kind: 'status', status });
    expect([requests.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  test.each([
    [429, 5],
    [503, 6],
  ])('counts its requests if it says %i: %i of six leave at once in a later second', async (status, count) => {
    const { ask, requests, answers } = setUp(undefined, { isShared: true });
    const give = async (...responses: readonly Response[]) => {
      for (const answer of responses) {
        void ask();
        await turn();
        answers.at(-1)!(answer);
        await turn();
      }
    };
    await give(...Array.from({ length: 5 }, () => reply(200)), reply(status, '', { 'retry-after': '1' }));
    await jest.advanceTimersByTimeAsync(1_050);
    answers.at(-1)!(reply(200));
    await jest.advanceTimersByTimeAsync(1_000);
    const before = requests.length;
    for (let asked = 0; asked < 6; asked++) ask().catch(() => undefined);
    await turn();
    expect(requests.length - before).toBe(count);
  });

  test('because it is not ready is asked three times in all, and then says when to recalculate', async () => {
    const { ask, requests } = setUp(() => reply(503, '', { 'retry-after': '1' }));
    const message = 'The service is not ready (503): recalculate in a minute';
    expect(await settle([ask()])).toMatchObject([{ reason: { message, isOfService: true } }]);
    expect(requests).toHaveLength(3);
  });

  test.each([
    ['a pause', reply(429, '', { 'retry-after': '5' })],
    ['the wait before another attempt', reply(500)],
  ])('leaves it open when what cells wait for comes: %s', async (_, answer) => {
    const { ask, answers, transport } = setUp();
    expect(transport.expectedMs).toBe(0);
    const asked = ask();
    await turn();
    answers[0]!(answer);
    await turn();
    expect(transport.expectedMs).toBe(Infinity);
    await jest.advanceTimersByTimeAsync(10_000);
    answers[1]!(reply(200));
    await settle([asked]);
    expect(transport.expectedMs).toBe(0);
  });

  test('of an hour fails every waiting request: for a slot, in the background, or for the end of a shorter pause', async () => {
    const { ask, askInBackground, requests, answers } = setUp(undefined, { requestsAtOnce: 2 });
    const [paused, refused, waiting, background] = [askInBackground(), ask(), ask(), askInBackground()];
    const settled = Promise.allSettled([paused, refused, waiting, background]);
    await turn();
    answers[0]!(reply(429, '', { 'retry-after': '5' }));
    await turn();
    answers[1]!(reply(429, '', PAUSE));
    expect((await settled).map((result) => (result as PromiseRejectedResult).reason as unknown)).toMatchObject(
      Array(4).fill({ status: 429 }),
    );
    expect([requests.length, jest.getTimerCount()]).toEqual([2, 0]);
  });
});
