import { startSandbox } from '../../src/sandbox/server';
import { makeCertificate } from '../excel/emulator/certificate';
import { EmulatedExcel } from '../excel/emulator/emulated-excel';
import { FrameWindows } from '../excel/emulator/frame';
import { launchBrowser } from '../support/browser';
import { builtAddIn, oneFunctionAddIn } from './built';
import { type Figure, figureOfRuns, roundsOf } from './figure';

const ROUNDS = roundsOf(9);
/** The first ones start the browser's processes. */
const SETTLING = 2;

/**
 * Load of the page → first value in a cell, under the real office.js in the emulated Excel, against an add-in of one
 * function.
 */
export async function coldStart(): Promise<Figure[]> {
  const [sandbox, browser, certificate] = await Promise.all([
    startSandbox({ port: 0 }),
    launchBrowser(),
    makeCertificate(),
  ]);
  const stored = { 'md.apiKey': 'demo', 'md.serviceAddress': sandbox.url.replace(/\/$/, '') };
  try {
    const [ours, baseline] = [await open(builtAddIn()), await open(oneFunctionAddIn())];
    const times = { ours: [] as number[], baseline: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      // In turn, so that a change in the machine's speed meets both.
      times.ours.push(await timeToFirstValue(ours));
      times.baseline.push(await timeToFirstValue(baseline));
    }
    await Promise.all([ours.close(), baseline.close()]);
    const [oursMs, baselineMs] = [times.ours, times.baseline].map((all) => all.slice(SETTLING));
    const against = 'the same with an add-in of one function';
    return [figureOfRuns({ name: 'cold.start', unit: 'ms', against, goal: 1.2 }, oursMs!, baselineMs!)];
  } finally {
    await Promise.all([browser.close(), sandbox.close()]);
  }

  function open(addIn: string): Promise<EmulatedExcel> {
    return EmulatedExcel.open({ windows: new FrameWindows(browser, certificate), isAlone: true, addIn, stored });
  }
}

async function timeToFirstValue(excel: EmulatedExcel): Promise<number> {
  const start = performance.now();
  await excel.reload();
  const result = await excel.call('QUOTE', [['EURUSD']]);
  if (!('value' in result)) throw new Error(`No value came: ${JSON.stringify(result)}`);
  return performance.now() - start;
}
