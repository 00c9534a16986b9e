import type { Client } from '../../../src/api/client';
import { operationOf, parameterOf } from '../../../src/api/operations';
import { createReadLookup, readsOf } from '../../../src/api/reads';
import { Spending } from '../../../src/api/spending';
import { CellError } from '../../../src/core/errors';
import { createCall, createTestClient } from '../../support/evaluate';
import { asked, createStubService, status, type StubService } from '../../support/stub-service';
import { createStub } from './transport/stub-transport';
import type { DecodedAnswer } from '../../../src/api/transport/wire';

/** Symbols in pages of two, by cursor. */
const PAGES: Readonly<Record<string, unknown>> = {
  '': { items: [{ symbol: 'A' }, { symbol: 'B' }], next_page: 'p%3D2' },
  'p%3D2': { items: [{ symbol: 'C' }, { symbol: 'D' }], next_page: 'p3', previous_page: 'p1' },
  p3: { items: [{ symbol: 'E' }], next_page: null },
};

/** Two of that many symbols, from a number on. */
const pageOf = (total: number, from: number): unknown => ({
  items: [{ symbol: `S${from}` }, { symbol: `S${from + 1}` }],
  next_page: from + 2 < total ? String(from + 2) : null,
  total,
});

const refusal = (parameter: string, msg: string): Response =>
  status(422, { detail: [{ loc: ['query', parameter], msg, type: 'value_error' }] });

function createClient({
  now = (): number => 0,
  largestPage = Infinity,
  maxRequests = 0,
  total = 0,
  budget = Infinity,
} = {}): { client: Client; service: StubService } {
  const service = createStubService({
    '/stocks/symbols'({ query }) {
      if (query.get('country') === 'nowhere') return refusal('country', 'unknown');
      if (Number(query.get('size')) > largestPage)
        return refusal('size', `Input should be less than or equal to ${largestPage}`);
      if (total > 0) return pageOf(total, Number(query.get('cursor')));
      return PAGES[query.get('cursor') ?? ''] ?? status(400);
    },
    '/stocks/countries': () => ({ items: [{ symbol: 'de' }] }),
    '/account/usage': () => ({}),
    '/crypto/convert/BTC/USD': ({ query }) => ({ result: Number(query.get('amount')) * 2 }),
  });
  const spending = new Spending(
    () => ({ maxRequests }),
    () => false,
  );
  if (budget < Infinity)
    spending.budget = {
      spent: 0,
      left: budget,
      checkRequests(count) {
        if (count > budget) throw new CellError('#N/A', `${count} requests, of which ${budget} is left today`);
      },
    };
  const client = createTestClient(service, { now, spending });
  return { client, service };
}

const symbolsOf = ({ rows }: { rows: readonly Readonly<Record<string, unknown>>[] }): unknown[] =>
  rows.map(({ symbol }) => symbol);

/** The types refuse these lines. At run time, what the row does not name is left out in silence. */
describe('what the row of an operation does not name does not compile', () => {
  const { signal } = new AbortController();

  test('in a request of a lookup', async () => {
    const { transport, sent } = createStub(() => []);
    const ticks = operationOf('GET /indices/{symbol}/ticks');
    // @ts-expect-error: a misspelt limit
    await transport.send(ticks, { symbol: 'SPX', start: 1, end: 2, limt: 3 }, signal);
    // @ts-expect-error: the end is missing
    await transport.send(ticks, { symbol: 'SPX', start: 1 }, signal);
    // @ts-expect-error: times are seconds
    await transport.send(ticks, { symbol: 'SPX', start: 'today', end: 2 }, signal);
    expect(sent).toHaveLength(3);
  });

  test('in a reading, or in what a client sends', async () => {
    const { client, service } = createClient();
    const usage = readsOf(client, 'GET /account/usage');
    // @ts-expect-error: a misspelt limit
    await usage.read({ values: { limt: 5 } }, createCall());
    // @ts-expect-error: a misspelt interval
    await client.send('GET /account/usage', { intervall: '1d' }, signal);
    expect(asked(service)).toEqual(['/account/usage', '/account/usage']);
  });

  test('when its bounds are looked up', () => {
    // @ts-expect-error: a misspelt limit
    expect(() => parameterOf('GET /stocks/filings', 'limits')).toThrow('GET /stocks/filings has no parameter "limits"');
  });
});

