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
const KILOBYTE = 1024;
/**
 * The difference between runs of the same code. Smaller growth cannot be told from noise; one byte lost per cell would
 * show as 98.
 */
const NOISE_KB = 20;

/**
 * The heap over a million cell calls, in a hundred recalculations. Each sends new requests, one cell of twenty is
 * cancelled while it waits, and every tenth time the settings are saved, which replaces the client.
 */
export async function soak(): Promise<Figure[]> {
  const session = await openSession('https://service.example', { fetch: instantService().fetch });
  const quote = excelFunction('QUOTE', session);
  const cells = quoteCells(spread(currencyPairs(170), CELLS));
  const heaps: number[] = [];
  for (let round = 1; round <= SETTLING + ROUNDS; round++) {
    askAgain(session);
    const shown = cells.map((args) => quote(...args));
    cells.forEach((args, index) => {
      if (index % 20 === 0) cancel(args);
    });
    if (round % 10 === 0) await session.save({ apiKey: 'demo' });
    await Promise.allSettled(shown.map(async (one) => one));
    if (round > SETTLING) heaps.push(heapAfterCollection());
  }
  const [start, end] = [heaps.slice(0, COMPARED), heaps.slice(-COMPARED)].map(median) as [number, number];
  const hundredThousands = ((ROUNDS - COMPARED) * CELLS) / 100_000;
  return [
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
