import type { Result } from '../../core/cell';
import type { Formula } from '../../app/last-values';
import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import { PriceError } from '../../api/spending';
import { CellError } from '../../core/errors';
import type { MaybePromise } from '../../core/maybe-promise';
import type { AnyDeclaration, Context } from '../define';
import { LazyFunction } from './lazy-function';
import { checkListPrice } from './list-price';
import { type Outcome, outcomeOf, outcomeOfFailure, type Receiver } from './outcome';
import { ArgumentReaders } from './read-arguments';
import { SharedResult, SharedResults } from './shared-result';
import { turnFor } from './turns';

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
