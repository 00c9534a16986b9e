import { OPERATIONS } from '../../src/api/operations';
import { smallestValues } from '../support/smallest-values';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { FRIDAY_MS } from '../unit/sandbox/ask';
import { closeScenes, createScene, ORIGIN, type Scene } from './scene';
import { requestPath } from '../../src/api/transport/wire';
import { KEY_HEADER } from '../support/published-fields';
import type { RequestRecord } from '../../src/core/call';

afterEach(closeScenes);

const STILL = { now: () => FRIDAY_MS, wait: () => Promise.resolve() };

/** Every operation with the parameters that it requires. The usage of the key changes with every request. */
const SMALLEST = OPERATIONS.filter(({ method, path }) => method === 'GET' && path !== '/account/usage').map(
  (operation) => requestPath(operation, smallestValues(operation, FRIDAY_MS)),
);

/** With further parameters, and with names that the service does not know. */
const READS = [
  ...SMALLEST,
  '/stocks/markets?mic=XNYS,XLON',
  '/stocks/markets/holidays?mic=XNYS&start=2026-01-01&end=2026-12-31',
  '/stocks/markets/hours?mic=XTKS,XNYS&start=2026-11-20&end=2026-11-27',
  '/indices/SPX/ticks?start=1795186000&end=1795186800',
  '/indices/SPX/ticks?start=1795186000&end=1795186800&limit=5',
  '/stocks/filings?ticker=AAPL&limit=3',
  '/stocks/AAPL/scores?name=altman-z',
  '/crypto/convert/BTC/USD?amount=2',
  '/currencies/symbols?size=3',
  '/crypto/news?size=2',
  '/currencies/quotes?symbols=eurusd,EURUSD,%20usdjpy,NOSUCH,GBPUSD&precision=2',
  '/currencies/quotes?symbols=',
];

/** What the service refuses, with its own words. */
const REFUSALS = [
  '/stocks/prices',
  '/indices/SPX/ticks',
  '/stocks/markets/hours?start=2026-02-30',
  '/stocks/markets/hours?start=2026-03-02&end=2026-03-01',
  '/indices/SPX/ticks?start=1.5&end=2',
  '/indices/SPX/ticks?start=1&end=2&limit=101',
  '/currencies/quotes?symbols=EURUSD&precision=many',
  '/currencies/quotes',
  '/currencies/quotes?precision=2',
  '/currencies/quote?symbol=NOSUCH',
  '/currencies/convert/EUR/USD?amount=ten',
  '/account/usage?interval=1w',
  '/stocks/symbols?country=atlantis',
  '/stocks/symbols?cursor=nonsense',
];

const upon = (lower: Scene): Scene =>
  createScene({
    gateway: {
      service: `${ORIGIN}/api`,
      fetch: (input) => {
        const request = new Request(input);
        request.headers.set('host', 'localhost:3443');
        return lower.gateway.fetch(request);
      },
    },
  });

const read = async (answer: Promise<Response>) => {
  const response = await answer;
  return { status: response.status, body: (await response.json()) as unknown };
};

describe.each([
  ['a gateway', () => createScene({ sandbox: STILL })],
  ['a gateway before a gateway', () => upon(createScene({ sandbox: STILL }))],
])('%s answers like the service', (_, create) => {
  test.each([...READS, ...REFUSALS])('%s', async (path) => {
    const service = createScene({ sandbox: STILL }).sandbox;
    const expected = await read(
      service.fetch(new Request(`http://service.test${path}`, { headers: { [KEY_HEADER]: 'demo' } })),
    );
    const { ask } = create();
    expect(await read(ask(`/api${path}`))).toEqual(expected);
    // From memory too.
    expect(await read(ask(`/api${path}`))).toEqual(expected);
  });

  test('for the usage of the key', async () => {
    const { status, body } = await read(create().ask('/api/account/usage?limit=2'));
    expect([status, Object.keys(body as object).length]).toEqual([200, 2]);
  });
});

