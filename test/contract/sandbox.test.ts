import { OPERATIONS as TABLE } from '../../src/api/operations';
import { smallestValues } from '../support/smallest-values';
import { asking, FRIDAY_MS, type PageOf } from '../unit/sandbox/ask';
import { requestPath } from '../../src/api/transport/wire';
import { KEY_HEADER } from '../support/published-fields';

const ask = asking();
const ORIGIN = 'https://workbook.example';

/** Every operation with the parameters that it requires. */
const OPERATIONS = TABLE.map(
  (operation) => `${operation.method} ${requestPath(operation, smallestValues(operation, FRIDAY_MS))}`,
);

const send = (operation: string, init: RequestInit = {}) => {
  const [method = '', path = ''] = operation.split(' ');
  return ask(path, {
    method,
    ...(method === 'POST' ? { body: '{}' } : {}),
    headers: { [KEY_HEADER]: 'demo' },
    ...init,
  });
};

test.each(OPERATIONS)('each simulated operation requires a key: %s', async (operation) => {
  const [without, refused] = await Promise.all([
    send(operation, { headers: {} }),
    send(operation, { headers: { [KEY_HEADER]: 'invalid' } }),
  ]);
  expect([without.status, refused.status]).toEqual([401, 401]);
  expect([without.body.detail, refused.body.detail]).toEqual([
    `The ${KEY_HEADER} header is missing`,
    'The API key is not valid',
  ]);
});

