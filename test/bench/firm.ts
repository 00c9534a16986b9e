import { excelFunction, type CellArguments, instantService, openSession, quoteCells, recalculate } from './cells';
import { heapAfterCollection, type Figure, figureInTurn, processorTime, roundsOf } from './figure';
import { seededNames, spread } from './pairs';
import type { CellFunction } from '../../src/office/cell-function';

const [FEW, MANY] = [1_000, 100_000];
const SYMBOLS = seededNames(2_000, 3, 8, 4);
const ROUNDS = { rounds: roundsOf(9, 4), settling: 4 };
const [SPILLS, ROWS] = [1_000, 100];
const MEGABYTE = 1024 * 1024;

/** Sheets of a firm: what a cell costs must not grow with their number, and the heap must not either. */
export async function firm(): Promise<Figure[]> {
  return [...(await curve()), await heapOfSpills()];
}

/**
 * What a cell takes among 100,000 over 2,000 symbols, against one among as many recalculations of 1,000 as make 100,000
 * cells.
 */
async function curve(): Promise<Figure[]> {
  const service = instantService();
  const [few, many] = [FEW, MANY].map((count) => quoteCells(spread(SYMBOLS, count)));
  const session = await openSession('https://service.example', { fetch: service.fetch, now: () => 0 });
  const quote = excelFunction('QUOTE', session);
  await recalculate(quote, many!);
  const perCell = async (work: () => Promise<void>): Promise<number> => (await processorTime(work)) / MANY;
  const what = { name: 'firm.curve', unit: 'µs per cell', against: 'a cell among 1,000; ours is one among 100,000' };
  return [
    await figureInTurn({ ...what, goal: 1.3 }, ROUNDS, {
      ours: () => perCell(() => show(quote, many!)),
      baseline: () =>
        perCell(async () => {
          for (let count = 0; count < MANY; count += FEW) await show(quote, few!);
        }),
    }),
  ];
}

/** All is at hand, so nothing is waited for: the promises of the bench would cost more than the cells. */
function show(quote: CellFunction, cells: readonly CellArguments[]): Promise<void> {
  for (const args of cells) void quote(...args);
  return Promise.resolve();
}

/** The heap that 1,000 spills of 100 rows leave. */
async function heapOfSpills(): Promise<Figure> {
  const before = heapAfterCollection();
  const session = await openSession('https://service.example', { fetch: instantService().fetch });
  const quote = excelFunction('QUOTE', session) as (...args: readonly unknown[]) => unknown;
  const shown = Array.from({ length: SPILLS }, (_, spill) => {
    const symbols = Array.from({ length: ROWS }, (__, row) => [SYMBOLS[(spill + row) % SYMBOLS.length]!]);
    return quote(symbols, 'symbol,bid,ask,mid', null, null, null, {});
  });
  await Promise.all(shown);
  shown.length = 0;
  return {
    name: 'firm.spills',
    ours: (heapAfterCollection() - before) / MEGABYTE,
    baseline: before / MEGABYTE,
    unit: 'MB',
    against: `heap that ${SPILLS} spills of ${ROWS} rows leave`,
    goal: 32,
    isAbsolute: true,
  };
}
