import { excelFunction, instantService, openSession, quoteCells, recalculate } from './cells';
import { type Figure, median, processorTime } from './figure';
import { currencyPairs, spread } from './pairs';

const CELLS = 10_000;
const ROUNDS = 31;

/** Processor time of one MD.QUOTE cell, warm and cold, against a bare async function that reads a Map. */
export async function quoteOverhead(): Promise<Figure[]> {
  const symbols = spread(currencyPairs(170), CELLS);
  const cells = quoteCells(symbols);
  const prices = new Map(symbols.map((symbol, index) => [symbol, index]));
  // eslint-disable-next-line @typescript-eslint/require-await -- an async function with nothing to await is the baseline
  const bare = async (asked: string[][]): Promise<(number | undefined)[][]> => [[prices.get(asked[0]![0]!)]];
  const service = instantService();
  const warmSession = await openSession('https://service.example', { fetch: service.fetch, now: () => 0 });
  const warm = excelFunction('QUOTE', warmSession);

  const times = { bare: [] as number[], warm: [] as number[], cold: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    // In turn, so that a change in the machine's speed meets all three.
    times.bare.push(await processorTime(() => recalculate(bare, cells)));
    times.warm.push(await processorTime(() => recalculate(warm, cells)));
    const coldSession = await openSession('https://service.example', { fetch: service.fetch });
    times.cold.push(await processorTime(() => recalculate(excelFunction('QUOTE', coldSession), cells)));
  }
  const [bareTime, warmTime, coldTime] = [times.bare, times.warm, times.cold].map(
    (all) => median(all.slice(5)) / CELLS,
  ) as [number, number, number];
  const against = 'a bare async function that reads a Map';
  return [
    { name: 'quote.overhead warm', ours: warmTime, baseline: bareTime, unit: 'µs per cell', against, goal: 4 },
    { name: 'quote.overhead cold', ours: coldTime, baseline: bareTime, unit: 'µs per cell', against, goal: 12 },
  ];
}
