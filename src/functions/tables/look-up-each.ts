import { ServiceError } from '../../api/service-error';
import { CellError } from '../../core/errors';
import type { Slot } from '../parameters/symbols';
import type { MaybePromise } from '../../core/basics';

/**
 * Looks up each name of a list by itself, then continues with the answers in the order of the names. A failed name
 * leaves its error in its own place only. Continues without a promise if all answers are at hand.
 * @param later continues instead if they are not
 */
export function lookUpEach<Name, Value, Next>(
  names: readonly Slot<Name>[],
  lookUp: (name: Name) => MaybePromise<Value>,
  next: (answers: Slot<Value>[]) => Next,
  later: (answers: Slot<Value>[]) => MaybePromise<Next> = next,
): MaybePromise<Next> {
  const answers = names.map((name) => attempt(name, lookUp));
  if (!answers.some((answer) => answer instanceof Promise)) return next(answers as Slot<Value>[]);
  return Promise.all(answers as readonly Promise<Slot<Value>>[]).then(later);
}

function attempt<Name, Value>(
  name: Slot<Name>,
  lookUp: (name: Name) => MaybePromise<Value>,
): MaybePromise<Slot<Value>> {
  if (name === undefined) return undefined;
  if (name instanceof CellError) return name;
  try {
    const answer = lookUp(name);
    return answer instanceof Promise ? answer.catch(cellErrorOrRethrow) : answer;
  } catch (error) {
    return cellErrorOrRethrow(error);
  }
}

/**
 * The CellError of a failure, to stand in its name's place. If the client was replaced, throws: the whole formula then
 * starts again.
 */
export function cellErrorOrRethrow(error: unknown): CellError {
  if (!(error instanceof CellError) || (error instanceof ServiceError && error.kind === 'closed')) throw error;
  return error;
}
