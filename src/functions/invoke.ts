import { ServiceError } from '../api/service-error';
import type { Session } from '../app/session';
import type { Call } from '../core/call';
import type { Matrix } from '../core/cell';
import { CellError, notAvailable } from '../core/errors';
import type { AnyDeclaration, Context, Result } from './define';
import { ArgumentReader } from './read-arguments';

/** What a formula gives: cells that spill (a scalar is one by one), or one error for the whole formula. */
export type Outcome = Matrix | CellError;

/**
 * Evaluates one formula. Never throws and never rejects: whatever goes wrong is an error with a sentence, so that no cell
 * waits for ever. Answers without a promise when everything is at hand.
 *
 * @param show what the host makes of the outcome, done in the same step to spare a promise per cell; what it throws comes through
 */
export function invoke(declaration: AnyDeclaration, session: Session, values: readonly unknown[], call: Call): Outcome | Promise<Outcome>;
export function invoke<Shown>(
  declaration: AnyDeclaration, session: Session, values: readonly unknown[], call: Call, show: (outcome: Outcome, call: Call) => Shown,
): Shown | Promise<Shown>;
export function invoke(
  declaration: AnyDeclaration, session: Session, values: readonly unknown[], call: Call, show: (outcome: Outcome, call: Call) => unknown = asItIs,
): unknown {
  session.activity.cells++;
  let result: Result | Promise<Result>;
  try {
    result = evaluate(declaration, session, values, call);
  } catch (error) {
    return show(asError(error, session), call);
  }
  if (!(result instanceof Promise)) return show(asOutcome(result, session), call);
  return result.then((settled) => show(asOutcome(settled, session), call), (error: unknown) => {
    const isSuperseded = error instanceof ServiceError && error.kind === 'closed';
    if (!isSuperseded || call.cancellation.isCancelled) return show(asError(error, session), call);
    session.activity.cells--;
    return invoke(declaration, session, values, call, show);
  });
}

const asItIs = (outcome: Outcome): Outcome => outcome;

function evaluate(declaration: AnyDeclaration, session: Session, values: readonly unknown[], call: Call): Result | Promise<Result> {
  if (!isReady(session)) return session.ready.then(() => evaluate(declaration, session, values, call));
  return declaration.handle(readerOf(declaration).read(values, session) as never, session, call);
}

const isReady = (session: Session): session is Session & Context => session.client !== undefined;

const readers = new WeakMap<AnyDeclaration, ArgumentReader>();

function readerOf(declaration: AnyDeclaration): ArgumentReader {
  const known = readers.get(declaration);
  if (known) return known;
  const reader = new ArgumentReader(declaration);
  readers.set(declaration, reader);
  return reader;
}

function asOutcome(result: Result, session: Session): Outcome {
  if (result instanceof CellError) return asError(result, session);
  return Array.isArray(result) ? result : [[result]];
}

function asError(error: unknown, session: Session): CellError {
  session.activity.errors++;
  if (error instanceof CellError) return error;
  return notAvailable('Something in MD failed that should not: recalculate, and tell us the formula if it stays', error);
}
