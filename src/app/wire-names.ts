import { wireName, type WireNames, type Operation, type OperationParameter } from '../api/interface/operation';
import { OPERATIONS, operationOf } from '../api/operations';
import { quoted } from '../core/errors';
import type { FunctionTraits } from './function-traits';
import {
  compareDescription,
  type DescriptionDifference,
  DocumentError,
  readDocument,
} from '../api/interface/service-description';
import type { Session } from './session';
import { isRecord } from '../core/basics';

/** A name in use, by function; several if the function's operations differ. */
interface NameInForce {
  readonly name: string;
  readonly keys: readonly string[];
  readonly wires: readonly string[];
  readonly isChanged: boolean;
}

export const namesInForce = (names: WireNames, targets: readonly WireNameTarget[]): readonly NameInForce[] =>
  targets.map(({ name, keys }) => ({
    name,
    keys,
    wires: [...new Set(keys.map((key) => names[key] ?? BUILT_IN[key]!))],
    isChanged: keys.some((key) => key in names),
  }));

/** A parameter of a function, and the operations' parameters that it stands for. */
interface WireNameTarget {
  /** "filings.ticker" */
  readonly name: string;
  /** Keys as in `WireNames`. */
  readonly keys: readonly string[];
}

/** The parameters whose names may differ. An operation shared by several functions belongs to the first. */
export function targetsOf(functions: readonly FunctionTraits[]): readonly WireNameTarget[] {
  const taken = new Set<string>();
  return functions.flatMap(({ id, sources }): WireNameTarget[] => {
    const operations = sources.filter((source) => !taken.has(source)).map(operationOf);
    for (const source of sources) taken.add(source);
    const keysByName = new Map<string, string[]>();
    for (const operation of operations)
      for (const parameter of changeableOf(operation))
        keysByName.set(parameter.name, [...(keysByName.get(parameter.name) ?? []), keyOf(operation, parameter)]);
    return [...keysByName].map(([name, keys]) => ({ name: `${id.toLowerCase()}.${name}`, keys }));
  });
}

const keyOf = (operation: Operation, parameter: OperationParameter): string => `${operation.id} ${parameter.name}`;
const changeableOf = (operation: Operation): readonly OperationParameter[] =>
  operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.isAssumed === true);

/** The names that are sent unless the service's are known. */
const BUILT_IN: WireNames = Object.fromEntries(
  OPERATIONS.flatMap((operation) =>
    changeableOf(operation).map((parameter) => [keyOf(operation, parameter), wireName(operation, parameter)]),
  ),
);

/** Names that equal the table's need not be stored. */
const withoutBuiltIn = (names: WireNames): WireNames =>
  Object.fromEntries(Object.entries(names).filter(([key, wire]) => BUILT_IN[key] !== wire && key in BUILT_IN));

/** Two parameters of one operation with the same name. */
function findClash(names: WireNames): string | undefined {
  for (const operation of OPERATIONS) {
    const used = new Map<string, string>();
    for (const parameter of operation.parameters.filter((one) => one.in === 'query')) {
      const wire = wireName(operation, parameter, names);
      const other = used.get(wire);
      if (other !== undefined) return `"${wire}" would be both ${other} and ${parameter.name} of ${operation.path}`;
      used.set(wire, parameter.name);
    }
  }
  return undefined;
}

export interface LearnedNames {
  /** Proposed instead of the current names; learning applies nothing. */
  readonly names: WireNames;
  readonly differences: readonly DescriptionDifference[];
}

/** Reads the service's description of itself, without the key. Rejects with an Error whose message users understand. */
export async function learnWireNames({ client, settings }: Session, signal: AbortSignal): Promise<LearnedNames> {
  if (!client) throw new DocumentError('The settings are still being read: try again');
  const reply = await client.getPublic('/openapi.json', signal);
  if (reply.status === 404)
    throw new DocumentError('The service publishes no description of itself (404): import the names from a file');
  if (reply.status !== 200)
    throw new DocumentError(
      `The service did not give its description (${reply.status}): try again later, or import the names from a file`,
    );
  const { names, differences } = compareDescription(readDocument(reply.body), settings.wireNames);
  return { names: withoutBuiltIn(names), differences };
}

const NOT_ONE = 'The file does not have names of parameters: choose the one that "npm run check -- --out FILE" wrote';

const WIRE_NAME = /^[A-Za-z_][\w.\-[\]]{0,59}$/;

/**
 * What a file of `npm run check -- --out FILE` proposes: `{ "names": { … } }`. Throws a DocumentError for any other text,
 * and for names that cannot be sent.
 *
 * @param current the names in use
 */
export function readNamesFile(text: string, current: WireNames): LearnedNames {
  const found = namesIn(text);
  if (!isRecord(found)) throw new DocumentError(NOT_ONE);
  const wires = Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const names = withoutBuiltIn(Object.fromEntries(wires));
  const bad = Object.values(names).find((name) => !WIRE_NAME.test(name));
  if (bad !== undefined)
    throw new DocumentError(
      `${quoted(bad)} is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets`,
    );
  const clash = findClash(names);
  if (clash !== undefined) throw new DocumentError(clash);
  const differences = Object.entries(BUILT_IN).flatMap(([key, builtIn]): DescriptionDifference[] => {
    const [from, to] = [current[key] ?? builtIn, names[key] ?? builtIn];
    const [operation, parameter] = [key.slice(0, key.lastIndexOf(' ')), key.slice(key.lastIndexOf(' ') + 1)];
    return from === to ? [] : [{ kind: 'renamed', operation, parameter, from, to }];
  });
  return { names, differences };
}

function namesIn(text: string): unknown {
  try {
    const content: unknown = JSON.parse(text);
    return isRecord(content) ? content.names : undefined;
  } catch {
    return undefined;
  }
}
