import { KEY_HEADER } from '../../src/api/interface/operation';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { CURRENCY_PAIRS } from '../../src/sandbox/instruments/instruments';
import { startSandbox } from '../../src/sandbox/server';
import type { Certificate } from '../excel/emulator/certificate';
import type { EmulatedExcel } from '../excel/emulator/emulated-excel';
import type { Formula } from '../excel/emulator/invocations';
import { builtAddIn, oneFunctionAddIn } from './built';
import { type OpenExcel, storedFor, withExcel } from './excel';
import { type Figure, figureOfRuns, roundsOf } from './figure';
import { currencyPairs, dearFirst, spread } from './pairs';

const LATENCY_MS = 50;
const ROUNDS = roundsOf(5);
/** By then the add-in has kept what it has learned. */
const KEPT_MS = 3_000;
const PAIRS = currencyPairs(170).map(dearFirst);
/** The same turned round: many of their prices have too few digits, and are asked for once more. */
const CHEAP_FIRST = PAIRS.map((pair) => pair.slice(3) + pair.slice(0, 3));
const ALL_PAIRS = CURRENCY_PAIRS.slice(0, 699).map(({ symbol }) => symbol);
const BAD_NAME = 'NOPEXX';

interface Workload {
  readonly name: string;
  readonly cells: number;
  readonly protocol: 'http1' | 'http2';
  /**
   * What 25 requests take at least: six at a time over HTTP/1.1, all together over HTTP/2. Without it a page that only
   * sends the same requests says how long they take: with a preflight each, no page has 25 answers in one round trip.
   */
  readonly roundTrips?: number;
  /** @default as many as cells of single quotes */
  readonly formulas?: readonly Formula[];
  /** Faults of the service. @default none */
  readonly faults?: string;
  /** @default those whose prices have five digits */
  readonly pairs?: readonly string[];
  /**
   * Whether the add-in has had one recalculation of other pairs from the service: by then it knows how many requests
   * may be out.
   */
  readonly isKnown: boolean;
  /** Whether another opening of the workbook had three recalculations before: what it has learned is kept. */
  readonly isOpenedAgain?: boolean;
  /** How many recalculations a run is the mean of, each beside one of the baseline. @default 1 */
  readonly recalculations?: number;
  readonly goal: number;
}

const WORKLOADS: readonly Workload[] = [
  { name: 'quote.seen', cells: 10_000, protocol: 'http1', roundTrips: 5, isKnown: false, goal: 1.5 },
  { name: 'quote.seen.2000', cells: 2_000, protocol: 'http1', roundTrips: 5, isKnown: false, goal: 1.5 },
  { name: 'quote.seen.h2', cells: 10_000, protocol: 'http2', roundTrips: 1, isKnown: true, goal: 2 },
  { name: 'quote.seen.h2.2000', cells: 2_000, protocol: 'http2', roundTrips: 1, isKnown: true, goal: 2 },
  {
    name: 'quote.seen.h2.digits',
    cells: 2_000,
    protocol: 'http2',
    roundTrips: 2,
    isKnown: true,
    pairs: CHEAP_FIRST,
    // One alone varies by more than it is from its goal.
    recalculations: 4,
    goal: 2,
  },
  // Six, nine and ten: a service of which nothing is known is not sent everything at once.
  { name: 'quote.seen.h2.first', cells: 2_000, protocol: 'http2', roundTrips: 3, isKnown: false, goal: 2 },
  {
    name: 'quote.seen.h2.again',
    cells: 2_000,
    protocol: 'http2',
    roundTrips: 1,
    isKnown: false,
    isOpenedAgain: true,
    goal: 1.6,
  },
  {
    name: 'quote.seen.spill',
    cells: 1,
    protocol: 'http1',
    formulas: [{ name: 'QUOTE', args: [PAIRS.map((pair) => [pair]), 'symbol,bid,ask,mid'] }],
    isKnown: false,
    goal: 1.15,
  },
  // The search for its name waits for lists that were refused.
  {
    name: 'quote.seen.bad-name',
    cells: 700,
    protocol: 'http1',
    formulas: quotes(ALL_PAIRS.toSpliced(350, 0, BAD_NAME), 700, 5),
    faults: 'reject-batch:404',
    isKnown: false,
    goal: 1.15,
  },
];