test("the service sees the product's name, and its refusals are logged with its own request id", async () => {
  const agents: (string | null)[] = [];
  const records: RequestRecord[] = [];
  const { ask } = createScene({
    gateway: {
      version: '7.8.9',
      watchers: [{ onInbound: () => undefined, onUpstream: (record) => records.push(record) }],
      fetch: (input) => {
        agents.push((input as Request).headers.get('user-agent'));
        return Promise.resolve(new Response('{}', { status: 403, headers: { 'x-request-id': 'req-4711' } }));
      },
    },
  });
  await ask('/api/stocks/markets?mic=XNYS');
  expect(new Set(agents)).toEqual(new Set(['md-for-excel/7.8.9']));
  expect(records[0]).toMatchObject({ status: 403, requestId: 'req-4711' });
});

test('HEAD is answered as GET is', async () => {
  const { ask, upstream } = createScene();
  for (const path of ['/api/currencies/quotes?symbols=EURUSD', '/api/openapi.json', '/config.json'])
    expect((await ask(path, { method: 'HEAD' })).status).toBe(200);
  expect((await ask('/api/currencies/quotes', { method: 'HEAD' })).status).toBe(422);
  expect((await ask('/api/nothing', { method: 'HEAD' })).status).toBe(404);
  expect(upstream[0]).toBe('/currencies/quotes?symbols=EURUSD');
});

describe('an upload', () => {
  const init = { method: 'POST', body: '{"name":"mean reversion"}', headers: { 'content-type': 'application/json' } };

  test('is refused unless the gateway allows it', async () => {
    const { ask, upstream } = createScene();
    const { status, body } = await read(ask('/api/algo/upload/backtrader', init));
    expect(status).toBe(403);
    expect(body).toEqual({ detail: expect.stringContaining('its administrator can allow them') as string });
    expect(upstream).toEqual([]);
  });

  test.each(['x=1', 'api-key=x', '%73ymbol=EURUSD', 'name=a&name=b'])(
    'with a parameter that it does not have is refused, and does not leave: %s',
    async (query) => {
      const { ask, upstream } = createScene({ gateway: { allowsPost: true } });
      const { status, body } = await read(ask(`/api/algo/upload/backtrader?${query}`, init));
      expect([status, upstream.filter((path) => path !== '/openapi.json')]).toEqual([422, []]);
      expect(body).toMatchObject({ detail: [{ loc: ['query', expect.any(String)], type: 'extra_forbidden' }] });
    },
  );

  test.each(OPERATIONS.filter(({ method }) => method === 'POST').map(({ path }) => path))(
    '%s is passed to the service unchanged',
    async (path) => {
      const { ask } = createScene({ gateway: { allowsPost: true } });
      expect((await ask(`/api${path}`, init)).status).toBe(200);
      expect(await read(ask(`/api${path}`, { ...init, body: '{' }))).toMatchObject({
        status: 422,
        body: { detail: expect.any(Array) as unknown },
      });
    },
  );
});

test.each([
  [201, '{"id":7}'],
  [202, '{"id":7}'],
  [204, ''],
])(
  'an upload that the service answers with status %d has arrived, and its answer is passed on',
  async (status, body) => {
    const fetch = (): Promise<Response> => Promise.resolve(new Response(body === '' ? null : body, { status }));
    const { ask } = createScene({ gateway: { allowsPost: true, fetch } });
    const answer = await ask('/api/algo/upload/backtrader', { method: 'POST', body: '{}' });
    expect([answer.status, await answer.text()]).toEqual([status, body]);
  },
);

test("endless uploads do not block other people's uploads for long", async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  try {
    const { ask } = createScene({ gateway: { allowsPost: true } });
    const upload = (body: string | ReadableStream): Promise<Response> =>
      ask('/api/algo/upload/backtrader', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
        duplex: 'half',
      } as RequestInit);
    const endless = Array.from({ length: 4 }, () => upload(new ReadableStream()));
    const own = upload('{"name":"mean reversion"}');
    await jest.advanceTimersByTimeAsync(70_000);
    expect((await own).status).toBe(200);
    for (const answer of await Promise.all(endless)) expect(answer.status).toBe(408);
  } finally {
    jest.useRealTimers();
  }
});

