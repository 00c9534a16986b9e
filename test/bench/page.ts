import type { CDPSession, Frame } from 'playwright-core';
import type { EmulatedExcel } from '../excel/emulator/emulated-excel';
import type { Formula } from '../excel/emulator/invocations';
import { type Figure, median } from './figure';

/** Shorter tasks are not told. */
const MIN_MS = 50;
/** As many calls as have been seen in one event. */
const CALLS_PER_EVENT = 500;
const [MEGABYTE, MAX_MESSAGE_MB] = [1_000_000, 5];

declare const window: Window & { tasks: number[]; watching?: PerformanceObserver };

/** The longest task of the add-in's own page during the work, in ms: a click may wait that long. */
export async function longestTask(pane: Frame, work: () => Promise<unknown>): Promise<number> {
  await pane.evaluate((least) => {
    window.watching?.disconnect();
    window.tasks = [least];
    window.watching = new PerformanceObserver((list) => {
      // Others in the same process are the emulation's.
      for (const { name, duration } of list.getEntries()) if (name === 'self') window.tasks.push(duration);
    });
    window.watching.observe({ entryTypes: ['longtask'] });
  }, MIN_MS);
  await work();
  return pane.evaluate(() => Math.max(...window.tasks));
}

export const eventsOf = (formulas: readonly Formula[]): Formula[][] =>
  Array.from({ length: formulas.length / CALLS_PER_EVENT }, (_, event) =>
    formulas.slice(event * CALLS_PER_EVENT, (event + 1) * CALLS_PER_EVENT),
  );

/** Calls the formulas event by event, and waits for their values. */
export async function callEvents(
  excel: EmulatedExcel,
  events: readonly (readonly Formula[])[],
  isInTurn = false,
): Promise<void> {
  const running = [];
  for (const formulas of events) {
    running.push(...excel.start(formulas));
    if (isInTurn) await running.at(-1)!.result;
  }
  const failed = (await Promise.all(running.map(({ result }) => result))).find((result) => !('value' in result));
  if (failed) throw new Error(`No value came: ${JSON.stringify(failed)}`);
}

/** In MB, after everything has been collected. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize / MEGABYTE;
}

/** @param kept the heap of an add-in that keeps nothing, after as many calls each: what Excel's client keeps of them */
export function heapFigure(name: string, heaps: readonly number[], kept?: readonly number[]): Figure {
  const own = heaps.map((heap, round) => (kept === undefined ? heap : heap - (kept[round]! - kept[0]!)));
  const [first, ...later] = own;
  const without = kept === undefined ? '' : ', without what Excel keeps of each call';
  return {
    name: `${name} heap`,
    ours: median(later),
    baseline: first!,
    unit: 'MB',
    against: `the heap after the first of ${heaps.length} rounds${without}`,
    goal: 1.3,
    runs: later.map((heap) => heap / first!),
  };
}

export const messageFigure = (name: string, { largestMessage }: EmulatedExcel): Figure => ({
  name: `${name} message`,
  ours: largestMessage / MEGABYTE,
  baseline: MAX_MESSAGE_MB,
  unit: 'MB',
  against: 'the largest message to Excel',
  goal: MAX_MESSAGE_MB,
  isAbsolute: true,
});
