import type { Result, Matrix } from '../../core/cell';
import { isFailed } from '../../app/cell-log';
import type { Formula } from '../../app/last-values';
import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import { addMissing, PriceError } from '../../api/spending';
import { CellError, notAvailable } from '../../core/errors';
import type { AnyDeclaration, Context, Parameter, ReadingConditions } from '../define';
import { LazyFunction } from './lazy-function';
import { ServiceError } from '../../api/service-error';
import { MAX_SYMBOL_LIST_LENGTH } from '../../api/interface/operation';
import { packNames } from '../../core/packing';
import { wait } from '../../core/waiting';
import type { MaybePromise } from '../../core/basics';

/**
 * Evaluates one formula. Never throws or rejects: every failure becomes an error with a sentence, so that no cell waits
 * for ever. Returns without a promise if all data is at hand. A handler may return the same promise for equal formulas;
 * they then share the shown value too.
 */
export function invoke(
  declaration: AnyDeclaration | LazyFunction,
  session: Session,
  values: readonly unknown[],
  call: Call,
): MaybePromise<Outcome>;
export function invoke<Shown>(
  declaration: AnyDeclaration | LazyFunction,
  session: Session,
  values: readonly unknown[],
  call: Call,
  receiver: Receiver<Shown>,
): MaybePromise<Shown>;
export function invoke(
  declaration: AnyDeclaration | LazyFunction,
  session: Session,
  values: readonly unknown[],
  call: Call,
  receiver: Receiver<unknown> = AS_IT_IS,
): unknown {
  const { activity, cells } = session;
  activity.cells++;
  cells.begin(call, declaration.id, values);
  if (activity.onNextCell !== undefined) activity.hearCell();
  let result: MaybePromise<Result>;
  try {
    result = evaluate(declaration, session, values, call);
  } catch (error) {
    result = outcomeOfFailure(error);
    if (result instanceof PriceError) session.spending.end(call, [declaration.id, values]);
  }
  if (result instanceof Promise)
    return (
      session.part(SharedResults).for(result, receiver) ?? startWait(result, declaration, session, values, receiver)
    ).join(call);
  receiver.release(call);
  cells.end(call, result);
  if (isFailed(result, call)) activity.errors++;
  return receiver.show(outcomeOf(result));
}

/** A separate function, because a function that contains closures pays for them even if it never creates them. */
function startWait(
  result: Promise<Result>,
  declaration: AnyDeclaration | LazyFunction,
  session: Session,
  values: readonly unknown[],
  receiver: Receiver<unknown>,
): SharedResult {
  const shared = new SharedResult(
    result,
    receiver,
    session,
    (call) => {
      session.activity.cells--;
      call.allowance = undefined;
      return invoke(declaration, session, values, call, receiver);
    },
    (call) => {
      session.spending.end(call, [declaration.id, values]);
    },
  );
  session.part(SharedResults).add(result, shared);
  return shared;
}

const AS_IT_IS: Receiver<Outcome> = { show: (outcome) => outcome, release: () => undefined };

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

function evaluate(
  declaration: AnyDeclaration | LazyFunction,
  session: Session,
  values: readonly unknown[],
  call: Call,
): MaybePromise<Result> {
  const loaded = declaration instanceof LazyFunction ? declaration.declaration : declaration;
  const pause = pauseFor(session, values[0]);
  if (loaded === undefined || !isReady(session) || pause !== undefined)
    return evaluateWhenReady(declaration, session, values, call, pause);
  if (session.spending.hasStopped) session.spending.begin(call, [loaded.id, values]);
  if (call.allowance === undefined && isLong(values[0], loaded, session)) checkListPrice(loaded, values, session, call);
  const result = loaded.handle(readArguments(loaded, values, session), session, call);
  return session.lastValues === undefined
    ? result
    : session.lastValues.fillLater(formulaOf(loaded, values), result, call);
}

async function evaluateWhenReady(
  declaration: AnyDeclaration | LazyFunction,
  session: Session,
  values: readonly unknown[],
  call: Call,
  pause: Promise<void> | undefined,
): Promise<Result> {
  // In parallel: the first formula of a workbook waits for both.
  const [loaded] = await Promise.all([
    declaration instanceof LazyFunction ? declaration.ready() : declaration,
    session.ready,
    pause,
  ]);
  return evaluate(loaded, session, values, call);
}

/** The least that a request takes of a list: a name and its comma, or half a full list where names are packed. */
const leastTaken = ({ requests }: AnyDeclaration): number => (requests === 'packed' ? MAX_SYMBOL_LIST_LENGTH / 2 : 2);

/** Whether a list is so long that it may need too many requests. */
const isLong = (list: unknown, declaration: AnyDeclaration, { spending }: Session): boolean =>
  Array.isArray(list) && (textAlone(list) ?? list.join()).length >= leastTaken(declaration) * spending.maxRequests;

export const isReady = (session: Session): session is Session & Context => session.client !== undefined;

