import type { Call } from '../../core/call';
import type { Matrix, Result } from '../../core/cell';
import { CellError, notAvailable } from '../../core/errors';

/** The result of a formula: cells that spill (a scalar is one by one), or one error for the whole formula. */
export type Outcome = Matrix | CellError;

/** The host's side of an evaluation. */
export interface Receiver<Shown> {
  /**
   * Converts an outcome for the host, in the same step to save a promise per cell. What it throws reaches the caller.
   *
   * @param cellCount how many cells show it. @default 1
   */
  readonly show: (outcome: Outcome, cellCount?: number) => Shown;
  /** Called once the call's cell has its value. */
  readonly release: (call: Call) => void;
}

export function outcomeOf(result: Result): Outcome {
  if (result instanceof CellError) return result;
  return Array.isArray(result) ? result : [[result]];
}

export const outcomeOfFailure = (error: unknown): CellError =>
  error instanceof CellError
    ? error
    : notAvailable('Unexpected error in MD: recalculate; if it persists, report the formula', error);
