import { operationOf } from '../../src/api/operations';
import { Caches } from '../../src/gateway/cache/caches';
import { keepNames } from '../../src/gateway/nodes/replication';
import { Store } from '../../src/gateway/nodes/store';
import { Engine, findEngine } from './engine';
import { until } from './firm';

const engine = findEngine();
const SOON_MS = 20;

/** What a node remembers; the service knows every symbol but NOSUCH. */
const createCaches = (): Caches =>
  new Caches({
    upstream: {
      isLeading: true,
      ask({ path }) {
        const symbols = new URLSearchParams(path.split('?')[1]).get('symbols')!.split(',');
        const items = symbols.filter((symbol) => symbol !== 'NOSUCH').map((symbol) => ({ symbol, mid: 1 }));
        return Promise.resolve({ status: 200, body: JSON.stringify({ items }), askedAt: performance.now() });
      },
    },
    now: () => performance.now(),
    quoteFreshMs: () => 15_000,
    fills: true,
  });

(engine === undefined ? describe.skip : describe)('the symbols that the users of a firm request', () => {
  let [program, store]: [Engine | undefined, Store | undefined] = [undefined, undefined];
  beforeEach(async () => {
    program = await Engine.start(engine!);
    store = await Store.open(program.url, 'default');
  });
  afterEach(async () => {
    store?.close();
    await program?.stop();
  });

  test('are known to a node that starts after all others have ended', async () => {
    const before = createCaches();
    const ageLimits = { maxAgeMs: undefined, maxStaleMs: 0 };
    for (const [path, rest, name] of [
      ['currencies', '', 'EURUSD'],
      ['currencies', '', 'NOSUCH'],
      ['stocks', 'precision=2', 'AAPL'],
    ] as const)
      await before.list(operationOf(`GET /${path}/quotes`), rest).read(name, ageLimits);
    const stop = await keepNames(before, store!, () => true, SOON_MS);
    await until(async () => (await program!.dump()).includes('AAPL'));
    stop();
    const after = createCaches();
    const stopAfter = await keepNames(after, store!, () => false, SOON_MS);
    expect(after.names).toEqual({
      'GET /currencies/quotes': ['EURUSD'],
      'GET /stocks/quotes precision=2': ['AAPL'],
    });
    stopAfter();
  });

  test.each(['no JSON', '[]', '{"GET /nothing":["A"]}', '{"GET /stocks/quotes":7}'])(
    'are collected again if the store contains %s in their place',
    async (text) => {
      await store!.ask((client) => client.set(store!.key('names'), text));
      const caches = createCaches();
      const stop = await keepNames(caches, store!, () => true, SOON_MS);
      expect(caches.names).toEqual({});
      stop();
    },
  );
});
