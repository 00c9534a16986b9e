import { excelFunction, instantService, openSession, quoteCells, recalculate } from './cells';
import { type Figure, figureOfRuns, processorTime, roundsOf } from './figure';
import { currencyPairs, spread } from './pairs';

const CELLS = 10_000;
const SETTLING = 5;
const ROUNDS = roundsOf(31, SETTLING);
/** Recalculations in one run: a single one of the baseline is over before the clock of the processor can tell. */
const REPEATS = 8;

/**
 * Processor time of one MD.QUOTE cell, warm and cold. The baseline does what no function of a symbol can leave out: an
 * async function that looks at its argument, looks the symbol up in a map, checks an age, counts itself and makes a row
 * of one cell.
 */
export async function quoteOverhead(): Promise<Figure[]> {
  const symbols = spread(currencyPairs(170), CELLS);
  const cells = quoteCells(symbols);
  const service = instantService();
  const session = await openSession('https://service.example', { fetch: service.fetch, now: () => 0 });
  const warm = excelFunction('QUOTE', session);
  const [bare, bareTimes, warmTimes, coldTimes] = [
    bareFunction(symbols),
    [] as number[],
    [] as number[],
    [] as number[],
  ];
  for (let round = 0; round < ROUNDS; round++) {
    bareTimes.push(await timeOf(() => recalculate(bare, cells)));
    warmTimes.push(await timeOf(() => recalculate(warm, cells)));
    coldTimes.push(
      await timeOf(async () => {
        const cold = await openSession('https://service.example', { fetch: service.fetch });
        await recalculate(excelFunction('QUOTE', cold), cells);
      }),
    );
  }
  const [bareUs, warmUs, coldUs] = [bareTimes, warmTimes, coldTimes].map((all) => all.slice(SETTLING));
  const what = { unit: 'µs per cell', against: 'an async function that looks up and counts, and no more' };
  return [
    figureOfRuns({ name: 'quote.overhead warm', ...what, goal: 4 }, warmUs!, bareUs!),
    figureOfRuns({ name: 'quote.overhead cold', ...what, goal: 12 }, coldUs!, bareUs!),
  ];
}

/** Microseconds for each cell. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const us = await processorTime(async () => {
    for (let repeat = 0; repeat < REPEATS; repeat++) await work();
  });
  return us / REPEATS / CELLS;
}

function bareFunction(symbols: readonly string[]): (...args: readonly unknown[]) => Promise<number[][]> {
  const prices = new Map(symbols.map((symbol, index) => [symbol, { value: index, at: 0 }]));
  let count = 0;
  // oxlint-disable-next-line typescript/require-await -- an async function with nothing to await is the baseline
  return async (asked) => {
    count++;
    const kept = prices.get((asked as string[][])[0]![0]!);
    if (kept === undefined || count - kept.at < 0) throw new RangeError('There is no price');
    return [[kept.value]];
  };
}
