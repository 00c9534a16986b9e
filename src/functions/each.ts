import { ServiceError } from '../api/service-error';
import { CellError } from '../core/errors';
import type { Place } from './parameters/symbols';

/**
 * Looks every name of a list up by itself: a name that fails leaves its error in its place and its neighbours alone. Gives
 * the answers at once when all are at hand, else a promise of them.
 */
export function lookUpEach<Name, Value>(
  names: readonly Place<Name>[],
  lookUp: (name: Name) => Value | Promise<Value>,
): Place<Value>[] | Promise<Place<Value>[]> {
  const answers = names.map((name) => attempt(name, lookUp));
  return answers.some((answer) => answer instanceof Promise)
    ? Promise.all(answers as Promise<Place<Value>>[])
    : (answers as Place<Value>[]);
}

function attempt<Name, Value>(name: Place<Name>, lookUp: (name: Name) => Value | Promise<Value>): Place<Value> | Promise<Place<Value>> {
  if (name === undefined) return undefined;
  if (name instanceof CellError) return name;
  try {
    const answer = lookUp(name);
    return answer instanceof Promise ? answer.catch(asPlace) : answer;
  } catch (error) {
    return asPlace(error);
  }
}

/** An answer of a replaced client is no answer: the whole formula starts again. */
function asPlace(error: unknown): CellError {
  if (!(error instanceof CellError) || (error instanceof ServiceError && error.kind === 'closed')) throw error;
  return error;
}

/** Goes on with a value that may be at hand or on its way, without making a promise where there is none. */
export function after<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
