import { BLANK, type Result, type Matrix } from '../../core/cell';
import { isFailed } from '../../app/cell-log';
import type { Formula } from '../../app/last-values';
import type { Session } from '../../app/session';
import { maxListLengthOf } from '../../app/settings';
import type { Call } from '../../core/call';
import { isBlankText, unwrap } from '../../core/arguments';
import { BlankError, CellError, notAvailable } from '../../core/errors';
import type { AnyDeclaration, Context } from '../define';
import { LazyFunction } from './lazy-function';
import { checkListPrice } from './list-price';
import { readArguments, textAlone } from './read-arguments';
import { ServiceError } from '../../api/service-error';
import type { MaybePromise } from '../../core/basics';
import { pauseFor } from './spill-pauses';

/** The result of a formula: cells that spill (a scalar is one by one), or one error for the whole formula. */
export type Outcome = Matrix | CellError;

/** The host's side of an evaluation. */
export interface Receiver<Shown> {
  /**
   * Converts an outcome for the host, in the same step to save a promise per cell. Its errors reach the caller.
   * @param cellCount how many cells show it. @default 1
   */
  readonly show: (outcome: Outcome, cellCount?: number) => Shown;
  /** Called once the call's cell has its value. */
  readonly release: (call: Call) => void;
}

const AS_IT_IS: Receiver<Outcome> = { show: (outcome) => outcome, release: () => undefined };

/**
 * Evaluates one formula. Never throws or rejects: every failure becomes an error with a sentence, so that no cell waits
 * for ever. Returns without a promise if all data is at hand. A handler may return the same promise for equal formulas;
 * they then share the shown value too.
 */
export function invoke<Shown = Outcome>(
  declaration: AnyDeclaration | LazyFunction,
  session: Session,
  values: readonly unknown[],
  call: Call,
  receiver: Receiver<Shown> = AS_IT_IS as Receiver<never>,
): MaybePromise<Shown> {
  const { activity, cells } = session;
  activity.counts.cells++;
  cells.beginCall(call, declaration.id, values);
  if (activity.onNextCell !== undefined) activity.hearCell();
  let result: MaybePromise<Result>;
  try {
    result = evaluate(declaration, session, values, call);
  } catch (error) {
    result = outcomeOfFailure(error);
  }
  const formula = { declaration, session, values, receiver };
  if (result instanceof Promise)
    return session.part(SharedResults).resultOf(result, formula).join(call) as Promise<Shown>;
  endCell(formula, call, result);
  return receiver.show(outcomeOf(result));
}

/** All steps of an evaluation, from top to bottom. Throws the CellError that the cell will show. */
function evaluate(
  declaration: AnyDeclaration | LazyFunction,
  session: Session,
  values: readonly unknown[],
  call: Call,
): MaybePromise<Result> {
  const loaded = declaration instanceof LazyFunction ? declaration.declaration : declaration;
  const pause = pauseFor(session, values[0]);
  if (loaded === undefined || !isReady(session) || pause !== undefined)
    // In parallel: the first formula of a workbook waits for its code and for the session.
    return Promise.all([
      declaration instanceof LazyFunction ? declaration.ready() : declaration,
      session.ready,
      pause,
    ]).then(([ready]) => evaluate(ready, session, values, call));
  if (session.spending.hasStopped) session.spending.beginCall(call, [loaded.id, values]);
  if (call.allowance === undefined && isLong(values[0], loaded, session)) checkListPrice(loaded, values, session, call);
  let args: never;
  try {
    args = readArguments(loaded, values, session);
  } catch (error) {
    if (error instanceof BlankError && beginsBlank(loaded, values)) return BLANK;
    throw error;
  }
  const result = loaded.handle(args, session, call);
  const { lastValues } = session;
  return lastValues === undefined ? result : lastValues.fillLater(formulaOf(loaded, values), result, call);
}

export const isReady = (session: Session): session is Session & Context => session.client !== undefined;

/** Whether a formula's only subject is blank, as in a row that is not filled in yet. */
const beginsBlank = ({ parameters }: AnyDeclaration, [first]: readonly unknown[]): boolean =>
  Object.values(parameters)[0]!.dimensionality === 'scalar' && isBlankText(unwrap(first));

/** Whether a list is so long that it may need too many requests. */
const isLong = (list: unknown, { requests }: AnyDeclaration, session: Session): boolean => {
  if (!Array.isArray(list)) return false;
  const length = (textAlone(list) ?? list.join()).length / session.spending.maxRequests;
  // The minimum of a request: a name and its comma, or half a full list if names are packed.
  return length >= 2 && (requests !== 'packed' || length >= maxListLengthOf(session) / 2);
};

/** The formula as last values identify it. */
export const formulaOf = ({ id, parameters }: AnyDeclaration, values: readonly unknown[]): Formula => ({
  id,
  values,
  names: Object.values(parameters).find(({ isHeading }) => isHeading)?.words ?? [],
});

export function outcomeOf(result: Result): Outcome {
  if (result instanceof CellError) return result;
  return Array.isArray(result) ? result : [[result]];
}

export const outcomeOfFailure = (error: unknown): CellError =>
  error instanceof CellError
    ? error
    : notAvailable('Unexpected error in MD: recalculate; if it persists, report the formula', error);

interface CalledFormula {
  readonly declaration: AnyDeclaration | LazyFunction;
  readonly session: Session;
  readonly values: readonly unknown[];
  readonly receiver: Receiver<unknown>;
}

function endCell({ declaration, session, values, receiver }: CalledFormula, call: Call, result: Result): void {
  receiver.release(call);
  if (call.allowance !== undefined) session.spending.endCall(call, [declaration.id, values]);
  session.cells.endCall(call, result);
  if (isFailed(result, call)) session.activity.counts.errors++;
}

/**
 * Cells that wait for the same promise. They share the promise of the shown value too. So thousands of waiting cells
 * hold almost nothing that the garbage collector must visit.
 */
class SharedResult {
  readonly #shown: Promise<unknown>;
  readonly #calls: Call[] = [];

  constructor(
    result: Promise<Result>,
    readonly formula: CalledFormula,
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
    for (const call of this.#calls) endCell(this.formula, call, outcome);
    return this.formula.receiver.show(outcome, this.#calls.length);
  }

  #fail(error: unknown): unknown {
    const outcome = outcomeOfFailure(error);
    const isSuperseded = error instanceof ServiceError && error.kind === 'closed';
    const left = isSuperseded ? this.#calls.filter(({ cancellation }) => !cancellation.isCancelled) : [];
    if (left.length === 0) return this.#end(outcome);
    for (const call of this.#calls) if (call.cancellation.isCancelled) endCell(this.formula, call, outcome);
    return this.#startAgain(left);
  }

  /**
   * The client was replaced before it answered. The cells have equal formulas, so the first result serves all. Each is
   * still evaluated, to be counted and cancelled by itself.
   */
  async #startAgain(calls: readonly Call[]): Promise<unknown> {
    const { declaration, session, values, receiver } = this.formula;
    const [shown] = await Promise.all(
      calls.map((call) => {
        session.activity.counts.cells--;
        call.allowance = undefined;
        return Promise.resolve(invoke(declaration, session, values, call, receiver));
      }),
    );
    return shown;
  }
}

class SharedResults {
  readonly #byPromise = new WeakMap<Promise<Result>, SharedResult>();

  resultOf(result: Promise<Result>, formula: CalledFormula): SharedResult {
    const before = this.#byPromise.get(result);
    if (before?.formula.receiver === formula.receiver) return before;
    const shared = new SharedResult(result, formula);
    this.#byPromise.set(result, shared);
    return shared;
  }
}
