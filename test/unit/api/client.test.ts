import { calendarOf } from '../../../src/api/calendars';
import type { Client, ClientOptions } from '../../../src/api/client';
import { readsOf } from '../../../src/api/reads';
import { createTicksLookup } from '../../../src/api/ticks/ticks';
import { createCall, createTestClient } from '../../support/evaluate';
import { asked, createStubService, type Route, status, pricedAt } from '../../support/stub-service';
import { KEY_HEADER } from '../../support/published-fields';

const session: Route = ({ query }) =>
  (query.get('mic') ?? 'XNYS,XLON,XTKS').split(',').map((mic) => ({ mic, date: query.get('start') }));

function createClient(options: Partial<ClientOptions> = {}) {
  const service = createStubService({
    '/stocks/markets/hours': session,
    '/stocks/markets': session,
    '/stocks/countries': () => ({ items: [{ symbol: 'us' }] }),
    '/openapi.json': () => ({ openapi: '3.1.0' }),
    '/indices/quotes': () => ({ items: [] }),
    '/stocks/quotes': () => status(500),
    '/currencies/quotes': pricedAt(() => 1),
  });
  const observer = { counts: { lookups: 0, hits: 0, questions: 0 }, onRequest: jest.fn() };
  const client = createTestClient(service, { observer, ...options });
  return { client, service, observer };
}

const never = new AbortController().signal;
const DATES = { start: '2026-11-20', end: '2026-11-26' };

test('calendars in one recalculation are all answered by one question for every market', async () => {
  const { client, service } = createClient();
  const read = (mic: string | undefined) =>
    calendarOf(client, 'GET /stocks/markets/hours').read({ mic, ...DATES }, createCall());
  const [one, all] = await Promise.all([read('XTKS'), read(undefined)]);
  expect(one).toEqual([{ mic: 'XTKS', date: '2026-11-20' }]);
  expect(all).toHaveLength(3);
  expect(asked(service)).toEqual(['/stocks/markets/hours?start=2026-11-20&end=2026-11-26']);
});

