import { AREAS } from '../../../src/api/interface/operation';
import { Session } from '../../../src/app/session';
import { LazyFunction } from '../../../src/functions/evaluate/lazy-function';
import { live } from '../../../src/functions/live';
import { quote } from '../../../src/functions/quote';
import { Features } from '../../../src/office/features';
import { deliveryAtOnce } from '../../support/delivery-at-once';
import { createMemoryHost } from '../../support/memory-host';
import { installCustomFunctions } from './custom-functions';
import { type CellFunction, cellFunction } from '../../../src/office/cell-function';
import { Delivery, MAX_RESULTS } from '../../../src/office/delivery';
import { streamFunction, type StreamInvocation } from '../../../src/office/stream-function';
import { OfficeClient } from './office-client';
import fc from 'fast-check';
import '../../../src/api/symbol-finder';
import '../../../src/api/transport/refusals';
import { useFakeTimers } from '../../support/fake-timers';

beforeAll(installCustomFunctions);
useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });

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
    see: (symbol: string) => office.take(cell(symbol, 'bid', null, null, null, {})),
    preview: (symbol: string) => cell(symbol, 'bid', null, null, null, { isInValuePreview: true }),
    stream: (symbol: string, setResult: StreamInvocation['setResult']) => {
      const lazy = new LazyFunction('LIVE', () => Promise.resolve([live]), true);
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

/** In more than one message; by day the last one is small. */
const MANY = process.env.MD_TESTS === 'night' ? 100_000 : 31_000;

describe(`a recalculation of ${MANY.toLocaleString('en')} cells`, () => {
  test.each(['cached', 'requested'])('whose values are %s is sent in messages of at most 30,000', async (how) => {
    const { office, see } = await openExcel(500);
    if (how === 'cached') await until(Promise.all(PAIRS.map((pair) => see(pair))));
    const before = office.messages.length;
    await until(Promise.all(Array.from({ length: MANY }, (_, index) => see(PAIRS[index % PAIRS.length]!))));
    const counts = office.messages.slice(before).map(({ count }) => count);
    expect(counts).toHaveLength(Math.ceil(MANY / MAX_RESULTS));
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_RESULTS);
    expect(counts.reduce((sum, count) => sum + count)).toBe(MANY);
  });
});

afterEach(() => {
  jest.useRealTimers();
});

/** What a browser has to one host over HTTP/1.1. */
const CONNECTIONS = 6;

interface Service {
  /** How long each request takes, in turn. */
  readonly latencies: readonly number[];
  /** A symbol for which the service refuses every list. */
  readonly bad?: string;
  /** It knows no symbol at all. */
  readonly isEmpty?: true;
}

/** A service behind a browser's connections, what was asked of it in order, and when it gave the last answer. */
function serve({ latencies, bad, isEmpty }: Service) {
  const account = { requests: 0, lastAnswerAt: 0, paths: [] as string[] };
  const waiting: (() => void)[] = [];
  let free = CONNECTIONS;
  const fetch = async (input: unknown): Promise<Response> => {
    const { pathname, searchParams } = new URL((input as Request).url);
    const symbols = searchParams.get('symbols')!.split(',');
    account.paths.push(pathname);
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free--;
    await new Promise((resolve) => setTimeout(resolve, latencies[account.requests++ % latencies.length]));
    account.lastAnswerAt = Date.now();
    const next = waiting.shift();
    if (next) next();
    else free++;
    const known = isEmpty ? [] : symbols;
    const items = known.map((symbol) => ({ symbol, bid: 1.25, ask: 1.25, mid: 1.25, timestamp: 1_795_000_000 }));
    const isRefused = bad !== undefined && symbols.includes(bad);
    return {
      status: isRefused ? 404 : 200,
      type: 'default',
      headers: new Headers(),
      text: () => Promise.resolve(JSON.stringify(isRefused ? { detail: 'Not supported' } : { items })),
    } as Response;
  };
  return { account, fetch: fetch as typeof globalThis.fetch };
}

