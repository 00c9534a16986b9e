import fc from 'fast-check';
import { type Fate, FickleService, REFUSED, UNKNOWN } from './fickle-service';
import { closeScenes, createScene, ORIGIN, type Scene } from './scene';

const FRESH_MS = 15_000;
const MIN_MAX_AGE_MS = 2_000;
const REFUSED_MS = 60_000;
const RUNS = { numRuns: 400 };
const MAX_MS = 900_000;
const MAX_TIMERS = 20_000;

beforeAll(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
});
afterAll(() => {
  jest.useRealTimers();
});

/** What one user asks of one gateway, some time after what was asked before. */
interface Demand {
  readonly afterMs: number;
  readonly gateway: number;
  readonly area: string;
  readonly symbols: readonly string[];
  readonly precision: number | undefined;
  readonly wish: { readonly maxAge?: number; readonly maxStale?: number };
}

const demand: fc.Arbitrary<Demand> = fc.record({
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 20_000 })),
  gateway: fc.integer({ min: 0, max: 2 }),
  area: fc.constantFrom('currencies', 'crypto'),
  symbols: fc.uniqueArray(fc.constantFrom('AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH', UNKNOWN, REFUSED), {
    minLength: 1,
    maxLength: 6,
  }),
  precision: fc.constantFrom(undefined, undefined, 2, 5),
  wish: fc.oneof(
    fc.constant({}),
    fc.record({ maxAge: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ maxStale: fc.integer({ min: 0, max: 60 }) }),
  ),
});
const fate: fc.Arbitrary<Fate> = fc.record({
  ms: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 })),
  does: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fate['does']>('answer') },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Fate['does'][]>(
        'reorder',
        'drop',
        'fail',
        'pause',
        'pause without a time',
        'not ready',
        'html',
        'empty',
        'truncate',
        'reset',
      ),
    },
  ),
});
/** How far the clocks of the gateways go wrong. */
const offsets = fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { minLength: 3, maxLength: 3 });

interface Answered {
  readonly demand: Demand;
  readonly status: number;
  readonly items: readonly { readonly symbol: string; readonly mid: number }[];
  readonly ageMs: number;
  readonly askedAt: number;
  readonly at: number;
}

/** Two gateways with keys of their own, and a third that has the first for its service. */
function createFirm(service: FickleService, clocks: readonly number[]): Scene[] {
  const [first, second, third] = clocks.map((offset) => () => Date.now() + offset);
  const scenes = [
    createScene({ gateway: { now: first!, apiKey: 'key-a', fetch: service.fetch, retryMs: 100 } }),
    createScene({ gateway: { now: second!, apiKey: 'key-b', fetch: service.fetch, retryMs: 100 } }),
  ];
  const above = createScene({
    gateway: {
      now: third!,
      service: `${ORIGIN}/api`,
      retryMs: 100,
      fetch: (input) => {
        const request = new Request(input);
        request.headers.set('host', 'localhost:3443');
        return scenes[0]!.gateway.fetch(request);
      },
    },
  });
  return [...scenes, above];
}

async function askFor(scenes: readonly Scene[], one: Demand): Promise<Answered> {
  const { gateway, area, symbols, precision, wish } = one;
  const askedAt = Date.now();
  const query = `symbols=${symbols.join()}${precision === undefined ? '' : `&precision=${precision}`}`;
  const directives = [
    ...(wish.maxAge === undefined ? [] : [`max-age=${wish.maxAge}`]),
    ...(wish.maxStale === undefined ? [] : [`max-stale=${wish.maxStale}`]),
  ];
  const headers = directives.length === 0 ? {} : { 'cache-control': directives.join(', ') };
  const answer = await scenes[gateway]!.ask(`/api/${area}/quotes?${query}`, { headers });
  const at = Date.now();
  const body = (await answer.json()) as { items?: Answered['items'] };
  const ageMs = Number(answer.headers.get('md-age-ms') ?? 0);
  return { demand: one, status: answer.status, items: body.items ?? [], ageMs, askedAt, at };
}

