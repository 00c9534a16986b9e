import { ServiceError } from '../api/service-error';
import type { Call } from '../core/call';
import type { Cell, Matrix, Result } from '../core/cell';
import { CellError } from '../core/errors';
import { marked, markOf } from '../core/last-value-mark';
import type { MaybePromise } from '../core/basics';

/** A formula, identified by its function and arguments. */
export interface Formula {
  readonly id: string;
  readonly values: readonly unknown[];
  /** Words in its headers, which are not values. */
  readonly names: readonly string[];
}

interface KeptResult {
  readonly cells: Matrix;
  /** Request time of all cells, or of each cell. */
  readonly times: number | readonly (readonly number[])[];
  readonly weight: number;
}

const NOTE =
  'The service failed: cells that can be marked show their last value of this session under a clock ⏱ and its time';

/** Larger tables get no marks, since these could make them too large for a spreadsheet. */
const MAX_TABLE_WEIGHT = 3_000_000;
const MAX_WEIGHT = 120_000_000;
const [WEIGHT_OF_CELL, WEIGHT_OF_CHARACTER] = [300, 6];

/**
 * Keeps the last values of this session's formulas, and shows them again, marked with their time, when the service
 * fails. Only for temporary failures: the connection, overload, unreadable answers. Kept by function and arguments,
 * limited in size; the least recently used go first.
 */
export class LastValues {
  readonly #kept = new Map<string, KeptResult>();
  #weight = 0;

  constructor(
    private readonly clock: { now(): number; note(text: string): void },
    private readonly maxWeight = MAX_WEIGHT,
  ) {}

  /** Like `fill`, for a result that may be a promise. */
  fillLater(formula: Formula, result: MaybePromise<Result>, call?: Call): MaybePromise<Result> {
    if (!(result instanceof Promise)) return this.fill(formula, result, call);
    return result.then(
      (settled) => this.fill(formula, settled, call),
      (error: unknown) => {
        if (!isPassingFailure(error)) throw error;
        return this.fill(formula, error, call);
      },
    );
  }

  /**
   * What the formula shows: its result, with last values instead of failures.
   * @param call knows the result's request time (without it: now), and learns that last values are shown
   */
  fill({ id, values, names }: Formula, result: Result, call?: Call): Result {
    const key = `${id}${JSON.stringify(values)}`;
    const cells = Array.isArray(result) ? result : [[result]];
    const failure = cells.flat().find(isPassingFailure);
    const kept = this.#kept.get(key);
    const askedAt = call?.trace?.oldest?.at ?? this.clock.now();
    if (failure === undefined) {
      if (!(result instanceof CellError) && !cells.flat().some(isUnanswered)) this.#keep(key, cells, askedAt);
      return result;
    }
    if (kept === undefined) return result;
    this.clock.note(NOTE);
    const showsAll = !hasShapeOf(cells, kept.cells);
    const times = showsAll ? kept.times : this.#keepFreshOf(key, cells, kept, askedAt);
    if (call?.trace) call.trace.lastShown = { failure, askedAt: oldestOf(times) };
    const now = this.clock.now();
    const show = (at: number, column: number, error: CellError): Cell => {
      const cell = kept.cells[at]![column]!;
      const isName = typeof cell === 'string' && names.includes(cell);
      return isName ? cell : marked(cell, markOf(timeOf(kept, at, column), now), error);
    };
    return (showsAll ? kept.cells : cells).map((row, at) =>
      row.map((cell, column) =>
        showsAll ? show(at, column, failure) : isPassingFailure(cell) ? show(at, column, cell) : cell,
      ),
    );
  }

  /** Fresh cells replace the kept ones; the others stay with their times. */
  #keepFreshOf(key: string, cells: Matrix, kept: KeptResult, askedAt: number): KeptResult['times'] {
    const times = cells.map((row, at) =>
      row.map((cell, column) => (isUnanswered(cell) ? timeOf(kept, at, column) : askedAt)),
    );
    this.#keep(
      key,
      cells.map((row, at) => row.map((cell, column) => (isUnanswered(cell) ? kept.cells[at]![column]! : cell))),
      times,
    );
    return times;
  }

  #keep(key: string, cells: Matrix, times: KeptResult['times']): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0;
    this.#kept.delete(key);
    const weight = weightOf(cells);
    if (weight > MAX_TABLE_WEIGHT) return;
    this.#kept.set(key, { cells, times, weight });
    this.#weight += weight;
    for (const [oldest, { weight: freed }] of this.#kept) {
      if (this.#weight <= this.maxWeight) return;
      this.#kept.delete(oldest);
      this.#weight -= freed;
    }
  }
}

const timeOf = ({ times }: KeptResult, row: number, column: number): number =>
  typeof times === 'number' ? times : times[row]![column]!;

const oldestOf = (times: KeptResult['times']): number =>
  typeof times === 'number' ? times : times.flat().reduce((one, other) => Math.min(one, other));

const hasShapeOf = (one: Matrix, other: Matrix): boolean =>
  one.length === other.length && one[0]?.length === other[0]?.length;

const PASSING_KINDS: ReadonlySet<string> = new Set(['network', 'timeout', 'body']);

/** Whether the service, or the connection to it, failed for a reason unrelated to the request. */
function isPassingFailure(cell: unknown): cell is ServiceError {
  if (!(cell instanceof ServiceError)) return false;
  const { kind, status = 0 } = cell;
  return PASSING_KINDS.has(kind) || (kind === 'status' && (status === 408 || status === 429 || status >= 500));
}

const ANSWERED_KINDS: ReadonlySet<string> = new Set(['status', 'refused-argument']);

/** Whether a cell has no answer: the service failed, or the call was cancelled, a preview, or without a key. */
const isUnanswered = (cell: unknown): boolean =>
  isPassingFailure(cell) || (cell instanceof ServiceError && !ANSWERED_KINDS.has(cell.kind));

const weightOf = (cells: Matrix): number =>
  cells
    .flat()
    .reduce<number>(
      (sum, cell) => sum + WEIGHT_OF_CELL + (typeof cell === 'string' ? cell.length * WEIGHT_OF_CHARACTER : 0),
      0,
    );
