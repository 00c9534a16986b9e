import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** One figure beside the baseline that was measured in the same run. */
export interface Figure {
  readonly name: string;
  /** What was counted or measured, ours over the baseline; both in the unit. */
  readonly ours: number;
  readonly baseline: number;
  readonly unit: string;
  /** What the baseline is. */
  readonly against: string;
  /** The largest ratio that meets the goal; or the largest value of ours if `isAbsolute`. */
  readonly goal: number;
  readonly isAbsolute?: true;
}

export const ratioOf = ({ ours, baseline, isAbsolute }: Figure): number => (isAbsolute ? ours : ours / baseline);

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};

/**
 * Collects garbage: all of it, or what is young. Before a timing only the young, so that the timing does not pay for what
 * came before; a full collection would also throw compiled code away and time its return.
 */
export const collectGarbage = ((): ((which?: { type: 'minor' }) => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

/** Microseconds of processor time that the work takes, this process alone. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  collectGarbage({ type: 'minor' });
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Microseconds on the clock: for work whose garbage is collected beside it, on other cores. */
export function clockTime(work: () => unknown): number {
  collectGarbage({ type: 'minor' });
  const start = performance.now();
  work();
  return (performance.now() - start) * 1000;
}