/** The formula as last values identify it. */
export const formulaOf = ({ id, parameters }: AnyDeclaration, values: readonly unknown[]): Formula => ({
  id,
  values,
  names: Object.values(parameters).find(({ isHeading }) => isHeading)?.words ?? [],
});

/**
 * The arguments of a formula as its function's methods receive them. Throws the CellError of the first invalid one.
 */
export const readArguments = (declaration: AnyDeclaration, values: readonly unknown[], session: Session): never =>
  session.part(ArgumentReaders).of(declaration).read(values, session) as never;

/**
 * A session's readers of arguments, one for each function.
 *
 * @internal
 */
export class ArgumentReaders {
  readonly #readers = new Map<AnyDeclaration, ArgumentReader>();
  #last: ArgumentReader | undefined;

  /** Tries the last reader first, since formulas of one function mostly come in a row. */
  of(declaration: AnyDeclaration): ArgumentReader {
    if (this.#last?.declaration === declaration) return this.#last;
    const reader = this.#readers.get(declaration) ?? new ArgumentReader(declaration);
    this.#readers.set(declaration, reader);
    return (this.#last = reader);
  }
}

/** The checked arguments of a formula, by name. */
type CheckedArguments = Readonly<Record<string, unknown>>;

/** Formulas that differ only in their first argument, like those in a column. */
interface ColumnOfFormulas {
  readonly values: readonly unknown[];
  readonly dateSystem: ReadingConditions['dateSystem'];
  /** The checked arguments, except for the first one. */
  readonly args: CheckedArguments;
  /** What was prepared, by the text of the first argument. */
  readonly cache: Map<string, unknown>;
}

const MAX_COLUMNS = 8;
const MAX_CACHED_TEXTS = 20_000;
const MAX_CACHED_LENGTH = 100;

/**
 * Checks the arguments of one formula, in the order of its parameters.
 *
 * A column of formulas passes the same fields, area and headers cell after cell, and the same few texts as first
 * arguments at every recalculation. Therefore formulas with equal plain arguments are checked once and then receive the
 * same object. Ranges and data types are always checked again.
 */
export class ArgumentReader {
  readonly #names: readonly string[];
  readonly #parameters: readonly Parameter[];
  #columns: readonly ColumnOfFormulas[] = [];
  #knownCount = 0;

  constructor(readonly declaration: AnyDeclaration) {
    this.#names = Object.keys(declaration.parameters);
    this.#parameters = Object.values(declaration.parameters);
  }

  /**
   * The arguments as the function's methods receive them: checked, by name, and prepared if the declaration says how.
   * Throws the CellError of the first invalid one.
   */
  read(values: readonly unknown[], reading: ReadingConditions): unknown {
    const column = this.#columnOf(values, reading);
    if (column === undefined) return this.#begin(values, reading);
    const text = textAlone(values[0]);
    const cached = text === undefined ? undefined : column.cache.get(text);
    if (cached !== undefined) return cached;
    const args = { ...column.args, [this.#names[0]!]: this.#check(values, 0, reading) };
    const prepared = this.#prepare(args, reading);
    if (text !== undefined) this.#remember(column, text, prepared);
    return prepared;
  }

  #columnOf(values: readonly unknown[], { dateSystem }: ReadingConditions): ColumnOfFormulas | undefined {
    for (const column of this.#columns) {
      let index = this.#names.length - 1;
      while (index > 0 && values[index] === column.values[index]) index--;
      if (index === 0 && column.dateSystem === dateSystem) return column;
    }
    return undefined;
  }

  #begin(values: readonly unknown[], reading: ReadingConditions): unknown {
    const args = Object.fromEntries(this.#names.map((name, index) => [name, this.#check(values, index, reading)]));
    const prepared = this.#prepare(args, reading);
    if (values.slice(1).every(isPlain)) {
      const column = { values, dateSystem: reading.dateSystem, args, cache: new Map<string, unknown>() };
      this.#columns = [column, ...this.#columns.slice(0, MAX_COLUMNS - 1)];
      const text = textAlone(values[0]);
      if (text !== undefined) this.#remember(column, text, prepared);
    }
    return prepared;
  }

  #prepare(args: CheckedArguments, reading: ReadingConditions): unknown {
    return this.declaration.prepare?.(args as never, reading) ?? args;
  }

  #check(values: readonly unknown[], index: number, reading: ReadingConditions): unknown {
    return this.#parameters[index]!.read(values[index], this.#names[index]!, reading);
  }

  #remember({ cache }: ColumnOfFormulas, text: string, prepared: unknown): void {
    if (text.length > MAX_CACHED_LENGTH) return;
    if (++this.#knownCount > MAX_CACHED_TEXTS) {
      this.#columns = [];
      this.#knownCount = 0;
    }
    cache.set(text, prepared);
  }
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The text of a single cell; undefined for anything else. */
function textAlone(argument: unknown): string | undefined {
  const only: unknown =
    Array.isArray(argument) && argument.length === 1 && Array.isArray(argument[0]) && argument[0].length === 1
      ? argument[0][0]
      : argument;
  return typeof only === 'string' ? only : undefined;
}

/**
 * Cells that wait for the same promise. They also share the promise of the shown value. With thousands of cells
 * waiting, each then holds almost nothing that the garbage collector would have to visit until the answer arrives.
 */
class SharedResult {
  readonly #shown: Promise<unknown>;
  readonly #calls: Call[] = [];

