/** One figure beside the baseline that was measured in the same run. */
export interface Figure {
  readonly name: string;
  /** What was counted or measured, ours over the baseline; both in the unit. */
  readonly ours: number;
  readonly baseline: number;
  readonly unit: string;
  /** What the baseline is. */
  readonly against: string;
  /** The largest ratio that meets the goal; or, where `isAbsolute`, the largest value of ours. */
  readonly goal: number;
  readonly isAbsolute?: true;
}

export const ratioOf = ({ ours, baseline, isAbsolute }: Figure): number => (isAbsolute ? ours : ours / baseline);

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};

/** Microseconds of processor time that the work takes, this process alone. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
