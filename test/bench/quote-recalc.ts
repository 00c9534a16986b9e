import { startSandbox } from '../../src/sandbox/server';
import { excelFunction, openSession, quoteCells, recalculate } from './cells';
import { elapsed, type Figure, figureInTurn } from './figure';
import { currencyPairs, spread } from './pairs';

const LATENCY_MS = 50;
const ROUNDS_OF_REQUESTS = 5;
const ROUNDS = { rounds: 7, settling: 2 };

/** Time to the last of 10,000 cells at 50 ms latency, over real HTTP, against what the rounds of requests must take. */
export async function quoteRecalc(): Promise<Figure[]> {
  const cells = quoteCells(spread(currencyPairs(170), 10_000));
  // oxlint-disable-next-line typescript/require-await -- what Excel would pay for any function that answers nothing new
  const constant = async (): Promise<number[][]> => [[1]];
  const sandbox = await startSandbox({ port: 0, latencyMs: LATENCY_MS });
  const against = '5 rounds of 6 requests at 50 ms, and 10,000 cells of a constant';
  try {
    const figure = await figureInTurn({ name: 'quote.recalc', unit: 'ms', against, goal: 1.3 }, ROUNDS, {
      async ours() {
        const session = await openSession(sandbox.url.replace(/\/$/, ''));
        const quote = excelFunction('QUOTE', session);
        return elapsed(() => recalculate(quote, cells));
      },
      baseline: async () => ROUNDS_OF_REQUESTS * LATENCY_MS + (await elapsed(() => recalculate(constant, cells))),
    });
    return [figure];
  } finally {
    await sandbox.close();
  }
}