  /** @param restart evaluates the formula again for one of the cells */
  constructor(
    result: Promise<Result>,
    readonly receiver: Receiver<unknown>,
    private readonly session: Pick<Session, 'activity' | 'cells'>,
    private readonly restart: (call: Call) => unknown,
    /** Called for a cell that was allowed to send requests. */
    private readonly onEnd: (call: Call) => void,
  ) {
    this.#shown = result.then(
      (settled) => this.#end(outcomeOf(settled)),
      (error: unknown) => this.#fail(error),
    );
  }

  /** Adds a cell. Returns the promise of what it will show. */
  join(call: Call): Promise<unknown> {
    this.#calls.push(call);
    return this.#shown;
  }

  #end(outcome: Outcome): unknown {
    for (const call of this.#calls) this.#release(call, outcome);
    return this.receiver.show(outcome, this.#calls.length);
  }

  #release(call: Call, outcome: Outcome): void {
    this.receiver.release(call);
    if (call.allowance !== undefined) this.onEnd(call);
    this.session.cells.end(call, outcome);
    if (isFailed(outcome, call)) this.session.activity.errors++;
  }

  #fail(error: unknown): unknown {
    const outcome = outcomeOfFailure(error);
    const calls = isSuperseded(error) ? this.#calls.filter(({ cancellation }) => !cancellation.isCancelled) : [];
    if (calls.length === 0) return this.#end(outcome);
    for (const call of this.#calls) if (call.cancellation.isCancelled) this.#release(call, outcome);
    return this.#restart(calls);
  }

  /**
   * The cells have equal formulas, so the first result serves all. Each is still evaluated, to be counted and cancelled
   * by itself.
   */
  async #restart(calls: readonly Call[]): Promise<unknown> {
    const [shown] = await Promise.all(calls.map((call) => Promise.resolve(this.restart(call))));
    return shown;
  }
}

/** What a session's cells wait for, by its promise. */
class SharedResults {
  readonly #byPromise = new WeakMap<Promise<Result>, SharedResult>();

  /** The host's cells that already wait for the promise. */
  for(result: Promise<Result>, receiver: Receiver<unknown>): SharedResult | undefined {
    const shared = this.#byPromise.get(result);
    return shared?.receiver === receiver ? shared : undefined;
  }

  add(result: Promise<Result>, shared: SharedResult): void {
    this.#byPromise.set(result, shared);
  }
}

/** Whether the client was replaced before it answered. */
const isSuperseded = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'closed';

/** Throws if a formula's list of symbols needs more requests than it may send. Nothing is sent then. */
export function checkListPrice(
  { requests }: AnyDeclaration,
  [list]: readonly unknown[],
  { spending, gateway }: Session,
  call: Call,
): void {
  const allowance = spending.allowanceOf(call);
  if (!Array.isArray(list) || (requests !== 'each' && requests !== 'packed')) return;
  const { max } = allowance.cell && allowance.max > 0 ? allowance.cell : allowance;
  const longest = gateway?.maxListLength ?? MAX_SYMBOL_LIST_LENGTH;
  // An area before a symbol, "stocks:AAPL", is not sent with it.
  const names = list
    .join()
    .replaceAll(/[^,:]*:/g, '')
    .split(',');
  const symbols = [...new Set(names)].filter(({ length }) => length > 0 && length <= longest);
  const count = (requests === 'each' ? symbols : packNames(symbols, longest)).length;
  if (count <= max) return;
  addMissing(allowance, count);
  throw new PriceError(allowance);
}

/** They take about 20 ms. */
const ROWS_BETWEEN_PAUSES = 10_000;

/**
 * Divides the work of many spills, so that the page answers a click between them. Rows of earlier spills count too,
 * because waiting for a pause costs next to nothing.
 */
class SpillPauses {
  #rowsLeft = ROWS_BETWEEN_PAUSES;
  #next: Promise<void> | undefined;

  take(rows: number): Promise<void> | undefined {
    if (this.#rowsLeft > 0) {
      this.#rowsLeft -= rows;
      return undefined;
    }
    return (this.#next ??= new Promise((resolve) => {
      wait(() => {
        this.#rowsLeft = ROWS_BETWEEN_PAUSES;
        this.#next = undefined;
        resolve();
      }, 0);
    }));
  }
}

/**
 * For a matrix that may be worked on now: undefined. Otherwise a promise of the next pause, after which to ask again.
 * Single cells never wait.
 */
export const pauseFor = (session: Session, matrix: unknown): Promise<void> | undefined =>
  Array.isArray(matrix) && matrix.length > 1 ? session.part(SpillPauses).take(matrix.length) : undefined;
