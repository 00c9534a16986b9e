import type { Profiler } from 'node:inspector';
import { Session as Inspector } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import { Session } from '../../src/app/session';
import type { AnyDeclaration } from '../../src/functions/define';
import type { LazyFunction } from '../../src/functions/evaluate/lazy-function';
import { invoke } from '../../src/functions/evaluate/invoke';
import { FUNCTIONS } from '../../src/functions/generated/lazy-functions';
import { quote } from '../../src/functions/quote';
import { Features } from '../../src/office/features';
import { createScene } from '../gateway/scene';
import { createCall } from '../support/evaluate';
import { createMemoryHost } from '../support/memory-host';
import { openWorkbook } from '../unit/app/opened-workbook';
import type { Walk } from './house-tables';
import { cellFunction } from '../../src/office/cell-function';
import { Delivery } from '../../src/office/delivery';
import { planRefresh, runRefresh } from '../../src/app/workbook/refresh';

/**
 * Prints, as JSON, the files of src/ in which a function runs while a formula is calculated, cells are refreshed or the
 * gateway answers. The engine's own coverage tells them, without what loading a file runs. It is a program of its own
 * because a test runner would count too.
 */
const FORMULAS: readonly (readonly [title: string, id: string, ...values: unknown[]])[] = [
  ['`=MD.QUOTE("EURUSD")`', 'QUOTE', 'EURUSD', null, null, null, null],
  ['`=MD.TICKS(…)` of a minute', 'TICKS', 'SPX', '2026-11-19 14:30', '2026-11-19 14:31', null, null, null, null, null],
  ['`=MD.SCORE(…)` of two symbols', 'SCORE', [['AAPL'], ['MSFT']], 'altman-z', null, null],
  ['`=MD.HOURS(…)` of one exchange', 'HOURS', 'XNYS', '2026-11-20', null, null, null, null],
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

/** Some versions of Node count the filling of an object's fields as a function, others do not. */
const isOfFields = ({ functionName }: Profiler.FunctionCoverage): boolean =>
  functionName === '<instance_members_initializer>';

const inspector = new Inspector();

/** The files in which a function has run since the last call. */
async function enteredFiles(): Promise<string[]> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith(ROOT))
    .filter(({ functions }) =>
      functions.some((one) => one.ranges[0]!.count > 0 && !isOfLoader(one) && !isOfFields(one)),
    )
    .map(({ url }) => url.slice(ROOT.length).replace(/\?.*/, ''))
    .sort();
}

const union = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].sort();

/** A function that calculates the formula each time it is called, in a session of its own. */
async function cellOf(
  declaration: AnyDeclaration | LazyFunction,
  values: readonly unknown[],
  onRequest: () => unknown,
) {
  const host = createMemoryHost({ apiKey: 'demo', serviceAddress: 'https://service.test' });
  const session = new Session(host, {
    async fetch(input) {
      const { pathname } = new URL((input as Request).url);
      if (!(pathname in ANSWERS)) return new Response('', { status: 404 });
      await onRequest();
      return Response.json(ANSWERS[pathname]);
    },
  });
  await session.ready;
  const delivery = new Delivery({ expectedMs: () => session.client?.expectedMs ?? 0 });
  const cell = cellFunction(declaration, session, new Features(() => true), delivery);
  return async () => cell(...values, {});
}

/** A formula: until its first request leaves, from the answer to the cell, and when it is calculated again. */
async function walkFormula(id: string, values: readonly unknown[]) {
  const declaration = FUNCTIONS.find((one) => one.id === id)!;
  let entered: Promise<string[]> | undefined;
  const cell = await cellOf(declaration, values, () => (entered ??= enteredFiles()));
  await enteredFiles();
  await cell();
  const back = await enteredFiles();
  const out = (await entered) ?? [];
  await cell();
  return { out, back, all: union(out, back), again: await enteredFiles() };
}

/** A refresh of one cell: its plan, and its run with the cell's new value. */
async function walkRefresh() {
  const { session, workbook, clock } = await openWorkbook();
  await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
  clock.now += 1;
  // Reading the formula is the host's part.
  let calculated: unknown;
  workbook.calculate = () => {
    calculated = invoke(quote, session, ['EURUSD'], createCall({ address: 'Sheet1!A1' }));
    return Promise.resolve();
  };
  await enteredFiles();
  const plan = await planRefresh(session, 'all');
  const planned = await enteredFiles();
  await runRefresh(session, plan);
  await calculated;
  return { planned, run: await enteredFiles() };
}

/** The gateway: a quote that it does not have, and the same again. */
async function walkGateway() {
  const scene = createScene({
    gateway: { fetch: () => Promise.resolve(Response.json(ANSWERS['/currencies/quotes'])) },
  });
  const answer = async () => {
    const response = await scene.ask('/api/currencies/quotes?symbols=EURUSD');
    if (!response.ok) throw new Error(`The gateway answered ${response.status}`);
    return response.text();
  };
  await enteredFiles();
  await answer();
  const miss = await enteredFiles();
  await answer();
  const hit = await enteredFiles();
  scene.close();
  return { miss, hit };
}

async function main(): Promise<void> {
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const walks: Walk[] = [];
  for (const [title, id, ...values] of FORMULAS) {
    // The first walk loads what comes late: loading runs each file once.
    await walkFormula(id, values);
    walks.push({ title, ...(await walkFormula(id, values)) });
  }
  await walkRefresh();
  const { planned, run } = await walkRefresh();
  walks.push({ title: 'planning a refresh', all: planned }, { title: 'running a refresh', all: run });
  await walkGateway();
  const { miss, hit } = await walkGateway();
  walks.push({ title: 'a quote that the gateway does not have', all: miss, again: hit });
  inspector.disconnect();
  process.stdout.write(JSON.stringify(walks));
}

void main();
