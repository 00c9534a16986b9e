import { type Index, instrumentOf } from '../../src/sandbox/instruments/instruments';
import type { Formula } from '../excel/emulator/invocations';
import type { Answer } from '../excel/emulator/web-server';
import { builtAddIn, oneFunctionAddIn } from './built';
import { type OpenExcel, withExcel } from './excel';
import { quotesFor } from './cells';
import { type Figure, figureOfRuns, roundsOf } from './figure';
import { callEvents, eventsOf, heapFigure, heapOf, longestTask, messageFigure } from './page';
import { seededNames, spread } from './pairs';
import { ticksBetween } from '../../src/sandbox/answers/ticks';
import { pageOf } from '../../src/sandbox/pagination';

/** The heap is compared with that after the first. */
const ROUNDS = roundsOf(5, 1);
const SYMBOLS = seededNames(2_000, 3, 8, 4);
const [CELLS, SPILLS, ROWS] = [100_000, 1_000, 100];
/** One after the other; together, over the rounds, 50. */
const TABLES = 10;
const TICKS = 100_000;
/** As many as never arrived with another add-in. */
const [MANY_SPILLS, MANY_ROWS] = [500, 5_000];
interface Workload {
  readonly name: string;
  /** What is asked for in a round, event by event. */
  readonly ours: (round: number) => readonly (readonly Formula[])[];
  /** What costs the client as much as it must. */
  readonly baseline: readonly (readonly Formula[])[];
  readonly against: string;
  /** Whether an event waits for the results of the one before. */
  readonly isInTurn?: true;
  /** @default ROUNDS */
  readonly rounds?: number;
}

const spillOf = (spill: number): Formula => ({
  name: 'QUOTE',
  args: [spread([...SYMBOLS.slice(spill), ...SYMBOLS], ROWS).map((symbol) => [symbol]), 'symbol,bid,ask,mid'],
});
const tableOf = (table: number): Formula => ({
  name: 'TICKS',
  args: ['SPX', new Date(Date.UTC(2026, 0, 1 + table)).toISOString(), '2026-11-20', TICKS, 'time,mid'],
});
const longSpillOf = (spill: number): Formula => ({
  name: 'TICKS',
  args: ['SPX', new Date(Date.UTC(2026, 0, 1, 6 * spill)).toISOString(), '2026-11-20', MANY_ROWS, 'time,mid'],
});
const TABLE: Formula = { name: 'TABLE', args: [TICKS] };

const WORKLOADS: readonly Workload[] = [
  {
    name: 'firm.click',
    ours: () => eventsOf(spread(SYMBOLS, CELLS).map((symbol) => ({ name: 'QUOTE', args: [[[symbol]]] }))),
    baseline: eventsOf(Array<Formula>(CELLS).fill({ name: 'ONE', args: [] })),
    against: 'as many cells that return 1',
  },
  {
    name: 'firm.click.spills',
    ours: () => [Array.from({ length: SPILLS }, (_, spill) => spillOf(spill))],
    baseline: [[TABLE]],
    against: `one result of ${TICKS.toLocaleString('en')} rows that is at hand`,
  },
  {
    name: 'firm.click.ticks',
    ours: (round) => Array.from({ length: TABLES }, (_, table) => [tableOf(round * TABLES + table)]),
    baseline: [[TABLE]],
    against: `one result of ${TICKS.toLocaleString('en')} rows that is at hand`,
    isInTurn: true,
  },
  {
    name: 'firm.click.many',
    ours: () => [Array.from({ length: MANY_SPILLS }, (_, spill) => longSpillOf(spill))],
    baseline: [[TABLE]],
    against: `one result of ${TICKS.toLocaleString('en')} rows that is at hand`,
    rounds: 2,
  },
];

/**
 * How long sheets of a firm keep the page from a click at the most, under the real office.js in the emulated Excel,
 * beside results that cost an add-in nothing; what they leave in the heap, and the largest message.
 */
export const firmClick = (): Promise<Figure[]> =>
  withExcel(async (open) => {
    const figures: Figure[] = [];
    for (const workload of WORKLOADS) figures.push(...(await measure(workload, open)));
    return figures;
  });

async function measure(workload: Workload, open: OpenExcel): Promise<Figure[]> {
  const { name, against, rounds = ROUNDS } = workload;
  // No formula waits for permission.
  const stored = { 'md.apiKey': 'demo', 'md.serviceAddress': '{add-in}/service', 'md.maxRequests': '0' };
  const [excel, trivial] = [await open(builtAddIn(), { answer: answerAtOnce, stored }), await open(oneFunctionAddIn())];
  const [ours, baseline, heaps] = [[] as number[], [] as number[], [] as number[]];
  const session = await excel.page.context().newCDPSession(excel.page);
  for (let round = 0; round < rounds; round++) {
    // What is read in turn accumulates, if it does.
    if (!workload.isInTurn) await excel.reload();
    ours.push(await longestTask(excel.pane, () => callEvents(excel, workload.ours(round), workload.isInTurn)));
    baseline.push(await longestTask(trivial.pane, () => callEvents(trivial, workload.baseline)));
    heaps.push(await heapOf(session));
  }
  await Promise.all([excel.close(), trivial.close()]);
  return [
    figureOfRuns({ name, unit: 'ms', against: `the longest task; ${against}`, goal: 2 }, ours, baseline),
    heapFigure(name, heaps),
    messageFigure(name, excel),
  ];
}

/** Knows every symbol, and has pages of ticks as large as they are asked for. */
const answerAtOnce: Answer = ({ url }) => {
  const { pathname, searchParams } = new URL(url);
  if (pathname.endsWith('/quotes')) return Promise.resolve(new Response(quotesFor(url)));
  if (!pathname.endsWith('/ticks')) return undefined;
  const index = instrumentOf('indices', pathname.split('/').at(-2)!) as Index;
  const [startMs, endMs] = ['start', 'end'].map((name) => Number(searchParams.get(name)) * 1000) as [number, number];
  const limit = Number(searchParams.get('limit') ?? 100);
  const cursor = searchParams.get('cursor') ?? undefined;
  return Promise.resolve(Response.json(pageOf(ticksBetween(index, 1, startMs, endMs), cursor, limit)));
};
