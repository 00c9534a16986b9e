import { excelFunction, instantService, openSession, quoteCells, recalculate } from './cells';
import { askAgain } from '../support/ask-again';
import { heapAfterCollection, type Figure } from './figure';
import { currencyPairs, spread } from './pairs';

/**
 * Until the engine has compiled everything and the activity's lists are full, the heap grows without anything being
 * lost.
 */
const SETTLING = 250;
/** The first collections also discard unused code, which would hide growth. */
const FIRST_COLLECTIONS = 10;
const RECALCULATIONS = 400;
const MEGABYTE = 1024 * 1024;

/**
 * Heap after 10,000 cells beyond what was there before, and its slope over 400 recalculations that send new
 * requests.
 */
export async function memory(): Promise<Figure[]> {
  const cells = quoteCells(spread(currencyPairs(170), 10_000));
  const before = heapAfterCollection();
  const session = await openSession('https://service.example', { fetch: instantService().fetch });
  const quote = excelFunction('QUOTE', session);
  await recalculate(quote, cells);
  const after = heapAfterCollection();
  const heaps: number[] = [];
  for (let round = 1; round <= SETTLING + FIRST_COLLECTIONS + RECALCULATIONS; round++) {
    askAgain(session);
    await recalculate(quote, cells);
    if (round > SETTLING) heaps.push(heapAfterCollection());
  }
  return [
    {
      name: 'memory.heap',
      ours: (after - before) / MEGABYTE,
      baseline: before / MEGABYTE,
      unit: 'MB',
      against: 'the heap before the first cell',
      goal: 32,
      isAbsolute: true,
    },
    {
      name: 'memory.slope',
      ours: Math.max(0, slopeOf(heaps.slice(FIRST_COLLECTIONS))) / 1024,
      baseline: before / 1024,
      unit: 'kB per recalculation',
      against: `${RECALCULATIONS} recalculations, after ${SETTLING}; below 1 kB does not count as growth`,
      goal: 1,
      isAbsolute: true,
    },
  ];
}

/** Least squares over equal steps. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const covariance = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  return covariance / values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
}
