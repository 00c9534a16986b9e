import type { Profiler } from 'node:inspector';
import { Session as Inspector } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import { Session } from '../../src/app/session';
import type { AnyDeclaration } from '../../src/functions/define';
import type { LazyFunction } from '../../src/functions/evaluate/lazy-function';
import { FUNCTIONS } from '../../src/functions/generated/lazy-functions';
import { cellFunction } from '../../src/office/cells/cell-function';
import { ResultGatherer } from '../../src/office/cells/result-gatherer';
import { ResultPacer } from '../../src/office/cells/result-pacer';
import { Features } from '../../src/office/features';
import { createMemoryHost } from '../support/memory-host';

/**
 * Prints in how many files of src/ a function runs while Excel calculates a formula: until its request leaves, from the
 * answer to the cell, and when it is calculated again. The engine's own coverage counts them. With `--files` it lists
 * them too: `npx tsx test/docs/files-of-a-formula.ts --files`.
 */
const FORMULAS: readonly (readonly [id: string, ...values: unknown[]])[] = [
  ['QUOTE', 'EURUSD', null, null, null, null],
  ['TICKS', 'SPX', '2026-11-19 14:30', '2026-11-19 14:31', null, null, null, null, null],
  ['SCORE', [['AAPL'], ['MSFT']], 'altman-z', null, null],
  ['HOURS', 'XNYS', '2026-11-20', null, null, null, null],
];

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/currencies/quotes': { items: [{ symbol: 'EURUSD', ask: 1.2, bid: 1.1, mid: 1.15, timestamp: 1_790_000_000 }] },
  '/indices/SPX/ticks': {
    items: [{ time: '2026-11-19T14:30:00Z', ask: 6000.5, bid: 6000.25, mid: 6000.375 }],
    current_page: null,
    next_page: null,
  },
  '/stocks/AAPL/scores': { symbol: 'AAPL', data: 3 },
  '/stocks/MSFT/scores': { symbol: 'MSFT', data: 4 },
  '/stocks/markets/hours': [
    {
      mic: 'XNYS',
      date: '2026-11-20',
      day_of_week: 'Friday',
      is_early_close: false,
      open_time: '2026-11-20T09:30:00-05:00',
      close_time: '2026-11-20T16:00:00-05:00',
      holiday_name: null,
    },
  ],
};

const ROOT = pathToFileURL('src/').href.replace(/\/?$/, '/');

/** The loader adds functions such as `quote: () => quote` to hand out what a file exports. */
const isOfLoader = ({ functionName, ranges: [range] }: Profiler.FunctionCoverage): boolean =>
  range!.endOffset - range!.startOffset <= Math.max(`()=>${functionName}`.length, '()=>from[key]'.length);

/** A function that calculates the formula each time it is called, in a session of its own. */
async function cellOf(declaration: AnyDeclaration | LazyFunction, values: readonly unknown[], enter: () => unknown) {
  const host = createMemoryHost({ apiKey: 'demo', serviceAddress: 'https://service.test' });
  const session = new Session(host, {
    async fetch(input) {
      const { pathname } = new URL((input as Request).url);
      if (!(pathname in ANSWERS)) return new Response('', { status: 404 });
      await enter();
      return Response.json(ANSWERS[pathname]);
    },
  });
  await session.ready;
  const gatherer = new ResultGatherer(() => session.client?.expectedMs ?? 0);
  const cell = cellFunction(declaration, session, new Features(() => true), new ResultPacer(), gatherer);
  return async () => cell(...values, {});
}

async function main(): Promise<void> {
  const inspector = new Inspector();
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

  /** The files in which a function has run since the last call. */
  async function enteredFiles(): Promise<string[]> {
    const { result } = await inspector.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.startsWith(ROOT))
      .filter(({ functions }) => functions.some((one) => one.ranges[0]!.count > 0 && !isOfLoader(one)))
      .map(({ url }) => url.slice(ROOT.length).replace(/\?.*/, ''))
      .sort();
  }

  for (const [id, ...values] of FORMULAS) {
    const declaration = FUNCTIONS.find((one) => one.id === id)!;
    // Loads what comes with the first such formula: loading runs each file once.
    await (
      await cellOf(declaration, values, () => undefined)
    )();
    let entered: Promise<string[]> | undefined;
    const cell = await cellOf(declaration, values, () => (entered ??= enteredFiles()));
    await enteredFiles();
    await cell();
    const back = await enteredFiles();
    await cell();
    const warm = await enteredFiles();
    const out = (await entered) ?? [];
    const all = new Set([...out, ...back]);
    console.log(`MD.${id}: ${out.length} files out, ${back.length} back, ${all.size} in all; ${warm.length} warm`);
    if (process.argv.includes('--files')) console.dir({ out, back, warm }, { maxArrayLength: null });
  }
  inspector.disconnect();
}

void main();
