import type { Call } from '../../core/call';
import type { Matrix } from '../../core/cell';
import { CellError, notAvailable } from '../../core/errors';
import type { Result } from '../define';

/** What a formula gives: cells that spill (a scalar is one by one), or one error for the whole formula. */
export type Outcome = Matrix | CellError;

/** A host, as far as it takes what formulas give. */
export interface Receiver<Shown> {
  /**
   * What the host makes of an outcome, done in the same step to spare a promise per cell. What it throws comes through.
   *
   * @param cellCount how many cells show it; one when left out
   */
  readonly show: (outcome: Outcome, cellCount?: number) => Shown;
  /** The cell of that call has its value. */
  readonly release: (call: Call) => void;
}

export function outcomeOf(result: Result): Outcome {
  if (result instanceof CellError) return result;
  return Array.isArray(result) ? result : [[result]];
}

export const outcomeOfFailure = (error: unknown): CellError =>
  error instanceof CellError
    ? error
    : notAvailable('Something in MD failed that should not: recalculate, and tell us the formula if it stays', error);
