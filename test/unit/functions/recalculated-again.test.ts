import { createSandbox } from '../../../src/sandbox/app';
import { Cancellation } from '../../../src/core/cancellation';
import { createCall, createTestSession, evaluateUnder } from '../../support/evaluate';
import { useFakeTimers } from '../../support/fake-timers';

const NOW = Date.UTC(2026, 10, 20, 15);
const LATENCY_MS = 400;

/** A service that takes its time, and counts what arrives and what is given up. */
function createSlowService() {
  const sandbox = createSandbox({ now: () => NOW });
  const counts = { arrived: 0, givenUp: 0 };
  const fetch = async (input: unknown): Promise<Response> => {
    counts.arrived++;
    const { signal } = input as Request;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, LATENCY_MS);
      signal.addEventListener('abort', () => {
        counts.givenUp++;
        clearTimeout(timer);
        reject(new DOMException('', 'AbortError'));
      });
    });
    return sandbox.fetch(input as Request);
  };
  return { counts, fetch };
}

useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });

const wait = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
/** Ten seconds are enough for all that is wanted here. */
const resultsOf = async (promises: readonly Promise<unknown>[]): Promise<unknown[]> => {
  await wait(10_000);
  return Promise.all(promises);
};

const FORMULAS: readonly (readonly unknown[])[] = [
  ['QUOTE', 'EURUSD'],
  ['QUOTE', 'GBPUSD'],
  ['STATUS', 'XNYS'],
  ['FILINGS', 'AAPL'],
  ['SCORE', 'AAPL', 'altman-z'],
  ['NEWS', 'stocks', 5],
  ['TICKS', 'SPX', '2026-11-19 15:00', '2026-11-19 15:05', 10],
];

test.each([
  ['first', 0],
  ['first', 5],
  ['first', 150],
  ['last', 0],
  ['last', 150],
] as const)(
  'a recalculation of which Excel cancels %s, and makes the new calls %i ms apart, repeats no request',
  async (cancels, apartMs) => {
    const service = createSlowService();
    const session = createTestSession({ now: () => NOW, service });
    await session.ready;
    const calculate = () => {
      const cancellations = FORMULAS.map(() => new Cancellation());
      const results = FORMULAS.map(([id, ...values], index) =>
        evaluateUnder(
          createCall({ cancellation: cancellations[index]!, address: `Model!B${index + 1}` }),
          session,
          id as string,
          ...values,
        ),
      );
      return {
        results,
        cancel: () => {
          for (const one of cancellations) one.cancel();
        },
      };
    };
    await resultsOf(calculate().results);
    const alone = service.counts.arrived;
    await session.save({ serviceAddress: 'https://other.test', apiKey: 'other' });
    service.counts.arrived = 0;
    let last = calculate();
    for (let press = 0; press < 3; press++) {
      await wait(100);
      if (cancels === 'first') last.cancel();
      const before = last;
      await wait(apartMs);
      last = calculate();
      if (cancels === 'last') {
        await wait(apartMs);
        before.cancel();
      }
    }
    for (const outcome of await resultsOf(last.results)) expect(outcome).toEqual(expect.any(Array));
    expect(service.counts).toEqual({ arrived: alone, givenUp: 0 });
  },
);

test('a question that is not asked again is given up, and its promise settles', async () => {
  const service = createSlowService();
  const session = createTestSession({ now: () => NOW, service });
  await session.ready;
  const cancellation = new Cancellation();
  const result = evaluateUnder(createCall({ cancellation }), session, 'NEWS', 'stocks', 1_000);
  await wait(600);
  const { arrived } = service.counts;
  cancellation.cancel();
  await resultsOf([result]);
  expect(service.counts.arrived).toBe(arrived);
});
