import type { Call } from '../core/call';
import type { Session } from './session';

/** As much of a worksheet function as refresh and the names of parameters must know. It is handed over, since app knows no function. */
export interface FunctionTraits {
  /** The bare name: "QUOTE". */
  readonly id: string;
  readonly requests: RequestSharing;
  /** Whether its cells go on changing by themselves. */
  readonly isStreaming?: true;
  /** In the order of the formula. */
  readonly parameters: readonly ParameterTraits[];
  /** The operations that it asks, by their ids in the table; none where its formulas name any by the path. */
  readonly sources: readonly string[];
  /**
   * About how many requests one formula takes now, where how they add up does not tell.
   *
   * @param values the arguments as a spreadsheet hands them over
   * @param call a preview asks for nothing
   */
  price?(values: readonly unknown[], session: Session, call: Call): Promise<number>;
}

export interface ParameterTraits {
  readonly name: string;
  readonly isDate?: true;
  readonly holdsSymbols?: true;
}

/**
 * How the requests of a function's formulas add up:
 * - `packed`: symbols of one area and precision share lists as long as the service takes;
 * - `each`: one for each symbol;
 * - `merged`: formulas of the same dates share one;
 * - `year`: formulas share one for each exchange and calendar year;
 * - `alone`: one for each different formula.
 */
export type RequestSharing = 'packed' | 'each' | 'merged' | 'year' | 'alone';

/** Cells do not wait for what only a refresh needs. */
export type LoadTraits = () => Promise<readonly FunctionTraits[]>;