/** Everything that is asked and answered; fails when something never is. */
async function play(scenes: readonly Scene[], demands: readonly Demand[]): Promise<readonly Answered[]> {
  const state = { isOver: false };
  const answering: Promise<Answered>[] = [];
  const all = (async () => {
    for (const one of demands) {
      if (one.afterMs > 0) await new Promise((resolve) => setTimeout(resolve, one.afterMs));
      answering.push(askFor(scenes, one));
    }
    return Promise.all(answering);
  })().finally(() => {
    state.isOver = true;
  });
  for (let count = 0; count < MAX_TIMERS; count++) {
    for (let turn = 0; turn < 3 && !state.isOver; turn++) await new Promise(setImmediate);
    if (state.isOver) return all;
    if (jest.getTimerCount() > 0) await jest.advanceTimersToNextTimerAsync();
  }
  throw new Error('Something is still pending');
}

/** What is wrong with an answer; empty where nothing is. */
function faultsOf(service: FickleService, answered: Answered): string[] {
  const { demand: asked, status, items, ageMs, askedAt, at } = answered;
  if (status !== 200) return [422, 429, 500, 502, 503, 504].includes(status) ? [] : [`status ${status}`];
  const key = asked.gateway === 1 ? 'key-b' : 'key-a';
  const tookMs = at - askedAt;
  const { maxAge = Infinity, maxStale = 0 } = asked.wish;
  const allowedMs =
    Math.max(Math.min(FRESH_MS, Math.max(maxAge * 1000, MIN_MAX_AGE_MS)) + (maxAge === Infinity ? 0 : tookMs), tookMs) +
    maxStale * 1000 +
    (maxStale > 0 ? tookMs : 0);
  const faults: string[] = [];
  let oldestMs = 0;
  for (const { symbol, mid } of items) {
    const origin = service.origins.get(mid);
    if (!origin) {
      faults.push(`a quote of nobody: ${mid}`);
      continue;
    }
    const precision = asked.precision === undefined ? null : String(asked.precision);
    if (!asked.symbols.includes(symbol) || origin.symbol !== symbol) faults.push(`a quote of ${origin.symbol}`);
    if (origin.area !== asked.area) faults.push(`a quote of ${origin.area}`);
    if (origin.precision !== precision) faults.push(`a quote with precision ${origin.precision ?? 'left out'}`);
    if (origin.key !== key) faults.push(`a quote of ${origin.key ?? 'no key'}`);
    oldestMs = Math.max(oldestMs, at - origin.at);
  }
  if (oldestMs > allowedMs + 1) faults.push(`${oldestMs} ms old, where ${allowedMs} are allowed`);
  if (ageMs < oldestMs - 1) faults.push(`said to be ${ageMs} ms old, and is ${oldestMs}`);
  // That nothing is known of any of its symbols is remembered for longer.
  const maxMs = oldestMs + tookMs + (items.length > 0 ? allowedMs : REFUSED_MS);
  if (ageMs > maxMs) faults.push(`said to be ${ageMs} ms old, and is only ${oldestMs}`);
  const missing = asked.symbols.filter(
    (symbol) => symbol !== UNKNOWN && !service.dropped.has(symbol) && !items.some((item) => item.symbol === symbol),
  );
  if (missing.length > 0) faults.push(`left out: ${missing.join()}`);
  return faults;
}

test(
  'every request gets its own answer, and none that is too old, however the service fails and the clocks differ',
  async () => {
    let answeredCount = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(demand, { minLength: 1, maxLength: 25 }),
        fc.array(fate, { minLength: 1, maxLength: 12 }),
        offsets,
        async (demands, fates, clocks) => {
          const service = new FickleService(fates);
          const scenes = createFirm(service, clocks);
          const answers = await play(scenes, demands);
          expect(answers).toHaveLength(demands.length);
          expect(answers.map((one) => faultsOf(service, one)).filter((faults) => faults.length > 0)).toEqual([]);
          answeredCount += answers.filter(({ status }) => status === 200).length;
          closeScenes();
        },
      ),
      RUNS,
    );
    expect(answeredCount).toBeGreaterThan(RUNS.numRuns);
  },
  MAX_MS,
);
