import { startSandbox } from '../../src/sandbox/server';
import { excelFunction, openSession, quoteCells, recalculate } from './cells';
import { type Figure, figureOfRuns } from './figure';
import { currencyPairs, spread } from './pairs';

const LATENCY_MS = 50;
const ROUNDS_OF_REQUESTS = 5;
const REPEATS = 7;

/** Time to the last of 10,000 cells at 50 ms latency, over real HTTP, against what the rounds of requests must take. */
export async function quoteRecalc(): Promise<Figure[]> {
  const cells = quoteCells(spread(currencyPairs(170), 10_000));
  // oxlint-disable-next-line typescript/require-await -- what Excel would pay for any function that answers nothing new
  const constant = async (): Promise<number[][]> => [[1]];
  const sandbox = await startSandbox({ port: 0, latencyMs: LATENCY_MS });
  const ours: number[] = [];
  const baseline: number[] = [];
  try {
    for (let round = 0; round < REPEATS; round++) {
      const session = await openSession(sandbox.url.replace(/\/$/, ''));
      const quote = excelFunction('QUOTE', session);
      ours.push(await elapsed(() => recalculate(quote, cells)));
      baseline.push(ROUNDS_OF_REQUESTS * LATENCY_MS + (await elapsed(() => recalculate(constant, cells))));
    }
  } finally {
    await sandbox.close();
  }
  return [
    figureOfRuns(
      {
        name: 'quote.recalc',
        unit: 'ms',
        against: '5 rounds of 6 requests at 50 ms, and 10,000 cells of a constant',
        goal: 1.3,
      },
      ours.slice(2),
      baseline.slice(2),
    ),
  ];
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