describe('an upload that is too long', () => {
  /** That many bytes, whose number no header tells. */
  const streamed = (length: number, isCut = false): RequestInit & { readonly duplex: 'half' } => {
    let left = length;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left === 0) {
          if (isCut) controller.error(new Error('The connection was reset'));
          else controller.close();
          return;
        }
        const size = Math.min(left, 1_000_000);
        left -= size;
        controller.enqueue(new Uint8Array(size).fill(0x20));
      },
    });
    return { method: 'POST', body, duplex: 'half' };
  };
  const ask = async (init: RequestInit, headers: Readonly<Record<string, string>> = {}) => {
    const scene = createScene({ gateway: { allowsPost: true } });
    const answer = await read(scene.ask('/api/algo/upload/backtrader', { ...init, headers }));
    return { ...answer, upstream: scene.upstream };
  };
  const TOO_LONG = {
    status: 413,
    body: { detail: 'The upload is too long: the gateway takes at most 10 MB' },
    upstream: [],
  };

  test('is refused before it is read if its length is known, and otherwise while it is read', async () => {
    expect(await ask({ method: 'POST', body: ' '.repeat(10_000_001) }, { 'content-length': '10000001' })).toEqual(
      TOO_LONG,
    );
    expect(await ask(streamed(10_000_001))).toEqual(TOO_LONG);
    // The service reads the longest one, and says in its own words what is wrong with it.
    expect(await ask(streamed(10_000_000))).toMatchObject({ status: 422, upstream: ['/algo/upload/backtrader'] });
  });

  test('or cut off never reaches the service', async () => {
    expect(await ask(streamed(1_000, true))).toEqual({
      status: 400,
      body: { detail: 'The upload was cut off: send it again' },
      upstream: [],
    });
  });
});

describe('the limit in the description', () => {
  test('says how long lists may be, and the gateway accepts them', async () => {
    const { ask, upstream } = createScene();
    const description = (await (await ask('/api/openapi.json')).json()) as {
      paths: Record<string, { get: { parameters: unknown[] } }>;
    };
    const parameter = description.paths['/stocks/quotes']!.get.parameters[0];
    expect(parameter).toMatchObject({ name: 'symbols', schema: { maxLength: 4_000 } });
    const symbols = Array.from({ length: 571 }, (_, index) => `S${String(index).padStart(5, '0')}`).join();
    expect(symbols.length).toBeLessThanOrEqual(4_000);
    expect((await ask(`/api/stocks/quotes?symbols=${symbols}`)).status).toBe(200);
    expect(upstream.filter((path) => path !== '/openapi.json')).toHaveLength(Math.ceil(571 / 7));
  });

  test('is enforced, and a longer list is refused with that number', async () => {
    const { ask, upstream } = createScene();
    const symbols = 'EURUSD,'.repeat(572);
    expect((await ask(`/api/currencies/quotes?symbols=${symbols}&precision=5`)).status).toBe(422);
    expect(await read(ask(`/api/currencies/quotes?symbols=${symbols}&precision=many`))).toEqual({
      status: 422,
      body: {
        detail: [
          { loc: ['query', 'symbols'], msg: 'String should have at most 4000 characters', type: 'string_too_long' },
        ],
      },
    });
    expect(upstream).toEqual([]);
  });
});