describe('reading any operation', () => {
  test('follows pages until there are enough rows, with the same values and the cursor unchanged', async () => {
    const { client, service } = createClient();
    const answer = await readsOf(client, 'GET /stocks/symbols').read(
      { values: { country: 'us' }, minRows: 3 },
      createCall(),
    );
    expect(symbolsOf(answer)).toEqual(['A', 'B', 'C', 'D']);
    expect(answer.cursors?.next).toBe('p3');
    expect(service.requests.map(({ query }) => query)).toEqual([
      'size=3&country=us',
      'size=3&country=us&cursor=p%253D2',
    ]);
  });

  test('requests pages as large as it needs, and no larger than ever came', async () => {
    const { client, service } = createClient();
    expect(
      symbolsOf(await readsOf(client, 'GET /stocks/symbols').read({ values: {}, minRows: 500 }, createCall())),
    ).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(service.requests.map(({ query }) => query)).toEqual([
      'size=500',
      'size=50&cursor=p%253D2',
      'size=50&cursor=p3',
    ]);
  });

  test('learns the largest page from a refusal, once for all lists of an operation', async () => {
    const { client, service } = createClient({ largestPage: 100 });
    const read = (country: string) =>
      readsOf(client, 'GET /stocks/symbols').read({ values: { country }, minRows: 500 }, createCall());
    const sizes = (): unknown[] => service.requests.map(({ query }) => new URLSearchParams(query).get('size'));
    await read('us');
    expect(sizes().slice(0, 2)).toEqual(['500', '100']);
    await read('de');
    expect(sizes().filter((size) => Number(size) > 100)).toEqual(['500']);
  });

  test('passes on a refusal of anything else', async () => {
    const { client, service } = createClient();
    const refused = readsOf(client, 'GET /stocks/symbols').read(
      { values: { country: 'nowhere' }, minRows: 500 },
      createCall(),
    );
    await expect(refused).rejects.toMatchObject({
      code: '#VALUE!',
      message: 'country: "nowhere" is refused; the service says "unknown" (422)',
    });
    expect(service.requests).toHaveLength(1);
  });

  test('is one page in the default size if no number is given', async () => {
    const { client, service } = createClient();
    expect(symbolsOf(await readsOf(client, 'GET /stocks/symbols').read({ values: {} }, createCall()))).toEqual([
      'A',
      'B',
    ]);
    expect(asked(service)).toEqual(['/stocks/symbols']);
  });

  test('goes on with the pages of a stopped reading while they are fresh, and then starts again', async () => {
    let now = 0;
    const { client, service } = createClient({ now: () => now, maxRequests: 1 });
    const { freshSeconds } = operationOf('GET /stocks/symbols');
    const cursors = async (): Promise<unknown[]> => {
      const before = service.requests.length;
      await Promise.resolve(
        readsOf(client, 'GET /stocks/symbols').read({ values: {}, minRows: 5 }, createCall()),
      ).catch(() => undefined);
      return service.requests.slice(before).map(({ query }) => new URLSearchParams(query).get('cursor'));
    };
    expect(await cursors()).toEqual([null]);
    now += freshSeconds * 1000 - 1;
    expect(await cursors()).toEqual(['p%3D2']);
    now += freshSeconds * 1000;
    expect(await cursors()).toEqual([null]);
  });

  test('goes on with the newest 20 of the stopped readings', async () => {
    const { client, service } = createClient({ maxRequests: 1 });
    const cursorFor = async (country: string): Promise<unknown> => {
      await Promise.resolve(
        readsOf(client, 'GET /stocks/symbols').read({ values: { country }, minRows: 5 }, createCall()),
      ).catch(() => undefined);
      return new URLSearchParams(service.requests.at(-1)!.query).get('cursor');
    };
    for (let number = 0; number <= 20; number++) expect(await cursorFor(`country ${number}`)).toBeNull();
    expect(await cursorFor('country 1')).toBe('p%3D2');
    expect(await cursorFor('country 20')).toBe('p%3D2');
    expect(await cursorFor('country 0')).toBeNull();
  });

  test.each([
    [4, 4, 'reads on'],
    [3, 1, 'stops at once'],
  ])(
    'whose formula may send %i requests sends %i and %s, if the first of four pages says how many rows there are',
    async (maxRequests, sent) => {
      const { client, service } = createClient({ maxRequests, total: 8 });
      const answer = Promise.resolve(
        readsOf(client, 'GET /stocks/symbols').read({ values: {}, minRows: 100 }, createCall()),
      );
      if (sent === 1) await expect(answer).rejects.toThrow('About 3 more requests: allow it in the MD pane');
      else expect((await answer).rows).toHaveLength(8);
      expect(service.requests).toHaveLength(sent);
    },
  );

  test('says about how many more requests it needs, from the rows that it has', async () => {
    const { client, service } = createClient({ maxRequests: 2 });
    await expect(
      readsOf(client, 'GET /stocks/symbols').read({ values: {}, minRows: 11 }, createCall()),
    ).rejects.toThrow('About 4 more requests: allow it in the MD pane');
    expect(service.requests).toHaveLength(2);
  });

  test('says that today’s requests are used up, if that is what stops it', async () => {
    const { client, service } = createClient({ budget: 1, total: 8 });
    await expect(
      readsOf(client, 'GET /stocks/symbols').read({ values: {}, minRows: 100 }, createCall()),
    ).rejects.toThrow('3 requests, of which 1 is left today');
    expect(service.requests).toHaveLength(1);
  });

  test('follows the pages of an operation without a size too', async () => {
    const { client, service } = createClient();
    expect(
      (await readsOf(client, 'GET /stocks/countries').read({ values: {}, minRows: 3 }, createCall())).rows,
    ).toEqual([{ symbol: 'de' }]);
    expect(asked(service)).toEqual(['/stocks/countries']);
  });

  test('needs one request for equal questions while the row of the operation counts them as fresh', async () => {
    let now = 0;
    const { client, service } = createClient({ now: () => now });
    const convert = (amount: number): Promise<unknown> =>
      Promise.resolve(
        readsOf(client, 'GET /crypto/convert/{from}/{to}').read(
          { values: { from: 'BTC', to: 'USD', amount } },
          createCall(),
        ),
      );
    await Promise.all([convert(1), convert(1), convert(2)]);
    now = 14_999;
    await convert(1);
    expect(asked(service)).toEqual(['/crypto/convert/BTC/USD?amount=1', '/crypto/convert/BTC/USD?amount=2']);
    now = 15_000;
    await convert(1);
    expect(service.requests).toHaveLength(3);
  });

  test('throws at once if the row does not allow a value, and names it as the row does', () => {
    const { client } = createClient();
    // @ts-expect-error: the ticker is missing.
    expect(() => readsOf(client, 'GET /stocks/filings').read({ values: {} }, createCall())).toThrow(
      new CellError('#VALUE!', 'ticker: a value is required'),
    );
    expect(() => readsOf(client, 'GET /account/usage').read({ values: { limit: 0 } }, createCall())).toThrow(
      new CellError('#VALUE!', 'limit: 0 is not from 1 to 168'),
    );
  });
});

