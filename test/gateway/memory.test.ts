import { parseFaults } from '../../src/sandbox/faults/fault';
import { closeScenes, createScene, type Scene } from './scene';

const START_MS = Date.UTC(2026, 10, 20, 15);

afterEach(closeScenes);

/** A scene whose time stands still until it is moved. */
function createStill(options: Parameters<typeof createScene>[0] = {}) {
  const clock = { now: START_MS };
  const scene = createScene({
    sandbox: { now: () => clock.now, ...options.sandbox },
    gateway: { now: () => clock.now, ...options.gateway },
  });
  return { ...scene, clock };
}

const list = (symbols: string): string => `/api/currencies/quotes?symbols=${symbols}`;

async function symbolsOf(answer: Promise<Response>): Promise<string[]> {
  const { items } = (await (await answer).json()) as { items: { symbol: string }[] };
  return items.map(({ symbol }) => symbol);
}

const PAIRS = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'USDCAD', 'USDCHF', 'NZDUSD', 'EURGBP', 'EURJPY', 'GBPJPY'];
const listsOf = ({ upstream }: Scene): string[][] =>
  upstream.map((path) => new URLSearchParams(path.split('?')[1]).get('symbols')!.split(','));

describe('quotes in a gateway', () => {
  test('are requested once while they are fresh, for all users', async () => {
    const { ask, upstream, clock } = createStill();
    await ask(list('EURUSD,GBPUSD'));
    clock.now += 14_999;
    expect(await symbolsOf(ask(list('GBPUSD')))).toEqual(['GBPUSD']);
    expect(upstream).toHaveLength(1);
    clock.now += 1;
    await ask(list('GBPUSD'));
    expect(upstream).toHaveLength(2);
  });

  test('for several people at the same time are requested together, each symbol once, in full lists', async () => {
    const scene = createStill();
    const answers = PAIRS.map((_, index) => scene.ask(list([...PAIRS.slice(index), ...PAIRS.slice(0, index)].join())));
    const found = await Promise.all(answers.map(symbolsOf));
    expect(found.map((symbols) => symbols.length)).toEqual(PAIRS.map(() => PAIRS.length));
    expect(listsOf(scene)).toHaveLength(2);
    expect(listsOf(scene).flat().sort()).toEqual([...PAIRS].sort());
  });

  test('with other areas and precisions are kept separate', async () => {
    const { ask, upstream } = createStill();
    const mids = await Promise.all(
      [
        '/api/currencies/quotes?symbols=EURUSD',
        '/api/currencies/quotes?symbols=EURUSD&precision=1',
        '/api/crypto/quotes?symbols=BTCUSD',
      ].map(async (path) => ((await (await ask(path)).json()) as { items: { mid: number }[] }).items[0]!.mid),
    );
    expect(new Set(mids).size).toBe(3);
    expect(upstream).toHaveLength(3);
  });

  test('fill the room in a list with the oldest symbols that were requested recently', async () => {
    const scene = createStill();
    await scene.ask(list(PAIRS.slice(0, 6).join()));
    scene.clock.now += 6_000;
    expect(await symbolsOf(scene.ask(list('GBPJPY')))).toEqual(['GBPJPY']);
    expect(listsOf(scene)[1]).toEqual(['GBPJPY', ...PAIRS.slice(0, 6)]);
    scene.clock.now += 10_000;
    // Asked for sixteen seconds ago, and again ten seconds ago as company.
    expect(await symbolsOf(scene.ask(list('EURUSD')))).toEqual(['EURUSD']);
    expect(scene.upstream).toHaveLength(2);
  });

  test('do not fill lists if the service counts symbols', async () => {
    const scene = createStill({ gateway: { fills: false } });
    await scene.ask(list(PAIRS.slice(0, 6).join()));
    scene.clock.now += 6_000;
    await scene.ask(list('GBPJPY'));
    expect(listsOf(scene)[1]).toEqual(['GBPJPY']);
  });

  test('that are unknown are requested once a minute', async () => {
    const { ask, upstream, clock } = createStill();
    expect(await symbolsOf(ask(list('NOSUCH')))).toEqual([]);
    clock.now += 59_000;
    expect(await symbolsOf(ask(list('NOSUCH')))).toEqual([]);
    expect(upstream).toHaveLength(1);
    clock.now += 2_000;
    await ask(list('NOSUCH'));
    expect(upstream).toHaveLength(2);
  });

  test('need at most seven requests a minute for one bad symbol that thousands request, and no more for its neighbours', async () => {
    const { ask, upstream, clock } = createStill({ sandbox: { faults: parseFaults('reject-batch:422') } });
    const bad = list([...PAIRS.slice(0, 6), 'NOSUCH'].join());
    const answers = await Promise.all(Array.from({ length: 2_000 }, () => ask(bad)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    expect(upstream.length).toBeLessThanOrEqual(7);
    expect(await symbolsOf(ask(list(PAIRS.slice(0, 6).join())))).toEqual(PAIRS.slice(0, 6));
    const before = upstream.length;
    clock.now += 61_000;
    await Promise.all(Array.from({ length: 200 }, () => ask(bad)));
    expect(upstream.length - before).toBeLessThanOrEqual(2);
  });
});

test('a quote that became too old while the rest of its list was pending is requested again', async () => {
  const { clock, ...scene } = createStill({
    gateway: { fills: false },
    sandbox: {
      wait: () => {
        // Everything takes twenty milliseconds.
        clock.now += 20;
        return Promise.resolve();
      },
    },
  });
  await scene.ask(list('EURUSD'));
  clock.now += 14_970;
  const answer = await scene.ask(list('EURUSD,GBPUSD'));
  expect(answer.headers.get('md-age-ms')).toBe('40');
  expect(listsOf(scene)).toEqual([['EURUSD'], ['GBPUSD'], ['EURUSD']]);
});

test('an answer says which node gave it, whether from memory or not', async () => {
  const scene = createStill({ gateway: { node: 'gw-1:8443' } });
  const nodes = [
    await scene.ask(list('EURUSD')),
    await scene.ask(list('EURUSD')),
    await scene.ask('/api/stocks/countries'),
  ];
  expect(nodes.map(({ headers }) => headers.get('md-node'))).toEqual(['gw-1:8443', 'gw-1:8443', 'gw-1:8443']);
});

test('an age that is no number of seconds counts as none', async () => {
  const { ask } = createStill({
    gateway: {
      fetch: () => Promise.resolve(Response.json({ items: [{ symbol: 'EURUSD' }] }, { headers: { age: 'Infinity' } })),
    },
  });
  const answer = await ask(list('EURUSD'));
  expect([answer.status, answer.headers.get('age')]).toEqual([200, '0']);
});

describe('the daily quota', () => {
  const USAGE = { '1795132800': { requests: 900, quota: 1_000 } };

  test('makes quotes stay fresh for longer, and the gateway says so', async () => {
    const answers: string[] = [];
    const { gateway, ask } = createScene({
      gateway: {
        now: () => START_MS,
        fetch: (input) => {
          const { pathname } = new URL((input as Request).url);
          answers.push(pathname);
          return Promise.resolve(Response.json(pathname === '/account/usage' ? USAGE : { items: [] }));
        },
      },
    });
    expect(await (await ask('/api/me')).json()).toMatchObject({ quotesFreshSeconds: 15, quota: null, notices: [] });
    await ask(list('EURUSD'));
    jest.spyOn(Date, 'now').mockReturnValue(START_MS + 1_000);
    expect(await gateway.lookAtQuota()).toBe(true);
    const { quotesFreshSeconds, quota, notices } = (await (await ask('/api/me')).json()) as {
      quotesFreshSeconds: number;
      quota: object;
      notices: string[];
    };
    expect(quota).toEqual({ used: 900, of: 1_000 });
    expect(quotesFreshSeconds).toBeGreaterThan(15);
    expect(notices).toEqual([expect.stringContaining('running short')]);
    expect(await (await ask('/config.json')).json()).toMatchObject({ notices });
    jest.restoreAllMocks();
  });
});

test('a quota that the operator states lasts also if the service tells no usage', async () => {
  const { gateway, ask } = createScene({
    gateway: {
      now: () => START_MS,
      dailyQuota: 100,
      fetch: (input) => {
        const { pathname } = new URL((input as Request).url);
        const isUsage = pathname === '/account/usage';
        return Promise.resolve(Response.json(isUsage ? {} : { items: [] }, { status: isUsage ? 404 : 200 }));
      },
    },
  });
  for (let number = 0; number < 97; number++) await ask(list(`X${number}`));
  expect(await gateway.lookAtQuota()).toBe(true);
  expect(await (await ask('/api/me')).json()).toMatchObject({ quotesFreshSeconds: 3_600, quota: { used: 98 } });
});

describe('a refresh through a gateway', () => {
  const refresh = { headers: { 'cache-control': 'max-age=0' } };

  test('serves all users, at most once in two seconds for each symbol', async () => {
    const { ask, upstream, clock } = createStill();
    await ask(list('EURUSD'));
    clock.now += 3_000;
    await Promise.all(Array.from({ length: 50 }, () => ask(list('EURUSD'), refresh)));
    expect(upstream).toHaveLength(2);
    clock.now += 1_900;
    expect((await ask(list('EURUSD'), refresh)).headers.get('age')).toBe('1');
    expect(upstream).toHaveLength(2);
    clock.now += 200;
    expect((await ask(list('EURUSD'), refresh)).headers.get('age')).toBe('0');
    expect(upstream).toHaveLength(3);
  });

  test('is not triggered by headers that a browser adds by itself', async () => {
    const { ask, upstream, clock } = createStill();
    await ask(list('EURUSD'));
    clock.now += 5_000;
    await ask(list('EURUSD'), { headers: { 'cache-control': 'no-cache', pragma: 'no-cache' } });
    expect(upstream).toHaveLength(1);
  });

  test('of other answers is shared too', async () => {
    const { ask, upstream, clock } = createStill();
    await ask('/api/stocks/countries');
    await ask('/api/stocks/countries', refresh);
    clock.now += 3_000;
    await Promise.all([ask('/api/stocks/countries', refresh), ask('/api/stocks/countries', refresh)]);
    expect(upstream).toHaveLength(2);
  });

  test.each([list('EURUSD'), '/api/stocks/countries'])(
    'of %s gets no old answer of a service with a memory, though somebody who takes one asks at the same time',
    async (path) => {
      const { ask } = createStill({
        gateway: {
          fetch: (input) => {
            const { headers, url } = input as Request;
            const body = url.includes('countries')
              ? { items: [{ code: 'US', name: 'US' }] }
              : { items: [{ symbol: 'EURUSD', mid: 1 }] };
            return Promise.resolve(
              Response.json(body, { headers: { age: headers.has('cache-control') ? '0' : '10' } }),
            );
          },
        },
      });
      const answers = await Promise.all([ask(path), ask(path, refresh)]);
      expect(answers[1].headers.get('age')).toBe('0');
    },
  );
});

describe('when the service behind a gateway fails', () => {
  test.each([
    ['status:500', 500],
    ['status:502', 502],
    ['html', 502],
    ['truncate', 502],
    ['empty', 502],
    ['reset', 502],
    ['limit:0/10:600', 429],
  ])('with %s, nothing is cached, and the whole list fails', async (fault, status) => {
    const { ask, sandbox, clock } = createStill();
    await ask(list('EURUSD'));
    sandbox.setFaults(parseFaults(fault));
    clock.now += 1_000;
    const answer = await ask(list('EURUSD,GBPUSD'));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ detail: expect.any(String) as string });
    // What is fresh is served all the same.
    expect(await symbolsOf(ask(list('EURUSD')))).toEqual(['EURUSD']);
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('300');
    else {
      sandbox.setFaults([]);
      // The failure is shared for a second.
      expect((await ask(list('EURUSD,GBPUSD'))).status).toBe(status);
      clock.now += 1_000;
      expect(await symbolsOf(ask(list('EURUSD,GBPUSD')))).toEqual(['EURUSD', 'GBPUSD']);
    }
  });

  test('a last value is sent if the client accepts one', async () => {
    const { ask, sandbox, clock } = createStill();
    await ask(list('EURUSD'));
    sandbox.setFaults(parseFaults('status:500'));
    clock.now += 40_000;
    expect((await ask(list('EURUSD'))).status).toBe(500);
    const answer = await ask(list('EURUSD'), { headers: { 'cache-control': 'max-stale=60' } });
    expect([answer.status, answer.headers.get('age')]).toEqual([200, '40']);
    expect((await ask(list('EURUSD'), { headers: { 'cache-control': 'max-stale=10' } })).status).toBe(500);
  });

  test('a quote that was there a moment ago counts as failed when it is missing', async () => {
    const { ask, sandbox, clock } = createStill();
    await ask(list('EURUSD,GBPUSD'));
    sandbox.setFaults(parseFaults('drop-items'));
    clock.now += 16_000;
    expect((await ask(list('EURUSD,GBPUSD'))).status).toBe(502);
  });

  test.each([401, 403])(
    "and refuses the key with %i, the sentence says that it is the gateway's key",
    async (status) => {
      const { ask } = createStill({ sandbox: { faults: parseFaults(`status:${status}`) } });
      const answer = await ask(list('EURUSD'));
      expect(answer.status).toBe(502);
      expect(await answer.text()).toContain("the gateway's own key");
    },
  );
});