/** How long after the service's last answer the last message leaves, for one cell for each symbol. */
async function messageAfterLastAnswer(symbols: readonly string[], service: Service, intervalMs: number) {
  jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const { account, fetch } = serve(service);
  const host = createMemoryHost({ apiKey: 'demo', serviceAddress: 'https://service.test' });
  const session = new Session(host, { fetch, now: () => Date.now() });
  await session.ready;
  const delivery = new Delivery({ expectedMs: () => session.client?.expectedMs ?? 0 });
  const cell = cellFunction(quote, session, new Features(() => true), delivery);
  const office = new OfficeClient(intervalMs);
  let left = symbols.length;
  for (const symbol of symbols)
    void office
      .take(Promise.resolve(cell(symbol, 'bid', null, null, null, {})).catch(() => undefined))
      .then(() => left--);
  while (left > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    jest.advanceTimersToNextTimer();
  }
  jest.useRealTimers();
  const { requests, paths, lastAnswerAt } = account;
  return { requests, paths, afterMs: office.messages.at(-1)!.atMs - lastAnswerAt };
}

const symbolsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `S${String(index).padStart(5, '0')}`);

const latencies = fc.array(fc.integer({ min: 45, max: 75 }), { minLength: 50, maxLength: 50 });
const intervals = fc.constantFrom(200, 500);

/** At least five, so that one in five is a whole case. */
const CASES = process.env.MD_TESTS === 'night' ? 20 : 10;
/** The share of cases that must be quick: a last answer that just misses a message waits for the next one. */
const FOUR_OF_FIVE = 0.8;
const quickest = (late: readonly number[]): number | undefined =>
  late.toSorted((one, other) => one - other)[Math.ceil(late.length * FOUR_OF_FIVE) - 1];

describe('the last message of a recalculation that takes many round trips leaves soon after the last answer', () => {
  test('in four of five cases within 100 ms, however far apart messages are', async () => {
    const late: number[] = [];
    await fc.assert(
      fc.asyncProperty(latencies, intervals, fc.integer({ min: 500, max: 1_000 }), async (ms, intervalMs, count) => {
        const { afterMs } = await messageAfterLastAnswer(symbolsOf(count), { latencies: ms }, intervalMs);
        late.push(afterMs);
      }),
      { numRuns: CASES },
    );
    expect(quickest(late)).toBeLessThanOrEqual(100);
  });

  test('even if one symbol is unknown and is searched for in other areas', async () => {
    const symbols = symbolsOf(700);
    const late: number[] = [];
    await fc.assert(
      fc.asyncProperty(latencies, intervals, fc.nat(699), async (ms, intervalMs, index) => {
        const service = { latencies: ms, bad: symbols[index]! };
        const { requests, afterMs } = await messageAfterLastAnswer(symbols, service, intervalMs);
        // A hundred lists, six further requests at most for the parts of the refused one, and one in each other area.
        expect(requests).toBeLessThanOrEqual(100 + 6 + AREAS.length - 1);
        late.push(afterMs);
      }),
      { numRuns: CASES },
    );
    expect(quickest(late)).toBeLessThanOrEqual(100);
  });
});

test('an unknown symbol is searched for in other areas before the lists that still wait are sent', async () => {
  const symbols = symbolsOf(700);
  const { paths } = await messageAfterLastAnswer(symbols, { latencies: [50], bad: symbols[0]! }, 500);
  const elsewhere = paths.flatMap((path, index) => (path === '/currencies/quotes' ? [] : [index]));
  expect(elsewhere).toHaveLength(AREAS.length - 1);
  // Its list, a third of it and it alone are refused first, one round trip after the other.
  expect(elsewhere.at(-1)).toBeLessThan(paths.length / 2);
});

test('a sheet full of unknown symbols searches for a few of them in other areas, not for those of each list', async () => {
  await fc.assert(
    fc.asyncProperty(latencies, fc.integer({ min: 300, max: 1_000 }), async (ms, count) => {
      const { paths } = await messageAfterLastAnswer(symbolsOf(count), { latencies: ms, isEmpty: true }, 500);
      // At most twenty names, three lists of them in each of the other areas.
      expect(paths.filter((path) => path !== '/currencies/quotes').length).toBeLessThanOrEqual((AREAS.length - 1) * 3);
    }),
    { numRuns: CASES / 2 },
  );
});
