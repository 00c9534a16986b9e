/** What refresh and the parameter names need to know about a worksheet function, as `generated` lists it. */
export interface FunctionTraits {
  /** The bare name: "QUOTE". */
  readonly id: string;
  readonly requests: RequestSharing;
  /** Its formulas choose an operation by path. */
  readonly takesPath?: true;
  /** Whether its cells keep changing by themselves. */
  readonly isStreaming?: true;
  /** How often such cells send a request, in seconds, if the formula does not say. */
  readonly everySeconds?: number;
  /** In the order of the formula. */
  readonly parameters: readonly ParameterTraits[];
  /** Ids of the operations that it requests; empty if its formulas choose any operation by path. */
  readonly sources: readonly string[];
}

export interface ParameterTraits {
  readonly name: string;
  readonly role?: ParameterRole;
}

/** What a parameter means beyond its own function, whatever its name. */
export type ParameterRole =
  | 'symbols'
  | 'area'
  | 'currency'
  | 'exchanges'
  | 'filing-type'
  | 'date'
  | 'moment'
  /** How long each bar of a price history lasts. */
  | 'bar-length'
  /** The models of a score: they decide which fields can be chosen. */
  | 'models'
  /** A quantity that does not change the subject: an amount, a number of days, a limit. */
  | 'quantity'
  /** The number of decimals that the service rounds to: another number is another request. */
  | 'decimals'
  /** The seconds between two requests of a cell that keeps changing. */
  | 'interval';

/**
 * How the requests of a function's formulas add up:
 * - `packed`: symbols of one area and number of decimals share lists of the service's maximum length;
 * - `each`: one for each symbol, type of filing and limit;
 * - `merged`: formulas with the same dates share one;
 * - `year`: formulas share one for each exchange and calendar year;
 * - `pair`: one for each pair of currencies of an area;
 * - `alone`: one for each different question.
 */
export type RequestSharing = 'packed' | 'each' | 'merged' | 'year' | 'pair' | 'alone';
