import { Client } from '../../../src/api/client';
import { readsOf } from '../../../src/api/reads';
import { createTicksLookup } from '../../../src/api/ticks';
import { createCall } from '../../support/evaluate';
import type { Route } from '../../support/stub-service';
import { asked, createStubService } from '../../support/stub-service';

const session: Route = ({ query }) => (query.get('mic') ?? 'XNYS,XLON,XTKS').split(',').map((mic) => ({ mic, date: query.get('start') }));

function createClient() {
  const service = createStubService({
    '/stocks/markets/hours': session,
    '/stocks/markets': session,
    '/currencies/quotes': ({ query }) => ({ items: query.get('symbols')!.split(',').map((symbol) => ({ symbol, mid: 1 })) }),
  });
  const traffic = { lookups: 0, hits: 0, questions: 0, onRequest: jest.fn() };
  const client = new Client({
    address: 'https://service.test', apiKey: 'k', traffic, fetch: service.fetch, now: () => Date.now(), pace: { quietMs: 0, longestMs: 5 }, retryMs: 1,
  });
  return { client, service, traffic };
}

const DATES = { start: '2026-11-20', end: '2026-11-26' };

describe('the calendars of one recalculation', () => {
  test('with equal dates share one request, and each market gets its own records', async () => {
    const { client, service } = createClient();
    const read = (mic: string) => client.calendar('GET /stocks/markets/hours', { mic, ...DATES }, createCall());
    expect(await Promise.all([read('XNYS'), read('XLON'), read('XNYS')])).toEqual([
      [{ mic: 'XNYS', date: '2026-11-20' }], [{ mic: 'XLON', date: '2026-11-20' }], [{ mic: 'XNYS', date: '2026-11-20' }],
    ]);
    expect(asked(service)).toEqual(['/stocks/markets/hours?mic=XNYS,XLON&start=2026-11-20&end=2026-11-26']);
  });

  test('are all answered by a question for every market', async () => {
    const { client, service } = createClient();
    const read = (mic: string | undefined) => client.calendar('GET /stocks/markets/hours', { mic, ...DATES }, createCall());
    const [one, all] = await Promise.all([read('XTKS'), read(undefined)]);
    expect(one).toEqual([{ mic: 'XTKS', date: '2026-11-20' }]);
    expect(all).toHaveLength(3);
    expect(asked(service)).toEqual(['/stocks/markets/hours?start=2026-11-20&end=2026-11-26']);
  });

  test('with other dates, or of another kind, are asked apart', async () => {
    const { client, service } = createClient();
    await Promise.all([
      client.calendar('GET /stocks/markets/hours', { mic: 'XNYS', ...DATES }, createCall()),
      client.calendar('GET /stocks/markets/hours', { mic: 'XLON', start: '2026-11-20', end: '2026-11-20' }, createCall()),
      client.calendar('GET /stocks/markets', { mic: 'XNYS' }, createCall()),
    ]);
    expect(service.requests).toHaveLength(3);
  });
});

describe('the client', () => {
  test('counts lookups, hits and requests', async () => {
    const { client, traffic } = createClient();
    await client.quote('EURUSD', 'currencies', undefined, createCall());
    expect(client.quote('EURUSD', 'currencies', undefined, createCall())).toEqual({ symbol: 'EURUSD', mid: 1 });
    expect(traffic).toMatchObject({ lookups: 2, hits: 1 });
    expect(traffic.onRequest.mock.calls).toEqual([[expect.objectContaining({ what: '/currencies/quotes?symbols=EURUSD', status: 200 })]]);
  });

  test('asks anew after it was told to forget', async () => {
    const { client, service } = createClient();
    await client.quote('EURUSD', 'currencies', undefined, createCall());
    client.forget();
    await client.quote('EURUSD', 'currencies', undefined, createCall());
    expect(service.requests).toHaveLength(2);
  });

  test('stops everything when it is closed', async () => {
    const { client } = createClient();
    const waiting = client.quote('EURUSD', 'currencies', undefined, createCall());
    client.close();
    await expect(waiting).rejects.toMatchObject({ kind: 'closed' });
    expect(client.pendingCount).toBe(0);
  });

  test.each<[string, (client: Client) => unknown]>([
    ['a quote of an area that nobody asked for before', (client) => client.quote('BTCUSD', 'crypto', undefined, createCall())],
    ['what most workbooks do without', (client) => client.lookup(readsOf('GET /stocks/countries')).read({ values: {} }, createCall())],
    ['ticks', (client) => client.lookup(createTicksLookup).read({ symbol: 'SPX', startMs: 0, endMs: 1000, limit: 1 }, createCall())],
  ])('asks for nothing new once it is closed: %s', (_, ask) => {
    const { client, service } = createClient();
    client.close();
    expect(() => ask(client)).toThrow(expect.objectContaining({ kind: 'closed' }) as Error);
    expect([client.pendingCount, service.requests]).toEqual([0, []]);
  });

  test.each<[string, (client: Client) => unknown]>([
    ['reads', (client) => client.lookup(readsOf('GET /stocks/countries')).read({ values: {} }, createCall())],
    ['few ticks', (client) => client.lookup(createTicksLookup).read({ symbol: 'SPX', startMs: 0, endMs: 1000, limit: 1 }, createCall())],
    ['many ticks', (client) => client.lookup(createTicksLookup).read({ symbol: 'SPX', startMs: 0, endMs: 1000, limit: 5_000 }, createCall())],
  ])('counts and stops lookups that it made on demand: %s', async (_, ask) => {
    const { client } = createClient();
    const waiting = ask(client);
    expect(client.pendingCount).toBe(1);
    client.close();
    await expect(waiting).rejects.toMatchObject({ kind: 'closed' });
    expect(client.pendingCount).toBe(0);
  });
});
