import { Caches } from '../../src/gateway/operations';
import { ServiceDescription } from '../../src/gateway/service/described';
import { operationOf } from '../../src/api/operations';
import { type Demand, fewestLists, fewestListsUnknown, symbolsOf, workbooksOf } from '../bench/gateway/demand';
import { seededRandom } from '../bench/pairs';
import { useFakeTimers } from '../support/fake-timers';

const [SYMBOLS, FRESH_MS, LATENCY_MS] = [500, 1_500, 10];

useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });

/** A firm: its analysts, how long quotes are fresh for it, and when each of its workbooks asks. */
interface Firm {
  readonly seed: number;
  readonly analysts: number;
  readonly freshMs: number;
  readonly fills?: boolean;
  /** Whether quotes are requested before they are old. */
  readonly isAhead?: boolean;
  /** Moments at which a workbook asks, by a number from 0 to 1 of its own. */
  readonly momentsOf: (phase: number) => readonly number[];
  /** Lists are counted from then on. */
  readonly fromMs?: number;
}

/** Lists that a firm's workbooks cost, and the fewest that cover what they ask, by what is known of the symbols. */
interface Cost {
  readonly sent: number;
  readonly fewest: number;
  readonly fewestUnknown: number;
}

async function costOf(firm: Firm): Promise<Cost> {
  const { seed, analysts, freshMs, fills = true, isAhead = false, momentsOf, fromMs = 0 } = firm;
  const from = Date.now() + fromMs;
  let sent = 0;
  const caches = new Caches({
    upstream: {
      async askService({ path }) {
        const askedAt = Date.now();
        if (askedAt >= from) sent++;
        await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
        const symbols = new URLSearchParams(path.split('?')[1]).get('symbols')!.split(',');
        return { status: 200, body: JSON.stringify({ items: symbols.map((symbol) => ({ symbol, mid: 1 })) }), askedAt };
      },
    },
    now: Date.now,
    described: new ServiceDescription('http://service.test', fetch, Date.now),
    quoteFreshMs: () => freshMs,
    fills,
  });
  if (isAhead) caches.startAhead();
  const quotes = caches.listOf(operationOf('GET /currencies/quotes'), '');
  const demands: Demand[] = [];
  const random = seededRandom(seed);
  let lastMs = 0;
  for (const symbols of workbooksOf(analysts, symbolsOf(SYMBOLS), seed)) {
    for (const atMs of momentsOf(random())) {
      lastMs = Math.max(lastMs, atMs);
      setTimeout(() => {
        demands.push({ at: Date.now(), symbols });
        for (const symbol of symbols) void quotes.readAnswer(symbol, { maxAgeMs: undefined, maxStaleMs: 0 });
      }, atMs);
    }
  }
  await jest.advanceTimersByTimeAsync(lastMs + 100);
  caches.stopAsking();
  return { sent, fewest: fewestLists(demands, freshMs, from), fewestUnknown: fewestListsUnknown(demands) };
}

/** Live cells of two hundred people, whose time runs ten times as fast. */
const live = (seed: number, fills: boolean): Firm => ({
  seed,
  fills,
  analysts: 200,
  freshMs: FRESH_MS,
  fromMs: 3 * FRESH_MS,
  momentsOf: (phase) => Array.from({ length: 11 }, (_, round) => (phase + round) * FRESH_MS),
});

describe('the live workbooks of two hundred analysts', () => {
  test.each([1, 2, 3, 4, 5])('of firm %i cost at most an eighth more lists than the least possible', async (seed) => {
    const { sent, fewest } = await costOf(live(seed, true));
    expect(sent).toBeLessThanOrEqual(fewest * 1.125);
    expect(sent).toBeGreaterThanOrEqual(fewest);
  });

  test('cost almost twice as many if lists are not filled', async () => {
    const { sent, fewest } = await costOf(live(1, false));
    expect(sent).toBeGreaterThan(1.75 * fewest);
  });

  test('cost at most half as many more if quotes are requested before they are old', async () => {
    const { sent, fewest } = await costOf({ ...live(1, true), isAhead: true });
    expect(sent).toBeLessThanOrEqual(1.5 * fewest);
    expect(sent).toBeGreaterThan(fewest);
  });
});

describe('two thousand workbooks that are opened within one period of freshness', () => {
  const [PERIOD_MS, HOUR_MS] = [15_000, 3_600_000];
  const opened = (seed: number, overMs: number): Firm => ({
    seed,
    analysts: 2_000,
    freshMs: PERIOD_MS,
    momentsOf: (phase) => [phase * overMs],
  });

  test.each([1, 2, 3])(
    'cost firm %i at most eighty lists if the symbols are known from the day before',
    async (seed) => {
      const days = (phase: number): number[] => [phase * PERIOD_MS, 20 * HOUR_MS + phase * PERIOD_MS];
      const { sent } = await costOf({ ...opened(seed, PERIOD_MS), momentsOf: days, fromMs: 20 * HOUR_MS });
      expect(sent).toBeLessThanOrEqual(80);
    },
  );

  test.each([1, 2, 3])(
    'cost firm %i at most eighty lists if no symbol is known and all are opened within a second',
    async (seed) => expect((await costOf(opened(seed, 1_000))).sent).toBeLessThanOrEqual(80),
  );

  test('cost more than eighty, whatever a gateway does, if no symbol is known and they are opened one by one', async () => {
    const { sent, fewest, fewestUnknown } = await costOf(opened(1, PERIOD_MS));
    expect(fewest).toBeCloseTo(SYMBOLS / 7, 0);
    expect(fewestUnknown).toBeGreaterThan(80);
    expect(sent).toBeGreaterThanOrEqual(fewestUnknown);
    expect(sent).toBeLessThanOrEqual(1.2 * fewestUnknown);
  });
});
