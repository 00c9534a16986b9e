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
  /** The largest ratio that meets the goal; or our largest value if `isAbsolute`. */
  readonly goal: number;
  readonly isAbsolute?: true;
  /** What each of several interleaved runs gave: its ratio, or its value where `isAbsolute`. */
  readonly runs?: readonly number[];
}

/** With MD_BENCH=once a single round after those that settle: it only shows that a figure can be measured. */
export const roundsOf = (usual: number, settling = 0): number =>
  process.env.MD_BENCH === 'once' ? settling + 1 : usual;

type Verdict = 'met' | 'MISSED' | 'too noisy';

export const ratioOf = ({ ours, baseline, runs, isAbsolute }: Figure): number =>
  runs ? median(runs) : isAbsolute ? ours : ours / baseline;

/** Where the middle half of the runs lies. */
export const spreadOf = ({ runs }: Figure): readonly [number, number] | undefined =>
  runs && [quantile(runs, 0.25), quantile(runs, 0.75)];

/** Where the goal lies within the middle half of the runs, another run would as likely say the opposite. */
export function verdictOn(figure: Figure): Verdict {
  const [low, high] = spreadOf(figure) ?? [ratioOf(figure), ratioOf(figure)];
  if (high <= figure.goal) return 'met';
  return low > figure.goal ? 'MISSED' : 'too noisy';
}

/**
 * A figure of runs that were taken in turn with those of the baseline, so that a change in the machine's speed meets
 * both.
 */
export const figureOfRuns = (
  what: Omit<Figure, 'ours' | 'baseline' | 'runs'>,
  ours: readonly number[],
  baseline: readonly number[],
): Figure => ({
  ...what,
  ours: median(ours),
  baseline: median(baseline),
  runs: ours.map((one, index) => one / baseline[index]!),
});

/** A figure of runs that are taken in turn here. The first ones settle, and do not count. */
export async function figureInTurn(
  what: Omit<Figure, 'ours' | 'baseline' | 'runs'>,
  { rounds, settling = 0 }: { readonly rounds: number; readonly settling?: number },
  measure: Readonly<Record<'ours' | 'baseline', () => number | Promise<number>>>,
): Promise<Figure> {
  const [ours, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure.ours());
    baseline.push(await measure.baseline());
  }
  return figureOfRuns(what, ours.slice(settling), baseline.slice(settling));
}

/** In ms, on the clock. */
export async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part)]!;
};

/**
 * Collects garbage: all of it, or what is young. Before a timing only the young, so that the timing does not pay for
 * what came before; a full collection would also throw compiled code away and time its return.
 */
export const collectGarbage = ((): ((which?: { type: 'minor' }) => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

/** In bytes, once all garbage is collected. */
export function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

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
