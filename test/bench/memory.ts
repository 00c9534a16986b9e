import { excelFunction, type CellArguments, instantService, openSession, quoteCells } from './cells';
import { askAgain } from '../support/ask-again';
import { heapAfterCollection, type Figure, median } from './figure';
import { currencyPairs, spread } from './pairs';

const CELLS = 10_000;
const ROUNDS = 100;
/**
 * Recalculations before the million: the engine still compiles, which makes the heap grow without anything being lost.
 */
const SETTLING = 200;
const COMPARED = 20;
const [KILOBYTE, MEGABYTE] = [1024, 1024 * 1024];
/**
 * The difference between runs of the same code. Smaller growth cannot be told from noise; one byte lost per cell would
 * show as 98.
 */
const NOISE_KB = 20;

/**
 * The heap after 10,000 cells, and its growth over a million cell calls, in a hundred recalculations. Each sends new
 * requests, one cell of twenty is cancelled while it waits, and every tenth time the settings are saved, which replaces
 * the client.
 */
export async function memory(): Promise<Figure[]> {
  const cells = quoteCells(spread(currencyPairs(170), CELLS));
  const before = heapAfterCollection();
  const session = await openSession('https://service.example', { fetch: instantService().fetch });
  const quote = excelFunction('QUOTE', session);
  const heaps: number[] = [];
  for (let round = 0; round <= SETTLING + ROUNDS; round++) {
    askAgain(session);
    const shown = cells.map((args) => quote(...args));
    cells.forEach((args, index) => {
      if (index % 20 === 0) cancel(args);
    });
    if (round % 10 === 5) await session.save({ apiKey: 'demo' });
    await Promise.allSettled(shown.map(async (one) => one));
    if (round === 0 || round > SETTLING) heaps.push(heapAfterCollection());
  }
  const [first, ...later] = heaps as [number, ...number[]];
  const [start, end] = [later.slice(0, COMPARED), later.slice(-COMPARED)].map(median) as [number, number];
  const hundredThousands = ((ROUNDS - COMPARED) * CELLS) / 100_000;
  return [
    {
      name: 'memory.heap',
      ours: (first - before) / MEGABYTE,
      baseline: before / MEGABYTE,
      unit: 'MB',
      against: 'the heap before the first cell',
      goal: 32,
      isAbsolute: true,
    },
    {
      name: 'memory.soak',
      ours: Math.max(0, end - start) / hundredThousands / KILOBYTE,
      baseline: start / KILOBYTE,
      unit: 'kB per 100,000 cells',
      against: `a heap of ${Math.round(start / KILOBYTE).toLocaleString('en')} kB, over 1,000,000 cells after ${SETTLING} recalculations; below ${NOISE_KB} kB does not count as growth`,
      goal: NOISE_KB,
      isAbsolute: true,
    },
  ];
}

function cancel(args: CellArguments): void {
  (args.at(-1) as { onCanceled?: () => void }).onCanceled?.();
}
