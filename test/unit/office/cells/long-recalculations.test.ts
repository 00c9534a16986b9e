import fc from 'fast-check';
import { Session } from '../../../../src/app/session';
import { quote } from '../../../../src/functions/quote';
import { cellFunction } from '../../../../src/office/cells/cell-function';
import { Delivery } from '../../../../src/office/cells/delivery';
import { Features } from '../../../../src/office/features';
import { createMemoryHost } from '../../../support/memory-host';
import { installCustomFunctions } from '../custom-functions';
import { OfficeClient } from './office-client';
// Code that is loaded late would take real time.
import '../../../../src/api/symbol-finder';
import '../../../../src/api/transport/refusals';

beforeAll(installCustomFunctions);
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
      { numRuns: 20 },
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
        expect(requests).toBeLessThanOrEqual(100 + 6 + 4);
        late.push(afterMs);
      }),
      { numRuns: 20 },
    );
    expect(quickest(late)).toBeLessThanOrEqual(100);
  });
});

test('an unknown symbol is looked for in other areas before the lists that still wait', async () => {
  const symbols = symbolsOf(700);
  const { paths } = await messageAfterLastAnswer(symbols, { latencies: [50], bad: symbols[0]! }, 500);
  const elsewhere = paths.flatMap((path, index) => (path === '/currencies/quotes' ? [] : [index]));
  expect(elsewhere).toHaveLength(4);
  // Its list, a third of it and it alone are refused first, one round trip after the other.
  expect(elsewhere.at(-1)).toBeLessThan(paths.length / 2);
});

test('a sheet full of unknown symbols searches for a few of them in other areas, not for those of each list', async () => {
  await fc.assert(
    fc.asyncProperty(latencies, fc.integer({ min: 300, max: 1_000 }), async (ms, count) => {
      const { paths } = await messageAfterLastAnswer(symbolsOf(count), { latencies: ms, isEmpty: true }, 500);
      // At most twenty names, three lists of them in each of the four other areas.
      expect(paths.filter((path) => path !== '/currencies/quotes').length).toBeLessThanOrEqual(4 * 3);
    }),
    { numRuns: 10 },
  );
});