describe('an answer gives its age', () => {
  test('in seconds, and its source', async () => {
    let nowMs = FRIDAY_MS;
    const { ask } = createScene({ sandbox: STILL, gateway: { now: () => nowMs } });
    const first = await ask('/api/stocks/quotes?symbols=AAPL');
    nowMs += 9_600;
    const second = await ask('/api/stocks/quotes?symbols=AAPL');
    expect([first, second].map(({ headers }) => [headers.get('age'), headers.get('cache-status')])).toEqual([
      ['0', 'MD; fwd=miss'],
      ['9', 'MD; hit; ttl=6'],
    ]);
  });

  test.each([
    ['an unknown symbol', '/api/currencies/quotes?symbols=NOSUCH', 200],
    ['a refused list', '/api/currencies/quotes?symbols=EURUSD&precision=many', 422],
    ['a path that does not exist', '/api/currencies/quote?symbol=NOSUCH', 404],
  ])('for %s too, which is remembered for a minute', async (_, path, status) => {
    let nowMs = FRIDAY_MS;
    const { ask, upstream } = createScene({ sandbox: STILL, gateway: { now: () => nowMs } });
    const seen = [await ask(path)];
    nowMs += 40_400;
    seen.push(await ask(path));
    nowMs += 19_601;
    seen.push(await ask(path));
    const miss = status === 200 ? 'MD; fwd=miss' : `MD; fwd=miss; fwd-status=${status}`;
    expect(seen.map((one) => [one.status, one.headers.get('age'), one.headers.get('cache-status')])).toEqual([
      [status, '0', miss],
      [status, '40', 'MD; hit; ttl=20'],
      [status, '0', miss],
    ]);
    expect(upstream).toHaveLength(2);
  });

  test('which does not include that of an unknown symbol beside its quotes', async () => {
    let nowMs = FRIDAY_MS;
    const { ask } = createScene({ sandbox: STILL, gateway: { now: () => nowMs } });
    await ask('/api/currencies/quotes?symbols=NOSUCH');
    nowMs += 30_000;
    await ask('/api/currencies/quotes?symbols=EURUSD');
    nowMs += 4_000;
    const { headers } = await ask('/api/currencies/quotes?symbols=EURUSD,NOSUCH');
    expect([headers.get('age'), headers.get('cache-status')]).toEqual(['4', 'MD; hit; ttl=11']);
  });

  test.each([
    ['/api/stocks/markets/holidays?mic=XNYS', 300],
    ['/api/stocks/markets?mic=XNYS', 86_400],
    ['/api/indices/SPX/ticks?start=1795186000&end=1795186800', 86_400],
  ])('and the time for which it is kept: %s', async (path, seconds) => {
    const { ask } = createScene({ sandbox: STILL, gateway: { now: () => FRIDAY_MS } });
    await ask(path);
    expect((await ask(path)).headers.get('cache-status')).toBe(`MD; hit; ttl=${seconds}`);
  });

  test('even for a failure of the service, which is never kept', async () => {
    const { ask } = createScene({ sandbox: { ...STILL, faults: parseFaults('status:500') } });
    for (const again of [1, 2]) {
      const { status, headers } = await ask('/api/stocks/quotes?symbols=AAPL');
      expect([again, status, headers.get('age'), headers.get('cache-status')]).toEqual([
        again,
        500,
        '0',
        'MD; fwd=miss',
      ]);
    }
  });

  test('as the age of the oldest of its quotes', async () => {
    let nowMs = FRIDAY_MS;
    const { ask } = createScene({ sandbox: STILL, gateway: { now: () => nowMs } });
    await ask('/api/stocks/quotes?symbols=AAPL');
    nowMs += 7_000;
    expect((await ask('/api/stocks/quotes?symbols=MSFT,AAPL')).headers.get('age')).toBe('7');
  });

  test('since the service sent it, across any number of gateways', async () => {
    let nowMs = FRIDAY_MS;
    const now = (): number => nowMs;
    const lower = createScene({ sandbox: STILL, gateway: { now } });
    const upper = createScene({
      gateway: {
        now,
        service: `${ORIGIN}/api`,
        fetch: (input) => lower.ask(new URL((input as Request).url).pathname + new URL((input as Request).url).search),
      },
    });
    await lower.ask('/api/stocks/quotes?symbols=AAPL');
    await lower.ask('/api/stocks/quotes?symbols=NOSUCH');
    nowMs += 10_000;
    expect((await upper.ask('/api/stocks/quotes?symbols=AAPL')).headers.get('age')).toBe('10');
    expect((await upper.ask('/api/stocks/quotes?symbols=NOSUCH')).headers.get('age')).toBe('10');
    nowMs += 5_001;
    expect((await upper.ask('/api/stocks/quotes?symbols=AAPL')).headers.get('age')).toBe('0');
    expect(lower.upstream).toHaveLength(3);
    // An unknown symbol is forgotten after a minute, however many gateways remember it.
    nowMs += 45_000;
    await upper.ask('/api/stocks/quotes?symbols=NOSUCH');
    expect(lower.upstream).toHaveLength(4);
  });
});
