import { Client } from '../../../src/api/client';
import { createFilingsLookup } from '../../../src/api/filings';
import { createScoreLookup } from '../../../src/api/scores';
import { Cancellation } from '../../../src/core/cancellation';
import { createCall } from '../../support/evaluate';
import type { Route } from '../../support/stub-service';
import { asked, createStubService, status } from '../../support/stub-service';

function createClient(routes: Readonly<Record<string, Route>>) {
  const service = createStubService(routes);
  const traffic = { lookups: 0, hits: 0, questions: 0, onRequest: () => undefined };
  const client = new Client({
    address: 'https://service.test', apiKey: 'k', traffic, fetch: service.fetch, now: () => 0, pace: { quietMs: 0, longestMs: 5 }, retryMs: 1,
  });
  return { client, service, traffic };
}

const quote = (client: Client, symbol: string, call = createCall()) => client.quote(symbol, 'currencies', undefined, call);
const filings = (client: Client, type?: string, limit = 20) => client.lookup(createFilingsLookup).read({ ticker: 'AAPL', type, limit }, createCall());
const score = (client: Client, symbol: string) => client.lookup(createScoreLookup).read({ symbol, model: 'altman-z' }, createCall());

describe('what the service does not know is said of the name', () => {
  const { client } = createClient({});
  test('a quote', () => expect(quote(client, 'EURUSX')).rejects.toMatchObject({ code: '#N/A', message: '"EURUSX" has no quote in currencies: check the spelling and the area' }));
  test('filings', () => expect(filings(client)).rejects.toMatchObject({ code: '#N/A', message: '"AAPL" has no filings: check the ticker' }));
  test('scores', () => expect(score(client, 'AAPX')).rejects.toMatchObject({ code: '#N/A', message: '"AAPX" has no scores: check the symbol' }));
});

describe('any other failure is said as it is', () => {
  const refuse = () => status(403);
  const { client } = createClient({ '/currencies/quotes': refuse, '/stocks/filings': refuse, '/stocks/AAPL/scores': refuse });
  test.each([
    ['a quote', () => quote(client, 'EURUSD')],
    ['filings', () => filings(client)],
    ['scores', () => score(client, 'AAPL')],
  ])('%s', async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ status: 403 });
  });
});

test('filings of another type or limit are another question; the same are asked once', async () => {
  const { client, service } = createClient({ '/stocks/filings': () => ({ filings: [] }) });
  await Promise.all([filings(client), filings(client), filings(client, '10-K'), filings(client, undefined, 5)]);
  expect(asked(service)).toEqual([
    '/stocks/filings?ticker=AAPL&filing_type=10-K&limit=20', '/stocks/filings?ticker=AAPL&limit=20', '/stocks/filings?ticker=AAPL&limit=5',
  ]);
});

test('filings come newest first and each once, whatever the service does; those without a date or a number stay', async () => {
  const rows = [
    { accession_number: '1', filing_date: '2026-01-01' }, { accession_number: '2', filing_date: '2026-03-01' },
    { accession_number: '1', filing_date: '2026-01-01' }, { filing_date: '2026-02-01' }, { accession_number: '4' },
  ];
  const { client } = createClient({ '/stocks/filings': () => ({ filings: rows }) });
  expect(await filings(client)).toEqual([rows[1], rows[3], rows[0], rows[4]]);
});

test('scores of several symbols are asked each for itself', async () => {
  const { client } = createClient({ '/stocks/AAPL/scores': () => ({ data: 1 }), '/stocks/MSFT/scores': () => ({ data: 2 }) });
  expect(await Promise.all([score(client, 'AAPL'), score(client, 'MSFT')])).toEqual([{ data: 1 }, { data: 2 }]);
});

test('a quote that names no symbol belongs to nobody', async () => {
  const { client } = createClient({ '/currencies/quotes': () => ({ items: [{ mid: 9 }, { symbol: 7, mid: 9 }, { symbol: 'eurusd', mid: 1 }] }) });
  await expect(quote(client, 'EURUSD')).resolves.toMatchObject({ mid: 1 });
});

test('a question that was cancelled while it was collected is not sent, and its neighbour is', async () => {
  const { client, service } = createClient({ '/currencies/quotes': ({ query }) => ({ items: [{ symbol: query.get('symbols'), mid: 1 }] }) });
  const cancellation = new Cancellation();
  const gone = quote(client, 'GBPUSD', createCall({ cancellation }));
  const stays = quote(client, 'EURUSD');
  cancellation.cancel();
  await expect(gone).rejects.toMatchObject({ kind: 'cancelled' });
  await expect(stays).resolves.toMatchObject({ mid: 1 });
  expect(asked(service)).toEqual(['/currencies/quotes?symbols=EURUSD']);
});

test('only what is answered at once counts as a hit', async () => {
  const { client, traffic } = createClient({ '/currencies/quotes': () => ({ items: [{ symbol: 'EURUSD' }] }) });
  await quote(client, 'EURUSD');
  expect(traffic).toMatchObject({ lookups: 1, hits: 0 });
  await quote(client, 'EURUSD');
  expect(traffic).toMatchObject({ lookups: 2, hits: 1 });
});
