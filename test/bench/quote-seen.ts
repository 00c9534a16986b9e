import { startSandbox } from '../../src/sandbox/server';
import { makeCertificate } from '../excel/emulator/certificate';
import { EmulatedExcel } from '../excel/emulator/emulated-excel';
import type { Formula } from '../excel/emulator/invocations';
import { launchBrowser } from '../support/browser';
import { builtAddIn, oneFunctionAddIn } from './built';
import { type Figure, median } from './figure';
import { currencyPairs, spread } from './pairs';

const LATENCY_MS = 50;
const ROUNDS = 5;
const PAIRS = 170;
/** 170 pairs are 25 requests, six at a time over HTTP/1.1; over HTTP/2 they can be one round trip. */
const ROUND_TRIPS = { http1: 5, http2: 1 } as const;

const WORKLOADS = [
  { name: 'quote.seen', cells: 10_000, protocol: 'http1', goal: 1.5 },
  { name: 'quote.seen.2000', cells: 2_000, protocol: 'http1', goal: 1.5 },
  { name: 'quote.seen.h2', cells: 10_000, protocol: 'http2', goal: 2 },
  { name: 'quote.seen.h2.2000', cells: 2_000, protocol: 'http2', goal: 2 },
] as const;

/** When the host sees the last cell of a recalculation, under the real office.js in the emulated Excel, beside what no add-in can be quicker than. */
export async function quoteSeen(addIn = builtAddIn()): Promise<Figure[]> {
  const [browser, certificate] = await Promise.all([launchBrowser(), makeCertificate()]);
  try {
    const figures: Figure[] = [];
    for (const { name, cells, protocol, goal } of WORKLOADS) {
      const sandbox = await startSandbox({
        latencyMs: LATENCY_MS,
        ...(protocol === 'http2' && { http2: certificate }),
      });
      const stored = { 'md.apiKey': 'demo', 'md.serviceAddress': sandbox.url.replace(/\/$/, '') };
      const open = (folder: string): Promise<EmulatedExcel> =>
        EmulatedExcel.open({ browser, certificate, addIn: folder, stored });
      const [ours, trivial] = [await open(addIn), await open(oneFunctionAddIn())];
      const times = { ours: [] as number[], trivial: [] as number[] };
      for (let round = 0; round < ROUNDS; round++) {
        times.ours.push(await lastCellSeen(ours, quotes(cells)));
        times.trivial.push(await lastCellSeen(trivial, Array<Formula>(cells).fill({ name: 'ONE', given: [] })));
      }
      await Promise.all([ours.close(), trivial.close(), sandbox.close()]);
      figures.push({
        name,
        ours: median(times.ours),
        baseline: ROUND_TRIPS[protocol] * LATENCY_MS + median(times.trivial),
        unit: 'ms',
        against: `${ROUND_TRIPS[protocol]} round trips of ${LATENCY_MS} ms and ${cells} cells that return 1; runs from ${Math.min(...times.ours).toFixed(0)} to ${Math.max(...times.ours).toFixed(0)} ms`,
        goal,
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

const quotes = (cells: number): Formula[] =>
  spread(currencyPairs(PAIRS), cells).map((symbol) => ({ name: 'QUOTE', given: [[[symbol]]] }));

/** Nothing is at hand, but the add-in has spoken to the service before. */
async function lastCellSeen(excel: EmulatedExcel, formulas: readonly Formula[]): Promise<number> {
  await excel.reload();
  await excel.call('QUOTE', [['BTCUSD']], null, 'crypto');
  // The messages of that cell are over.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const start = performance.now();
  const results = await excel.callAll(formulas);
  const ms = performance.now() - start;
  const failed = results.find((result) => !('value' in result));
  if (failed) throw new Error(`No value came: ${JSON.stringify(failed)}`);
  return ms;
}
