import type { Result } from '../../core/cell';
import type { Formula } from '../../app/last-values';
import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import { PriceError } from '../../api/spending';
import { CellError } from '../../core/errors';
import type { AnyDeclaration, Context } from '../define';
import { LazyFunction } from './lazy-function';
import { type Outcome, outcomeOf, outcomeOfFailure, type Receiver } from './outcome';
import { ArgumentReaders } from './read-arguments';
import { ServiceError } from '../../api/service-error';
import { MAX_SYMBOL_LIST_LENGTH } from '../../api/interface/quote-operations';
import { wait } from '../../api/lookup/wait';
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
  cells.begin(call);
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
  if (result instanceof CellError) activity.errors++;
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

function evaluate(
  declaration: AnyDeclaration | LazyFunction,
  session: Session,
  values: readonly unknown[],
  call: Call,
): MaybePromise<Result> {
  const loaded = declaration instanceof LazyFunction ? declaration.declaration : declaration;
  const turn = turnFor(session, values[0]);
  if (loaded === undefined || !isReady(session) || turn !== undefined)
    return evaluateWhenReady(declaration, session, values, call, turn);
  if (session.spending.hasStopped) session.spending.begin(call, [loaded.id, values]);
  if (call.allowance === undefined && isLong(values[0], loaded, session.spending.maxRequests))
    checkListPrice(loaded, values, session, call);
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
  turn: Promise<void> | undefined,
): Promise<Result> {
  // In parallel: the first formula of a workbook waits for both.
  const [loaded] = await Promise.all([
    declaration instanceof LazyFunction ? declaration.ready() : declaration,
    session.ready,
    turn,
  ]);
  return evaluate(loaded, session, values, call);
}

/** Whether a list may need too many requests. A name takes at least a character and a comma, and a list holds seven. */
const isLong = (list: unknown, { requests }: AnyDeclaration, maxRequests: number): boolean =>
  Array.isArray(list) && list.join().length >= (requests === 'packed' ? 14 : 2) * maxRequests;

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
    /** Called for a cell that may not send what it still needs. */
    private readonly onStop: (call: Call) => void,
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
    if (outcome instanceof CellError) this.session.activity.errors += this.#calls.length;
    return this.receiver.show(outcome, this.#calls.length);
  }

  #release(call: Call, outcome: Outcome): void {
    this.receiver.release(call);
    if ((call.allowance?.missing ?? 0) > 0) this.onStop(call);
    this.session.cells.end(call, outcome);
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

/** Characters of a currency symbol in a list, with its comma. */
const SYMBOL_IN_LIST = 7;

/** Throws if a formula's list of symbols needs more requests than it may send. Nothing is sent then. */
export function checkListPrice(
  { requests }: AnyDeclaration,
  [list]: readonly unknown[],
  { spending, gateway }: Session,
  call: Call,
): void {
  const allowance = spending.allowanceOf(call);
  if (!Array.isArray(list) || (requests !== 'each' && requests !== 'packed')) return;
  const { max } = allowance;
  const symbols = new Set(list.join().split(','));
  symbols.delete('');
  const longest = gateway?.maxListLength ?? MAX_SYMBOL_LIST_LENGTH;
  const count = Math.ceil(symbols.size / (requests === 'each' ? 1 : Math.floor((longest + 1) / SYMBOL_IN_LIST)));
  if (count <= max) return;
  allowance.missing = count;
  throw new PriceError(allowance);
}

/** They take about 20 ms. */
const ROWS_PER_TURN = 10_000;

/**
 * Divides the work of many spills over turns of the page, so that it answers a click between them. Rows of earlier
 * turns count too, because waiting for a turn costs next to nothing.
 */
class Turns {
  #room = ROWS_PER_TURN;
  #next: Promise<void> | undefined;

  take(rows: number): Promise<void> | undefined {
    if (this.#room > 0) {
      this.#room -= rows;
      return undefined;
    }
    return (this.#next ??= new Promise((resolve) => {
      wait(() => {
        this.#room = ROWS_PER_TURN;
        this.#next = undefined;
        resolve();
      }, 0);
    }));
  }
}

/**
 * For a matrix that may be worked on now: undefined. Otherwise a promise of the next turn, in which to ask again.
 * Single cells never wait.
 */
export const turnFor = (session: Session, matrix: unknown): Promise<void> | undefined =>
  Array.isArray(matrix) && matrix.length > 1 ? session.part(Turns).take(matrix.length) : undefined;