/**
 * When the host sees the last cell of a recalculation, under the real office.js in the emulated Excel, beside what no
 * add-in can be quicker than.
 */
export const quoteSeen = (): Promise<Figure[]> =>
  withExcel(async (open, certificate) => {
    const figures: Figure[] = [];
    for (const workload of WORKLOADS) figures.push(await measure(workload, open, certificate));
    return figures;
  });

async function measure(
  { name, cells, protocol, roundTrips, isKnown, isOpenedAgain, recalculations = 1, goal, ...rest }: Workload,
  open: OpenExcel,
  certificate: Certificate,
): Promise<Figure> {
  const { pairs = PAIRS, formulas = quotes(pairs, cells), faults = '' } = rest;
  let requests: string[] = [];
  const sandbox = await startSandbox({
    latencyMs: LATENCY_MS,
    faults: parseFaults(faults),
    onRequest: (change, url) => change === 1 && requests.push(url),
    ...(protocol === 'http2' && { http2: certificate }),
  });
  const excel = await open(builtAddIn(), { stored: storedFor(sandbox.url) });
  const trivial = await open(oneFunctionAddIn());
  const [ours, baseline] = [[] as number[], [] as number[]];
  for (let round = 0; round < ROUNDS; round++) {
    let [oursMs, baselineMs] = [0, 0];
    for (let recalculation = 0; recalculation < recalculations; recalculation++) {
      await excel.pane.evaluate(() => {
        for (const name of Object.keys(localStorage)) if (name.endsWith('md.learned')) localStorage.removeItem(name);
      });
      await excel.reload();
      const others = pairs === PAIRS ? CHEAP_FIRST : PAIRS;
      if (isOpenedAgain) {
        // Other decimals are other questions.
        for (const decimals of [3, 4, 5]) await excel.callAll(quotes(pairs, pairs.length, decimals));
        await new Promise((resolve) => setTimeout(resolve, KEPT_MS));
        await excel.reload();
      }
      await excel.callAll(quotes(others, isKnown ? others.length : 1));
      requests = [];
      oursMs += await lastCellSeen(excel, formulas);
      baselineMs += await lastCellSeen(trivial, Array<Formula>(cells).fill({ name: 'ONE', args: [] }));
      baselineMs += roundTrips
        ? roundTrips * LATENCY_MS
        : await trivial.pane.evaluate(timeOf, { requests, header: KEY_HEADER });
    }
    ours.push(oursMs / recalculations);
    baseline.push(baselineMs / recalculations);
  }
  await Promise.all([excel.close(), trivial.close(), sandbox.close()]);
  const least = roundTrips
    ? `${roundTrips} round trips of ${LATENCY_MS} ms`
    : `the same requests from a bare page, all at once,`;
  const against = `${least} and ${cells.toLocaleString('en')} cells that return 1`;
  return figureOfRuns({ name, unit: 'ms', against, goal }, ours, baseline);
}

function quotes(symbols: readonly string[], cells: number, decimals: number | null = null): Formula[] {
  return spread(symbols, cells).map((symbol) => ({ name: 'QUOTE', args: [[[symbol]], null, null, decimals] }));
}

/** Runs in a page: how long the requests take that an add-in has sent, all of them at once, in ms. */
async function timeOf({ requests, header }: { requests: readonly string[]; header: string }): Promise<number> {
  const headers = { [header]: 'demo', accept: 'application/json' };
  const send = async (address: string): Promise<string> =>
    (await fetch(address, { headers, cache: 'no-store' })).text();
  // The add-in has a connection by then.
  await send(requests[0]!);
  const start = performance.now();
  await Promise.all(requests.map(send));
  return performance.now() - start;
}

const isBad = ({ args: [symbols] }: Formula): boolean => JSON.stringify(symbols).includes(BAD_NAME);

/** In ms, once the messages of what came before are over. */
async function lastCellSeen(excel: EmulatedExcel, formulas: readonly Formula[]): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const start = performance.now();
  const results = await excel.callAll(formulas);
  const ms = performance.now() - start;
  const failed = results.find((result, index) => !('value' in result) && !isBad(formulas[index]!));
  if (failed) throw new Error(`No value came: ${JSON.stringify(failed)}`);
  return ms;
}