describe('an answer to a read', () => {
  /** The number of requests for two equal questions, with `others` different ones between them. */
  async function requestsFor(id: string, answer: Pick<DecodedAnswer, 'rows' | 'body'>, others = 0): Promise<number> {
    const { transport, context } = createStub(() => []);
    const send = jest.spyOn(transport, 'send').mockResolvedValue(answer);
    const lookup = createReadLookup(id, transport, context);
    const read = async (from: string): Promise<unknown> =>
      lookup.read({ values: { country: from, from, to: 'USD' } }, createCall());
    await read('first');
    await Promise.all(Array.from({ length: others }, (_, index) => read(String(index))));
    send.mockClear();
    await read('first');
    return 1 + send.mock.calls.length;
  }

  test.each<[string, Pick<DecodedAnswer, 'rows' | 'body'>, number]>([
    ['with a record that holds something', { rows: [{ symbol: null }, { symbol: 'A' }], body: null }, 1],
    ['whose records hold nothing', { rows: [{ symbol: null }, {}], body: { items: [{ symbol: null }, {}] } }, 2],
    ['without records, but with something else', { rows: [], body: { 1763596800: { requests: 3 } } }, 1],
    ['with nothing in it', { rows: [], body: {} }, 2],
    ['that is null', { rows: [], body: null }, 2],
    ['that is a text', { rows: [], body: 'text' }, 2],
  ])('is kept if it looks complete, and only then: an answer %s', async (_, answer, requests) => {
    expect(await requestsFor('GET /stocks/symbols', answer)).toBe(requests);
  });

  test('is cached among 300 pages, and among many more if it is not a page', async () => {
    const answer = { rows: [{ symbol: 'A' }], body: null };
    expect(await requestsFor('GET /stocks/symbols', answer, 299)).toBe(1);
    expect(await requestsFor('GET /stocks/symbols', answer, 600)).toBe(2);
    expect(await requestsFor('GET /crypto/convert/{from}/{to}', answer, 600)).toBe(1);
  });

  test('has each record once', async () => {
    const { transport, context } = createStub(() => [{ symbol: 'A' }, { symbol: 'B' }, { symbol: 'A' }]);
    expect(
      symbolsOf(await createReadLookup('GET /stocks/countries', transport, context).read({ values: {} }, createCall())),
    ).toEqual(['A', 'B']);
  });

  test('is not used for another number of rows', async () => {
    const { transport, context, sent } = createStub(() => [{ symbol: 'A' }]);
    const lookup = createReadLookup('GET /stocks/symbols', transport, context);
    for (const least of [undefined, 3, 4])
      await lookup.read({ values: {}, ...(least === undefined ? {} : { minRows: least }) }, createCall());
    expect(sent.map(({ values }) => values.size)).toEqual([undefined, 3, 4]);
  });
});