describe('the client', () => {
  test('counts lookups, hits and requests', async () => {
    const { client, observer } = createClient();
    await client.quote('EURUSD', 'currencies', undefined, createCall());
    expect(client.quote('EURUSD', 'currencies', undefined, createCall())).toMatchObject({ symbol: 'EURUSD', mid: 1 });
    expect(observer.counts).toMatchObject({ lookups: 2, hits: 1 });
    expect(observer.onRequest.mock.calls).toEqual([
      [expect.objectContaining({ what: '/currencies/quotes?symbols=EURUSD', status: 200 })],
    ]);
  });

  test('asks again for a quote after 15 seconds, unless the settings say otherwise', async () => {
    for (const [options, requests] of [
      [{}, 2],
      [{ quotesFreshMs: () => 15_001 }, 1],
    ] as [Partial<ClientOptions>, number][]) {
      let now = 0;
      const { client, service } = createClient({ now: () => now, ...options });
      for (const time of [0, 14_999, 15_000]) {
        now = time;
        await client.quote('EURUSD', 'currencies', undefined, createCall());
      }
      expect(service.requests).toHaveLength(requests);
    }
  });

  test('never gives a call an answer that was requested before the call accepts answers', async () => {
    const { client, service } = createClient({ notBefore: ({ address }) => (address === 'B2' ? Infinity : undefined) });
    const read = (address: string) =>
      Promise.all([
        client.quote('EURUSD', 'currencies', undefined, createCall({ address })),
        readsOf(client, 'GET /stocks/countries').read({ values: {} }, createCall({ address })),
      ]);
    for (const address of ['B1', 'B1']) await read(address);
    expect(service.requests).toHaveLength(2);
    await read('B2');
    expect(service.requests).toHaveLength(4);
  });

  test('has one resource for each key', () => {
    const { client } = createClient();
    const create = jest.fn((owner: Client) => ({ owner }));
    expect(client.resource('one', create)).toBe(client.resource('one', create));
    expect(client.resource('other', create)).toEqual({ owner: client });
    expect(create).toHaveBeenCalledTimes(2);
  });

  test('has one lookup of each kind', () => {
    const { client } = createClient();
    expect(client.lookup('ticks', createTicksLookup)).toBe(client.lookup('ticks', createTicksLookup));
    expect(readsOf(client, 'GET /stocks/countries')).not.toBe(readsOf(client, 'GET /stocks/symbols'));
  });

  test('sends any operation as often as it is asked to', async () => {
    const { client, service } = createClient();
    for (let count = 0; count < 2; count++)
      expect((await client.send('GET /stocks/markets', { mic: ['XNYS'] }, never)).rows).toEqual([
        { mic: 'XNYS', date: null },
      ]);
    expect(asked(service)).toEqual(['/stocks/markets?mic=XNYS', '/stocks/markets?mic=XNYS']);
  });

  test('reads public content without its key', async () => {
    const { client, service } = createClient();
    expect(JSON.parse((await client.transport.getPublic('/openapi.json', never)).body)).toEqual({ openapi: '3.1.0' });
    expect(service.requests[0]!.headers).not.toHaveProperty(KEY_HEADER);
  });

  test('expects an answer to take as long as the last one, and expects none while no question is pending', async () => {
    let now = 0;
    const { client } = createClient({
      now: () => now,
      fetch: () => {
        now += 200;
        return Promise.resolve(
          Response.json({
            items: [
              { symbol: 'EURUSD', mid: 1 },
              { symbol: 'GBPUSD', mid: 1 },
            ],
          }),
        );
      },
    });
    const ask = (symbol: string) => client.quote(symbol, 'currencies', undefined, createCall());
    expect(client.expectedMs).toBe(0);
    await ask('EURUSD');
    expect(client.expectedMs).toBe(0);
    const waiting = ask('GBPUSD');
    expect(client.expectedMs).toBe(200);
    await waiting;
    expect(client.expectedMs).toBe(0);
  });

  test('says what to write for a symbol that only another area has, if it is to search there', async () => {
    const reasonOf = async (options: Partial<ClientOptions>): Promise<unknown> =>
      Promise.resolve(createClient(options).client.quote('EURUSD', 'indices', undefined, createCall())).catch(
        (error: unknown) => error,
      );
    expect(await reasonOf({ findsSymbols: true })).toMatchObject({
      message: expect.stringContaining('currencies') as string,
    });
    expect(await reasonOf({})).toMatchObject({ message: expect.not.stringContaining('currencies') as string });
  });

  test('says why a quote failed for any other reason', async () => {
    const { client } = createClient({ findsSymbols: true });
    await expect(client.quote('EURUSD', 'stocks', undefined, createCall())).rejects.toMatchObject({ status: 500 });
  });

  test('stops everything when it is closed', async () => {
    const { client } = createClient();
    const waiting = client.quote('EURUSD', 'currencies', undefined, createCall());
    client.close();
    await expect(waiting).rejects.toMatchObject({ kind: 'closed' });
    expect(client.pendingCount).toBe(0);
  });

  const readTicks = (limit: number) => (client: Client) =>
    client.lookup('ticks', createTicksLookup).read({ symbol: 'SPX', startMs: 0, endMs: 1000, limit }, createCall());
  const readCountries = (client: Client): unknown =>
    readsOf(client, 'GET /stocks/countries').read({ values: {} }, createCall());

  test.each<[string, (client: Client) => unknown]>([
    [
      'a quote of an area that nobody asked for before',
      (client) => client.quote('BTCUSD', 'crypto', undefined, createCall()),
    ],
    ['what most workbooks do without', readCountries],
    ['ticks', readTicks(1)],
  ])('requests nothing new once it is closed: %s', (_, ask) => {
    const { client, service } = createClient();
    client.close();
    expect(() => ask(client)).toThrow(expect.objectContaining({ kind: 'closed' }) as Error);
    expect([client.pendingCount, service.requests]).toEqual([0, []]);
  });

  test.each<[string, (client: Client) => unknown]>([
    ['reads', readCountries],
    ['few ticks', readTicks(1)],
    ['many ticks', readTicks(5_000)],
  ])('counts and stops lookups that were created on demand: %s', async (_, ask) => {
    const { client } = createClient();
    const waiting = ask(client);
    expect(client.pendingCount).toBe(1);
    client.close();
    await expect(waiting).rejects.toMatchObject({ kind: 'closed' });
    expect(client.pendingCount).toBe(0);
  });
});
