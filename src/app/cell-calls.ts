import type { ServiceError } from '../api/service-error';
import type { RequestTime } from '../core/call';
import type { RichNumber } from '../core/cell';
import { CellError, SeveralErrors } from '../core/errors';
import { asksTheSame, AT_ONCE_MS, beginsAnew, type MadeCall } from '../core/recalculations';

/** What is kept of a cell's result. */
export interface CellResult {
  /** Request time of its oldest answer, in ms; undefined if it needed none. */
  readonly readAt: number | undefined;
  /** Origin of its oldest answer; undefined for last values and failures in a result of several cells. */
  readonly requested?: RequestTime | undefined;
  /** Origin of its answer with the oldest price, and that price's time; undefined if it has no price. */
  readonly price?: RequestTime | undefined;
  /** The error that the whole cell showed instead of a value. */
  readonly error: CellError | undefined;
  /** Why a last value is shown. For a result of several cells without last values, the first failed lookup. */
  readonly failure: ServiceError | undefined;
  /** For a result of several cells, the first error in it, for whatever reason. */
  readonly partial?: CellError | undefined;
  /** For a result of several cells with an error among them, its rows. */
  readonly rows?: readonly (readonly unknown[])[] | undefined;
  /** A single number with properties, such as the rate of a conversion. */
  readonly number?: RichNumber | undefined;
}

/** A finished call of a cell. Without a known beginning it stands for the whole cell, and its beginning is Infinity. */
interface EndedCall extends MadeCall {
  /** Undefined for an abandoned call. */
  readonly result: CellResult | undefined;
}

/**
 * The calls of one cell in its last recalculation. A new recalculation also begins after all calls of the last one were
 * cancelled.
 */
export class CellCalls {
  #calls: readonly EndedCall[] = [];
  #cancelledUntil = -Infinity;
  readonly #results = new Map<number, CellResult | undefined>();

  add(call: EndedCall): void {
    this.#results.clear();
    const { begunAt, result } = call;
    if (result === undefined) {
      if (begunAt < Infinity) this.#cancelledUntil = Math.max(this.#cancelledUntil, begunAt + AT_ONCE_MS);
      return;
    }
    const since = beginsAnew(call, this.#calls)
      ? begunAt - AT_ONCE_MS
      : begunAt > this.#cancelledUntil
        ? this.#cancelledUntil
        : -Infinity;
    const isBeside = (one: EndedCall): boolean => one.begunAt >= since && one.begunAt < Infinity;
    const kept = this.#calls.filter((one) => isBeside(one) && !asksTheSame(one, call));
    this.#calls = [...kept, call];
  }

  /** @param callCount how many calls the formula contains; Infinity if unknown */
  resultOf(callCount: number): CellResult | undefined {
    if (this.#calls.length < 2) return this.#calls[0]?.result;
    if (!this.#results.has(callCount))
      this.#results.set(callCount, together(this.#lastOf(callCount).map(({ result }) => result!)));
    return this.#results.get(callCount);
  }

  /** What they asked; undefined unless it is known of each call. */
  askedOf(callCount: number): readonly (readonly unknown[])[] | undefined {
    const asked = this.#lastOf(callCount).map((call) => call.asked);
    return asked.length === 0 || asked.includes(undefined) ? undefined : (asked as (readonly unknown[])[]);
  }

  #lastOf(callCount: number): readonly EndedCall[] {
    return this.#calls.toSorted((one, other) => one.begunAt - other.begunAt).slice(-callCount);
  }
}

/** The combined result of a cell with several calls: its oldest answers, and the failures of any call. */
export function together(results: readonly CellResult[]): CellResult | undefined {
  if (results.length < 2) return results[0];
  const errors = [...new Set(results.flatMap(({ error }) => error ?? []))];
  const read = oldestOf(results, ({ readAt }) => readAt);
  const priced = results.filter(({ price }) => price !== undefined);
  const price = oldestOf(priced, (one) => one.price!.pricedAt)?.price;
  const partial = firstIn(results, (one) => one.partial);
  const rows = results.flatMap((one) => one.rows ?? []);
  return {
    readAt: read?.readAt,
    requested: read?.requested,
    price: price && priced.length > 1 ? { ...price, isOldest: true } : price,
    error: errors.length > 1 ? new SeveralErrors(errors) : errors[0],
    failure: firstIn(results, (one) => one.failure),
    ...(partial && { partial }),
    ...(rows.length > 0 && { rows }),
  };
}

const firstIn = <Value>(results: readonly CellResult[], of: (result: CellResult) => Value): Value | undefined =>
  results.map(of).find((value) => value !== undefined);

const oldestOf = (
  results: readonly CellResult[],
  timeOf: (result: CellResult) => number | undefined,
): CellResult | undefined =>
  results.filter((one) => timeOf(one) !== undefined).toSorted((one, other) => timeOf(one)! - timeOf(other)!)[0];

/** Whether one of a cell's errors is the one that it shows. */
export const isShown = (error: CellError | undefined, code: string | undefined): boolean =>
  error !== undefined && errorsIn(error).some((one) => one.code === code);

export const errorsIn = (error: unknown): readonly CellError[] =>
  error instanceof SeveralErrors ? error.errors : error instanceof CellError ? [error] : [];
