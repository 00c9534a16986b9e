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
 */
export function invoke(
  declaration: AnyDeclaration,
  session: Session,
  values: readonly unknown[],
  call: Call,
): Outcome | Promise<Outcome> {
  session.activity.cells++;
  try {
    const result = evaluate(declaration, session, values, call);
    return result instanceof Promise ? settle(result, declaration, session, values, call) : asOutcome(result, session);
  } catch (error) {
    return asError(error, session);
  }
}

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

async function settle(
  running: Promise<Result>,
  declaration: AnyDeclaration,
  session: Session,
  values: readonly unknown[],
  call: Call,
): Promise<Outcome> {
  try {
    return asOutcome(await running, session);
  } catch (error) {
    const isSuperseded = error instanceof ServiceError && error.kind === 'closed';
    if (!isSuperseded || call.cancellation.isCancelled) return asError(error, session);
    session.activity.cells--;
    return invoke(declaration, session, values, call);
  }
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
