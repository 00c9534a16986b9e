import { Memories } from '../../src/gateway/memory/memories';
import { operationOf } from '../../src/api/operations';
import { type Demand, fewestLists, symbolsOf, workbooksOf } from '../bench/gateway/demand';
import { seededRandom } from '../bench/pairs';

/** A firm whose time runs ten times as fast. */
const [ANALYSTS, SYMBOLS, EVERY_MS, FRESH_MS, LATENCY_MS] = [200, 500, 1_500, 1_500, 10];
const [WARM_UP_MS, MEASURED_MS] = [3 * FRESH_MS, 8 * FRESH_MS];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Lists that one firm's workbooks cost, and the fewest full lists that cover what they ask. */
async function costOf(firm: number, fills: boolean): Promise<{ readonly sent: number; readonly fewest: number }> {
  const startAt = Date.now();
  const from = startAt + WARM_UP_MS;
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
    quoteFreshMs: () => FRESH_MS,
    fills,
  });
  const quotes = memories.list(operationOf('GET /currencies/quotes'), '');
  const demands: Demand[] = [];
  const random = seededRandom(firm);
  for (const symbols of workbooksOf(ANALYSTS, symbolsOf(SYMBOLS), firm)) {
    for (let atMs = random() * EVERY_MS; atMs < WARM_UP_MS + MEASURED_MS; atMs += EVERY_MS)
      setTimeout(() => {
        demands.push({ at: Date.now(), symbols });
        for (const symbol of symbols) void quotes.read(symbol, { maxAgeMs: undefined, maxStaleMs: 0 });
      }, atMs);
  }
  await jest.advanceTimersByTimeAsync(WARM_UP_MS + MEASURED_MS + LATENCY_MS);
  memories.close();
  return { sent, fewest: fewestLists(demands, FRESH_MS, from) };
}

describe('the workbooks of two hundred analysts', () => {
  test.each([1, 2, 3, 4, 5])(
    'of firm %i cost at most an eighth more lists than the fewest there can be',
    async (firm) => {
      const { sent, fewest } = await costOf(firm, true);
      expect(sent).toBeLessThanOrEqual(fewest * 1.125);
      expect(sent).toBeGreaterThanOrEqual(fewest);
    },
  );

  test('cost almost twice as many where lists are not filled', async () => {
    const { sent, fewest } = await costOf(1, false);
    expect(sent).toBeGreaterThan(1.75 * fewest);
  });
});
