import { startSandbox } from '../../src/sandbox/server';
import { builtAddIn, oneFunctionAddIn } from './built';
import { storedFor, timeToFirstQuote, withExcel } from './excel';
import { type Figure, figureOfRuns, roundsOf } from './figure';

const ROUNDS = roundsOf(9);
/** The first ones start the browser's processes. */
const SETTLING = 2;

/**
 * Load of the page → first value in a cell, under the real office.js in the emulated Excel, against an add-in of one
 * function.
 */
export const coldStart = (): Promise<Figure[]> =>
  withExcel(async (open) => {
    const sandbox = await startSandbox({ port: 0 });
    const [ours, baseline] = await Promise.all([
      open(builtAddIn(), { stored: storedFor(sandbox.url) }),
      open(oneFunctionAddIn()),
    ]);
    const [oursMs, baselineMs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      // In turn, so that a change in the machine's speed meets both.
      oursMs.push(await timeToFirstQuote(ours));
      baselineMs.push(await timeToFirstQuote(baseline));
    }
    await Promise.all([ours.close(), baseline.close(), sandbox.close()]);
    const against = 'the same with an add-in of one function';
    const what = { name: 'cold.start', unit: 'ms', against, goal: 1.2 };
    return [figureOfRuns(what, oursMs.slice(SETTLING), baselineMs.slice(SETTLING))];
  });
