import { type Operation, type OperationParameter, wireName, type WireNames } from '../../api/interface/operation';
import { operationOf, OPERATIONS } from '../../api/operations';
import type { FunctionTraits } from '../function-traits';

/** The possible left side of a line, and the operations' parameters that it stands for. */
export interface WireNameTarget {
  readonly name: string;
  /** Keys as in `WireNames`. */
  readonly keys: readonly string[];
}

export interface WireNameTargets {
  /** "filings.ticker" */
  readonly byFunction: readonly WireNameTarget[];
  /** Targets by function, then by path: "/stocks/filings.ticker". */
  readonly all: ReadonlyMap<string, WireNameTarget>;
  /** Left sides whose names the service publishes, so that they cannot be changed. */
  readonly published: ReadonlySet<string>;
}

/** The parameters whose names users may change. An operation shared by several functions belongs to the first. */
export function targetsOf(functions: readonly FunctionTraits[]): WireNameTargets {
  const taken = new Set<string>();
  const byFunction = functions.flatMap(({ id, sources }): WireNameTarget[] => {
    const operations = sources.filter((source) => !taken.has(source)).map(operationOf);
    for (const source of sources) taken.add(source);
    return targetsIn(id.toLowerCase(), operations);
  });
  const byPath = OPERATIONS.flatMap((operation) => targetsIn(operation.path, [operation]));
  return {
    byFunction,
    all: new Map([...byFunction, ...byPath].map((target) => [target.name, target])),
    published: new Set([
      ...OPERATIONS.flatMap((operation) => publishedIn(operation.path, operation)),
      ...functions.flatMap(({ id, sources }) =>
        sources.flatMap((source) => publishedIn(id.toLowerCase(), operationOf(source))),
      ),
    ]),
  };
}

function targetsIn(where: string, operations: readonly Operation[]): WireNameTarget[] {
  const keysByName = new Map<string, string[]>();
  for (const operation of operations)
    for (const parameter of changeableOf(operation))
      keysByName.set(parameter.name, [...(keysByName.get(parameter.name) ?? []), keyOf(operation, parameter)]);
  return [...keysByName].map(([name, keys]) => ({ name: `${where}.${name}`, keys }));
}

const publishedIn = (where: string, { parameters }: Operation): string[] =>
  parameters.filter((parameter) => !isChangeable(parameter)).map(({ name }) => `${where}.${name}`);

const isChangeable = (parameter: OperationParameter): boolean =>
  parameter.in === 'query' && parameter.isAssumed === true;
const keyOf = (operation: Operation, parameter: OperationParameter): string => `${operation.id} ${parameter.name}`;
const changeableOf = (operation: Operation): readonly OperationParameter[] => operation.parameters.filter(isChangeable);

/** The names sent unless the user changes them. */
export const BUILT_IN: WireNames = Object.fromEntries(
  OPERATIONS.flatMap((operation) =>
    changeableOf(operation).map((parameter) => [keyOf(operation, parameter), wireName(operation, parameter)]),
  ),
);
