import { startSandbox } from '../../src/sandbox/server';
import { builtAddIn, oneFunctionAddIn } from './built';
import { STARTS, storedFor, timeToFirstQuote, withExcel } from './excel';
import { type Figure, figureInTurn } from './figure';

/**
 * Load of the page → first value in a cell, under the real office.js in the emulated Excel, against an add-in of one
 * function.
 */
export async function coldStart(): Promise<Figure[]> {
  const sandbox = await startSandbox({ port: 0 });
  const stored = storedFor(sandbox.url);
  const against = 'the same with an add-in of one function';
  try {
    return await withExcel(async (open) => {
      const [ours, baseline] = [await open(builtAddIn(), { stored }), await open(oneFunctionAddIn(), { stored })];
      const figure = await figureInTurn({ name: 'cold.start', unit: 'ms', against, goal: 1.2 }, STARTS, {
        ours: () => timeToFirstQuote(ours),
        baseline: () => timeToFirstQuote(baseline),
      });
      await Promise.all([ours.close(), baseline.close()]);
      return [figure];
    });
  } finally {
    await sandbox.close();
  }
}