describe('a wrong request', () => {
  test('for an unknown path is not found', async () => {
    const { status, body } = await ask('/stocks/prices');
    expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
    // The description of the interface is one unless it is turned on.
    expect((await ask('/openapi.json')).status).toBe(404);
  });

  test('without a required parameter gets an error that names it', async () => {
    const { status, body } = await ask('/indices/SPX/ticks');
    expect(status).toBe(422);
    expect(body).toEqual({
      detail: [
        { loc: ['query', 'start'], msg: 'Field required', type: 'missing' },
        { loc: ['query', 'end'], msg: 'Field required', type: 'missing' },
      ],
    });
  });

  test.each([
    ['/stocks/markets/hours?start=2026-02-30', 'start', 'date_parsing'],
    ['/stocks/markets/holidays?end=tomorrow', 'end', 'date_parsing'],
    ['/stocks/markets/hours?start=2026-03-02&end=2026-03-01', 'end', 'value_error'],
    ['/indices/SPX/ticks?start=1.5&end=2', 'start', 'int_parsing'],
    ['/indices/SPX/ticks?start=1&end=2&limit=0', 'limit', 'greater_than_equal'],
    ['/indices/SPX/ticks?start=1&end=2&limit=101', 'limit', 'less_than_equal'],
    ['/currencies/quotes?symbols=EURUSD&precision=many', 'precision', 'int_parsing'],
    [`/currencies/quotes?symbols=${'A'.repeat(51)}`, 'symbols', 'string_too_long'],
    ['/currencies/convert/EUR/USD?amount=ten', 'amount', 'float_parsing'],
    ['/account/usage?limit=169', 'limit', 'less_than_equal'],
    ['/account/usage?interval=1w', 'interval', 'enum'],
    ['/stocks/symbols?country=atlantis', 'country', 'enum'],
  ])('to %s is refused for its %s', async (path, name, type) => {
    const { status, body } = await ask(path);
    expect(status).toBe(422);
    expect(body.detail).toEqual([{ loc: ['query', name], msg: expect.any(String) as string, type }]);
  });

  test('for an upload without a JSON body is refused', async () => {
    const [empty, broken] = await Promise.all(['', '{'].map((body) => send('POST /algo/upload/backtesting', { body })));
    expect([empty?.status, broken?.status]).toEqual([422, 422]);
    expect(empty?.body.detail).toEqual([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  });
});

describe('a page of another origin', () => {
  const preflight = (headers: Record<string, string> = {}) =>
    ask('/account/usage', {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': KEY_HEADER,
        ...headers,
      },
    });

  test('may send the header of the key', async () => {
    const { status, headers } = await preflight();
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-headers')).toContain(KEY_HEADER);
    expect(headers.get('access-control-allow-methods')).toContain('GET');
  });

  test('may access this computer from the public web', async () => {
    expect(
      (await preflight({ 'access-control-request-private-network': 'true' })).headers.get(
        'access-control-allow-private-network',
      ),
    ).toBe('true');
  });

  test.each([
    ['/account/usage', 200],
    ['/nowhere', 404],
    ['/currencies/quotes', 422],
  ])('may read the answer of %s', async (path, status) => {
    const reply = await ask(path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-expose-headers')).toBe('Retry-After');
  });

  test('may read why its key was refused', async () =>
    expect((await send('GET /account/usage', { headers: {} })).headers.get('access-control-allow-origin')).toBe('*'));
});

describe('a simulated list of symbols', () => {
  interface Named {
    readonly symbol: string;
    readonly name: string;
  }

  test('has pages of 50 with a count', async () => {
    const { body } = await ask<PageOf<Named>>('/stocks/symbols');
    expect(body.items).toHaveLength(50);
    expect(body.total).toBeGreaterThan(50);
    expect(Object.keys(body.items[0]!)).toEqual(['symbol', 'name', 'country', 'description']);
  });

  test('has symbol and name for indices', async () => {
    const { body } = await ask<PageOf<Named>>('/indices/symbols');
    expect(body.items.slice(0, 1)).toEqual([{ symbol: 'SPX', name: 'S&P 500' }]);
  });

  test('can be filtered by country and type', async () => {
    const names = async (path: string) => (await ask<PageOf<Named>>(path)).body.items.map(({ symbol }) => symbol);
    expect(await names('/stocks/symbols?country=it')).toEqual(['ENEL', 'RACE']);
    expect(await names('/stocks/symbols?type=etf')).toEqual(['SPY', 'QQQ', 'IWM', 'GLD', 'TLT']);
    expect(await names('/stocks/symbols?type=etf&country=it')).toEqual([]);
    expect(await names('/commodities/symbols?type=energy')).toEqual([
      'WTI',
      'BRENT',
      'NATGAS',
      'GASOLINE',
      'HEATINGOIL',
    ]);
    expect(await names('/indices/symbols?country=uk')).toEqual(['UKX', 'MCX']);
  });

  test.each([
    ...['commodities', 'stocks'].map((area) => `/${area}/symbols?mode=base`),
    ...['commodities', 'crypto', 'currencies', 'indices', 'stocks'].map((area) => `/${area}/symbols?page=2`),
  ])('refuses a parameter that the service has removed: %s', async (path) => {
    const { status, body } = await ask(path);
    expect([status, body.detail]).toEqual([
      422,
      [
        {
          loc: ['query', path.replace(/.*\?|=.*/g, '')],
          msg: 'Extra inputs are not permitted',
          type: 'extra_forbidden',
        },
      ],
    ]);
  });

  test.each(['crypto', 'currencies', 'indices'])('takes the mode for %s', async (area) => {
    expect((await ask(`/${area}/symbols?mode=base`)).status).toBe(200);
  });

  test('has at most 100 symbols for a larger size', async () =>
    expect((await ask<PageOf<Named>>('/currencies/symbols?size=500')).body.items).toHaveLength(100));
});

describe('simulated news', () => {
  interface Item {
    readonly timestamp: number;
    readonly content: string;
    readonly meta_data: {
      readonly markets: readonly string[];
      readonly tickets: readonly string[];
      readonly hashtags: readonly string[];
    };
  }

  test('comes newest first and never from the future, with a cursor to the next page', async () => {
    const first = (await ask<PageOf<Item>>('/crypto/news?size=5')).body;
    const second = (await ask<PageOf<Item>>(`/crypto/news?size=5&cursor=${encodeURIComponent(first.next_page!)}`)).body;
    const times = [...first.items, ...second.items].map(({ timestamp }) => timestamp);
    expect(times).toHaveLength(10);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(times[0]).toBeLessThanOrEqual(FRIDAY_MS / 1000);
    expect(Object.keys(first.items[0]!.meta_data)).toEqual(['markets', 'tickets', 'hashtags']);
  });
});

describe('other simulated lists:', () => {
  const items = async (path: string) => (await ask<{ items: Record<string, unknown>[] }>(path)).body.items;

  test('exchanges of crypto may have no year or country', async () => {
    const exchanges = await items('/crypto/exchanges');
    expect(Object.keys(exchanges[0]!)).toEqual(['id', 'name', 'year_established', 'country', 'website']);
    expect(exchanges.some(({ year_established, country }) => year_established === null && country === null)).toBe(true);
  });

  test('countries and types are plain symbols', async () => {
    expect(await items('/commodities/types')).toEqual([
      { symbol: 'agricultural' },
      { symbol: 'energy' },
      { symbol: 'metal' },
    ]);
    expect(await items('/stocks/countries')).toContainEqual({ symbol: 'us' });
  });

  test('history for backtests has dates in whole Unix seconds', async () => {
    for (const { earliest, latest } of await items('/algo/symbols')) {
      expect(Number.isInteger(earliest) && Number.isInteger(latest)).toBe(true);
      expect(Number(earliest)).toBeLessThan(Number(latest));
    }
  });
});
