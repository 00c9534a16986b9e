import { CellError } from '../../../../src/core/errors';
import { operationOf } from '../../../../src/api/operations';
import { setUp, reply } from './transport-service';
import { KEY_HEADER } from '../../../support/published-fields';

const never = new AbortController().signal;
const ITEMS = '{"items":[{"id":"kraken"}]}';
const EXCHANGES = operationOf('GET /crypto/exchanges');
const QUOTES = operationOf('GET /stocks/quotes');

describe('the ages of answers', () => {
  test.each<[string, Record<string, string>, number]>([
    ['in whole seconds', { age: '12' }, 12_000],
    ['exactly, where a gateway says so', { age: '12', 'md-age-ms': '12345' }, 12_345],
    ['as none where nothing is said', {}, 0],
    ['as none where it cannot be read', { age: 'old' }, 0],
    ['as none where it is negative', { age: '-4' }, 0],
    ['as the first where several caches have added theirs', { age: '15, 20' }, 15_000],
    ['as none where it has no end', { age: 'Infinity' }, 0],
    ['as none where it is endless', { 'md-age-ms': 'Infinity' }, 0],
  ])('are read %s', async (_, headers, ageMs) => {
    const { transport } = setUp(() => reply(200, ITEMS, headers));
    await expect(transport.send(EXCHANGES, {}, never)).resolves.toMatchObject({ ageMs });
  });

  test('are requested from a gateway only', async () => {
    const service = setUp(() => reply(200, ITEMS));
    await service.transport.send(EXCHANGES, {}, never, { maxAgeMs: 5_999 });
    const gateway = setUp(() => reply(200, ITEMS), { isGateway: true });
    await gateway.transport.send(EXCHANGES, {}, never, { maxAgeMs: 5_999 });
    await gateway.transport.send(EXCHANGES, {}, never);
    expect([...service.requests, ...gateway.requests].map(({ headers }) => headers.get('cache-control'))).toEqual([
      null,
      'max-age=5',
      null,
    ]);
  });
});

test('a gateway may be asked without a key, a service never', async () => {
  const gateway = setUp(() => reply(200, ITEMS), { isGateway: true, apiKey: '' });
  await gateway.transport.send(EXCHANGES, {}, never);
  expect(gateway.requests[0]!.headers.has(KEY_HEADER)).toBe(false);
  await expect(setUp(undefined, { apiKey: '' }).transport.send(EXCHANGES, {}, never)).rejects.toThrow('Enter your API');
});

test.each([
  [401, '{"detail":"This token has expired: ask for a new one"}', 'This token has expired: ask for a new one (401)'],
  [403, '{"detail":"ann may not ask for that"}', 'ann may not ask for that (403)'],
  [500, '{"detail":"The service failed"}', 'The service failed (500)'],
  [500, '{"detail":[]}', 'The service failed (500): recalculate in a moment'],
  [500, '{"detail":""}', 'The service failed (500): recalculate in a moment'],
  [500, '["detail"]', 'The service failed (500): recalculate in a moment'],
  [500, 'no', 'The service failed (500): recalculate in a moment'],
])('the error of a gateway says itself what to do: %i %s', async (status, body, message) => {
  const { transport } = setUp(() => reply(status, body), { isGateway: true, apiKey: '' });
  await expect(transport.send(EXCHANGES, {}, never)).rejects.toMatchObject({ kind: 'status', status, message });
});

test('a gateway says itself why nothing can be had until tomorrow, to those that ask later too', async () => {
  const { transport, requests } = setUp(
    () =>
      reply(429, '{"detail":"The gateway allows ann 30 symbols in a day, which are used"}', { 'retry-after': '40000' }),
    { isGateway: true, apiKey: '' },
  );
  for (let count = 0; count < 2; count++)
    await expect(transport.send(EXCHANGES, {}, never)).rejects.toMatchObject({
      kind: 'status',
      status: 429,
      pauseMs: expect.any(Number) as number,
      message: 'The gateway allows ann 30 symbols in a day, which are used (429)',
    });
  expect(requests).toHaveLength(1);
});

test('lists are as long as the service allows, and no longer', async () => {
  const symbols = Array.from({ length: 100 }, () => 'SYMBOL');
  const table = setUp(() => reply(200));
  await expect(table.transport.send(QUOTES, { symbols }, never)).rejects.toThrow('a text of at most 50 characters');
  const longer = setUp(() => reply(200), { maxListLength: 4_000 });
  await longer.transport.send(QUOTES, { symbols }, never);
  expect(longer.requests).toHaveLength(1);
  const tooMany = Array.from({ length: 600 }, () => 'SYMBOL');
  await expect(longer.transport.send(QUOTES, { symbols: tooMany }, never)).rejects.toThrow(
    'a text of at most 4000 characters',
  );
  expect([table.transport.maxListLength(QUOTES), longer.transport.maxListLength(QUOTES)]).toEqual([50, 4_000]);
});

describe('a passed-through request', () => {
  test('returns the answer with any status', async () => {
    const { transport, requests } = setUp(() => reply(422, '{"detail":[]}'));
    await expect(transport.pass({ path: '/nowhere?a=1' }, never)).resolves.toMatchObject({
      status: 422,
      body: '{"detail":[]}',
    });
    expect(requests[0]!.url).toBe('https://service.test/nowhere?a=1');
  });

  test('is given up if the pause would be too long, and reports how long it is', async () => {
    const { transport } = setUp(() => reply(429, '', { 'retry-after': '600' }));
    const error: unknown = await transport.pass({ path: '/nowhere' }, never).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CellError);
    expect(error).toMatchObject({ status: 429, pauseMs: 300_000 });
  });
});
