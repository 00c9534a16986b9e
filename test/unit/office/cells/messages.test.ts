import { Session } from '../../../../src/app/session';
import { LazyFunction } from '../../../../src/functions/evaluate/lazy-function';
import { live } from '../../../../src/functions/live';
import { quote } from '../../../../src/functions/quote';
import { type CellFunction, cellFunction } from '../../../../src/office/cells/cell-function';
import { Delivery, MAX_RESULTS } from '../../../../src/office/cells/delivery';
import { type StreamInvocation, streamFunction } from '../../../../src/office/cells/stream-function';
import { Features } from '../../../../src/office/features';
import { deliveryAtOnce } from '../../../support/delivery-at-once';
import { createMemoryHost } from '../../../support/memory-host';
import { installCustomFunctions } from '../custom-functions';
import { OfficeClient } from './office-client';

beforeAll(installCustomFunctions);
beforeEach(() => {
  jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const LATENCY_MS = 50;
const PAIRS = Array.from({ length: 170 }, (_, index) => `PA${String(index).padStart(4, '0')}`);

/** Answers each request after the latency, without a stream, which would take real time. */
const serviceOf =
  (counts: { requests: number }): typeof fetch =>
  async (input) => {
    counts.requests++;
    const symbols = new URL((input as Request).url).searchParams.get('symbols')!.split(',');
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    const body = JSON.stringify({
      items: symbols.map((symbol) => {
        const price = symbol === 'TINYUS' ? 0.00004 : 1.25;
        return { symbol, bid: price, ask: price, mid: price, timestamp: 1_795_000_000 };
      }),
    });
    return { status: 200, type: 'default', headers: new Headers(), text: () => Promise.resolve(body) } as Response;
  };

/** MD.QUOTE under a host that sends messages with results that far apart. */
async function openExcel(intervalMs: number, isGathering = true) {
  const counts = { requests: 0 };
  const session = new Session(createMemoryHost({ apiKey: 'demo', serviceAddress: 'https://service.test' }), {
    fetch: serviceOf(counts),
    now: () => Date.now(),
  });
  await session.ready;
  const features = new Features(() => true);
  const delivery = isGathering ? new Delivery({ expectedMs: () => session.client?.expectedMs ?? 0 }) : deliveryAtOnce();
  const cell: CellFunction = cellFunction(quote, session, features, delivery);
  const office = new OfficeClient(intervalMs);
  return {
    office,
    counts,
    see: (symbol: string, precision: number | null = null) =>
      office.take(cell(symbol, 'bid', null, precision, null, {})),
    preview: (symbol: string) => cell(symbol, 'bid', null, null, null, { isInValuePreview: true }),
    stream: (symbol: string, setResult: StreamInvocation['setResult']) => {
      const lazy = new LazyFunction('LIVE', () => Promise.resolve({ LIVE: live }), true);
      streamFunction(lazy, session, features)(symbol, null, null, null, { setResult });
    },
  };
}

/** Lets time pass until it has happened. */
async function until(happened: Promise<unknown>): Promise<void> {
  const state = { isOver: false };
  void happened.then(() => (state.isOver = true));
  while (!state.isOver) {
    await jest.advanceTimersByTimeAsync(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a recalculation of 2,000 cells over 170 pairs', () => {
  test.each([
    [500, true, 1],
    [200, true, 1],
    [500, false, 2],
    [200, false, 2],
  ])(
    'with messages %i ms apart and gathered results: %s, needs %i message(s)',
    async (intervalMs, isGathering, messageCount) => {
      const { office, see } = await openExcel(intervalMs, isGathering);
      await until(Promise.all(Array.from({ length: 2_000 }, (_, index) => see(PAIRS[index % PAIRS.length]!))));
      expect(office.messages).toHaveLength(messageCount);
      expect(office.messages.reduce((sum, { count }) => sum + count, 0)).toBe(2_000);
    },
  );

  test('is complete sooner if results are gathered, and its first cells appear later', async () => {
    const seenAt = async (isGathering: boolean) => {
      jest.setSystemTime(0);
      const { office, see } = await openExcel(500, isGathering);
      await until(Promise.all(PAIRS.map((pair) => see(pair))));
      return [office.messages[0]!.atMs, office.messages.at(-1)!.atMs] as const;
    };
    const [[firstGathered, lastGathered], [first, last]] = [await seenAt(true), await seenAt(false)];
    expect(lastGathered).toBeLessThan(last - 250);
    expect(firstGathered).toBeLessThan(first + 150);
  });

  test('appears at once even if some prices are requested with more digits after the others came', async () => {
    const { office, see, counts } = await openExcel(500);
    await until(Promise.all(['EURUSD', 'TINYUS', ...PAIRS].map((pair) => see(pair))));
    expect([office.messages.length, counts.requests]).toEqual([1, Math.ceil(172 / 7) + 1]);
  });

  test('appears at once if everything is cached', async () => {
    const { office, see, counts } = await openExcel(500);
    await until(Promise.all(PAIRS.map((pair) => see(pair))));
    const before = counts.requests;
    await jest.advanceTimersByTimeAsync(1_000);
    const at = Date.now();
    await until(Promise.all(PAIRS.map((pair) => see(pair))));
    expect([counts.requests, office.messages.at(-1)!.atMs - at]).toEqual([before, 50]);
  });
});

test('a preview shows its value at once, while the results of a recalculation are held', async () => {
  const { office, see, preview, counts } = await openExcel(500);
  const all = Promise.all(PAIRS.map((pair) => see(pair)));
  await jest.advanceTimersByTimeAsync(100);
  expect([counts.requests > 0, office.messages]).toEqual([true, []]);
  expect((preview(PAIRS[0]!) as unknown[][])[0]).toMatchObject([{ basicValue: 1.25 }]);
  expect(() => preview('NOTYET')).toThrow(/Press Enter/);
  await until(all);
});

test('a live cell shows its value at once, while the results of a recalculation are held', async () => {
  const { office, see, stream } = await openExcel(500);
  await until(see(PAIRS[0]!));
  await jest.advanceTimersByTimeAsync(1_000);
  const before = office.messages.length;
  const all = Promise.all(PAIRS.map((pair) => see(pair)));
  const shown = await new Promise((resolve) => {
    stream(PAIRS[0]!, resolve);
    void until(all);
  });
  expect([shown, office.messages.length]).toEqual([1.25, before]);
  await until(all);
});

describe('a recalculation of 100,000 cells', () => {
  test.each(['cached', 'requested'])('whose values are %s is sent in messages of at most 30,000', async (how) => {
    const { office, see } = await openExcel(500);
    if (how === 'cached') await until(Promise.all(PAIRS.map((pair) => see(pair))));
    const before = office.messages.length;
    await until(Promise.all(Array.from({ length: 100_000 }, (_, index) => see(PAIRS[index % PAIRS.length]!))));
    const counts = office.messages.slice(before).map(({ count }) => count);
    expect(counts).toHaveLength(4);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_RESULTS);
    expect(counts.reduce((sum, count) => sum + count)).toBe(100_000);
  });
});

describe('cells that depend on one another, three levels deep', () => {
  test('need one request, one round trip and one message for each level', async () => {
    const { office, see, counts } = await openExcel(500);
    const asked: number[] = [];
    await until(
      (async () => {
        for (const precision of [1, 2, 3]) {
          asked.push(Date.now());
          await see(PAIRS[0]!, precision);
        }
      })(),
    );
    expect([counts.requests, office.messages.length]).toEqual([3, 3]);
    // The first level costs the quiet moment, its round trip and the client's delay; the others wait for the next
    // message alone.
    expect(office.messages[0]!.atMs - asked[0]!).toBeLessThanOrEqual(8 + LATENCY_MS + 50 + 4);
    expect(office.messages[1]!.atMs - asked[1]!).toBeLessThanOrEqual(500 + 50);
    expect(office.messages[2]!.atMs - asked[2]!).toBeLessThanOrEqual(500 + 50);
  });
});
