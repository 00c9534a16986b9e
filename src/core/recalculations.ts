/** A call of a cell, with the times at which it began and ended, in ms. */
export interface MadeCall {
  readonly begunAt: number;
  /** Infinity while it runs, -Infinity if it was cancelled. */
  readonly endedAt: number;
  /** The function and its arguments; undefined if they are not known. */
  readonly asked: readonly unknown[] | undefined;
}

/** Excel makes the calls of a formula at once, or as soon as a result that they depend on has arrived. */
export const AT_ONCE_MS = 20;
const AFTER_RESULT_MS = 2_000;

/**
 * Whether a call begins a new recalculation of its cell. Excel does not say so, but such a call repeats a question, or
 * begins long after the end of all others.
 */
export function beginsAnew(call: Omit<MadeCall, 'endedAt'>, earlier: readonly MadeCall[]): boolean {
  const { begunAt } = call;
  const isAfterAll = earlier.every(({ endedAt }) => begunAt - endedAt > AFTER_RESULT_MS);
  const isOver = (one: MadeCall): boolean => one.endedAt <= begunAt && begunAt - one.begunAt > AT_ONCE_MS;
  return isAfterAll || earlier.some((one) => isOver(one) && asksTheSame(one, call));
}

export const asksTheSame = ({ asked }: Pick<MadeCall, 'asked'>, other: Pick<MadeCall, 'asked'>): boolean =>
  asked !== undefined && JSON.stringify(asked) === JSON.stringify(other.asked);
