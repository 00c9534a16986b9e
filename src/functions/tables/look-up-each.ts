import { ServiceError } from '../../api/service-error';
import { CellError } from '../../core/errors';
import type { Slot } from '../parameters/symbols';

/**
 * Looks every name of a list up by itself, then goes on with the answers in the places of their names: a name that fails
 * leaves its error there and its neighbours alone. Goes on at once when all are at hand.
 */
export function lookUpEach<Name, Value, Next>(
  names: readonly Slot<Name>[],
  lookUp: (name: Name) => Value | Promise<Value>,
  next: (answers: Slot<Value>[]) => Next,
): Next | Promise<Next> {
  const answers = names.map((name) => attempt(name, lookUp));
  if (!answers.some((answer) => answer instanceof Promise)) return next(answers as Slot<Value>[]);
  return Promise.all(
    answers.map((answer) => (answer instanceof Promise ? answer.catch(asPlace) : Promise.resolve(answer))),
  ).then(next);
}

function attempt<Name, Value>(
  name: Slot<Name>,
  lookUp: (name: Name) => Value | Promise<Value>,
): Slot<Value> | Promise<Value> {
  if (name === undefined) return undefined;
  if (name instanceof CellError) return name;
  try {
    return lookUp(name);
  } catch (error) {
    return asPlace(error);
  }
}

/** A failure as what stands in its place. An answer of a replaced client is no answer: the whole formula starts again. */
export function asPlace(error: unknown): CellError {
  if (!(error instanceof CellError) || (error instanceof ServiceError && error.kind === 'closed')) throw error;
  return error;
}

/** Goes on with a value that may be at hand or on its way, without making a promise where there is none. */
export function whenReady<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
