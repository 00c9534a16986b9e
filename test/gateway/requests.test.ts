import { Memories } from '../../src/gateway/memory/memories';
import { operationOf } from '../../src/api/operations';
import { type Demand, fewestLists, symbolsOf, workbooksOf } from '../bench/gateway/demand';
import { seededRandom } from '../bench/pairs';

const [SYMBOLS, FRESH_MS, LATENCY_MS] = [500, 1_500, 10];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A firm: its analysts, how long quotes are fresh for it, and when each of its workbooks asks. */
interface Firm {
  readonly seed: number;
  readonly analysts: number;
  readonly freshMs: number;
  readonly fills?: boolean;
  /** Moments at which a workbook asks, by a number from 0 to 1 of its own. */
  readonly momentsOf: (phase: number) => readonly number[];
  /** Lists are counted from then on. */
  readonly fromMs?: number;
}

/** Lists that a firm's workbooks cost, and the fewest full lists that cover what they ask. */
async function costOf(firm: Firm): Promise<{ readonly sent: number; readonly fewest: number }> {
  const { seed, analysts, freshMs, fills = true, momentsOf, fromMs = 0 } = firm;
  const from = Date.now() + fromMs;
  let sent = 0;
  const memories = new Memories({
    upstream: {
      isSpeaking: true,
      async ask({ path }) {
        const askedAt = Date.now();
        if (askedAt >= from) sent++;
        await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
        const symbols = new URLSearchParams(path.split('?')[1]).get('symbols')!.split(',');
        return { status: 200, body: JSON.stringify({ items: symbols.map((symbol) => ({ symbol, mid: 1 })) }), askedAt };
      },
    },
    now: Date.now,
    quoteFreshMs: () => freshMs,
    fills,
  });
  const quotes = memories.list(operationOf('GET /currencies/quotes'), '');
  const demands: Demand[] = [];
  const random = seededRandom(seed);
  let lastMs = 0;
  for (const symbols of workbooksOf(analysts, symbolsOf(SYMBOLS), seed)) {
    for (const atMs of momentsOf(random())) {
      lastMs = Math.max(lastMs, atMs);
      setTimeout(() => {
        demands.push({ at: Date.now(), symbols });
        for (const symbol of symbols) void quotes.read(symbol, { maxAgeMs: undefined, maxStaleMs: 0 });
      }, atMs);
    }
  }
  await jest.advanceTimersByTimeAsync(lastMs + 100);
  memories.close();
  return { sent, fewest: fewestLists(demands, freshMs, from) };
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
  test.each([1, 2, 3, 4, 5])(
    'of firm %i cost at most an eighth more lists than the fewest there can be',
    async (seed) => {
      const { sent, fewest } = await costOf(live(seed, true));
      expect(sent).toBeLessThanOrEqual(fewest * 1.125);
      expect(sent).toBeGreaterThanOrEqual(fewest);
    },
  );

  test('cost almost twice as many where lists are not filled', async () => {
    const { sent, fewest } = await costOf(live(1, false));
    expect(sent).toBeGreaterThan(1.75 * fewest);
  });
});

describe('two thousand workbooks that are opened before a gateway that knows nothing yet', () => {
  const opened = (seed: number, overMs: number): Firm => ({
    seed,
    analysts: 2_000,
    freshMs: 15_000,
    momentsOf: (phase) => [phase * overMs],
  });

  test.each([1, 2, 3])('cost firm %i at most eighty lists within a second', async (seed) => {
    expect((await costOf(opened(seed, 1_000))).sent).toBeLessThanOrEqual(80);
  });

  test('cost more when they come one by one, since nobody can know what the next one holds', async () => {
    const { sent, fewest } = await costOf(opened(1, 15_000));
    expect(sent).toBeLessThanOrEqual(130);
    expect(fewest).toBeCloseTo(SYMBOLS / 7, 0);
  });
});
