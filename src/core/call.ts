import type { Cancellation } from './cancellation';
import type { CellError } from './errors';

/** The input of one evaluation of a cell's formula. */
export interface Call {
  /** True while the user previews part of a formula: no requests are allowed. */
  readonly isPreview: boolean;
  readonly cancellation: Cancellation;
  /** True for a stream's repeated request: it needs an answer newer than the cached one, and lets others go first. */
  readonly isPoll?: boolean;
  /** The maximum age of an answer that a gateway may serve from its cache, in ms: the stream's interval. */
  readonly maxAgeMs?: number;
  /** The asking cell, such as "Model!B7"; absent if the host does not know it. */
  readonly address?: string | undefined;
  /** True for a sample of a formula's result: it requests only the first page. */
  readonly isSample?: boolean;
  /** Receives the record of the call; absent if nobody reads it. */
  readonly trace?: CallTrace | undefined;
  /** How many requests it may send; absent until the first one. */
  allowance?: Allowance | undefined;
  /** When its evaluation began, in ms; absent if unknown. */
  begunAt?: number | undefined;
  /** The function and its arguments: a call that asks the same in the same cell replaces its result. */
  asked?: readonly unknown[] | undefined;
}

/** How many requests a call may send and has sent. */
export interface Allowance {
  /** Infinity means any number. */
  max: number;
  /** What the cell says if it has no value, once the user has stopped the call, so that it may send nothing more. */
  stopped?: string;
  /** The number of attempts, including failed ones. */
  sent: number;
  /** About how many more it needs; 0 unless it was stopped. */
  missing: number;
  /** Whether it was stopped before its first answer, so that `missing` is unknown. */
  isGuess?: boolean;
  /** Whether `missing` is an estimate from the rows read so far: it may be too low. */
  isEstimate?: boolean;
  /** Whether `missing` is the most that it may need, which may be far more than it does. */
  isMost?: boolean | undefined;
  /** The number that the user was told before for its formula, and has allowed. */
  told?: number | undefined;
  /** The common allowance of all calls in its cell; absent if the cell is unknown. */
  readonly cell?: CellAllowance;
}

/** How many requests the calls of one cell may send together, in one recalculation. */
export interface CellAllowance extends Pick<Allowance, 'isMost'> {
  max: number;
  sent: number;
  /** About how many more are needed, by question, or by call if it was stopped before one; undefined if unknown. */
  readonly missing: Map<object, number | undefined>;
}

/** The output of a call besides its result: the cache, last values and samples write it, the pane reads it. */
export interface CallTrace {
  /** Request time of the oldest answer that the call received. */
  oldest?: RequestTime | undefined;
  /** Called for every answer that is taken from the cache, with the key of its question. @default not called */
  readonly onKept?: (key: string, kept: KeptAnswer<object>) => void;
  /** Set if last values replace failures in the result. */
  lastShown?: LastShown;
  /** Set if a sample is only the beginning of what the formula reads: how many rows more its result may have. */
  moreRows?: number;
}

/** Describes a result in which last values replace failures. */
interface LastShown {
  /** Why there are no newer values. */
  readonly failure: CellError;
  /** Request time of the oldest value, in ms. */
  readonly askedAt: number;
}

/**
 * When an answer was requested, in ms. All receivers of the answer share one object, so passing it on costs nothing.
 */
export interface RequestTime {
  readonly at: number;
  /** The latest attempt that was sent for it; undefined if none has been. */
  readonly request?: RequestRecord | undefined;
  /** The time of the oldest price in it, in seconds as the service states it. */
  readonly pricedAt?: number | undefined;
  /** False if it is the only price. @default true */
  readonly isOldest?: boolean;
}

/** One attempt of a request, without the key. Its outcome is added when it ends. */
export interface RequestRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Path and query. */
  readonly what: string;
  status: number | 'network' | 'timeout' | 'redirect' | 'cancelled';
  ms: number;
  /** The answer's age on arrival, in ms, and the node that sent it: a gateway states both. */
  ageMs?: number;
  node?: string | null;
  /** The id by which the service's provider finds the request, if the service sends one. */
  requestId?: string | undefined;
  /** The pause that a refusal asked for, in ms. */
  retryAfterMs?: number | undefined;
  /** Whether only live cells asked, by themselves: it belongs to no recalculation. */
  isPoll?: boolean;
}

/** An answer that a call received from the cache. */
export interface KeptAnswer<Value> {
  readonly value: Value;
  readonly requested: RequestTime;
  /** When this computer requested it; a gateway's answer may be older. */
  readonly askedAt: number;
  /** When the service sent the answer, in ms. */
  readonly newAt: number;
}
