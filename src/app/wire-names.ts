import { wireName, type WireNames, type Operation, type OperationParameter } from '../api/interface/operation';
import { OPERATIONS, operationOf } from '../api/operations';
import { quoted } from '../core/errors';
import { didYouMean, nearest } from '../core/nearest';
import type { FunctionTraits } from './function-traits';
import {
  compareDescription,
  type DescriptionDifference,
  DocumentError,
  readDocument,
} from '../api/interface/service-description';
import type { Session } from './session';
import { isRecord } from '../core/basics';

/**
 * The user's changes of parameter names, as lines of text:
 *
 *     filings.ticker = symbol
 *     /crypto/quote.symbol = pair      # only this operation
 *
 * The left side is a function and one of its operations' parameters, or a path and one of its parameters; the right
 * side is the service's own name. A function stands for all its operations: quote for those of every area. # starts a
 * comment. A later line overrides an earlier one. Only names that the service does not publish can be changed.
 */
export interface ParsedWireNames {
  readonly names: WireNames;
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

const WIRE_NAME = /^[A-Za-z_][\w.\-[\]]{0,59}$/;

export function parseWireNames(text: string, targets: WireNameTargets): ParsedWireNames {
  const names: Record<string, string> = {};
  const problems: { line: number; message: string }[] = [];
  text.split(/\r?\n/).forEach((whole, index) => {
    const line = whole.replace(/#.*$/, '').trim();
    if (line === '') return;
    const read = readLine(line, targets);
    const changes = typeof read === 'string' ? {} : Object.fromEntries(read.target.keys.map((key) => [key, read.wire]));
    const problem = typeof read === 'string' ? read : findClash({ ...names, ...changes });
    if (problem === undefined) Object.assign(names, changes);
    else problems.push({ line: index + 1, message: problem });
  });
  return { names: withoutBuiltIn(names), problems };
}

function readLine(
  line: string,
  { all, published }: WireNameTargets,
): { readonly target: WireNameTarget; readonly wire: string } | string {
  const [left = '', wire, ...more] = line.split('=').map((part) => part.trim());
  if (wire === undefined || more.length > 0) return `${quoted(line)} is not a line such as "filings.ticker = symbol"`;
  const name = left.toLowerCase().replace(/^(?:get\s+|md\.)/, '');
  const target = all.get(name);
  if (!target) {
    if (published.has(name)) return `${quoted(left)} is published by the service and cannot be changed`;
    return `${quoted(left)} is not ${explainUnknown(name, [...all.keys()])}`;
  }
  if (!WIRE_NAME.test(wire))
    return `${quoted(wire)} is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets`;
  return { target, wire };
}

/**
 * The possible left sides: the parameters of the same function or path if it is known, otherwise those of every
 * function.
 */
function explainUnknown(name: string, names: readonly string[]): string {
  const [where, parameter] = [name.slice(0, name.lastIndexOf('.') + 1), name.slice(name.lastIndexOf('.') + 1)];
  const beside = names.filter((one) => where !== '' && one.startsWith(where)).map((one) => one.slice(where.length));
  if (beside.length > 0) {
    const near = nearest(parameter, beside);
    return `one of ${beside.map((one) => where + one).join(', ')}${didYouMean(near && where + near)}`;
  }
  const byFunction = names.filter((one) => !one.startsWith('/'));
  return `one of ${byFunction.join(', ')}${didYouMean(nearest(name, names))}`;
}

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

/** Names that equal the table's need not be stored. */
const withoutBuiltIn = (names: WireNames): WireNames =>
  Object.fromEntries(Object.entries(names).filter(([key, wire]) => BUILT_IN[key] !== wire && key in BUILT_IN));

/** The lines that `parseWireNames` reads, as few as possible. */
export function writeWireNames(names: WireNames, { all }: WireNameTargets): string {
  const left = new Map(Object.entries(names));
  const lines: string[] = [];
  for (const { name, keys } of all.values()) {
    const wires = new Set(keys.map((key) => left.get(key)));
    const [wire] = wires;
    if (wires.size !== 1 || wire === undefined) continue;
    lines.push(`${name} = ${wire}`);
    for (const key of keys) left.delete(key);
  }
  return lines.join('\n');
}

/** A name in use, by function; several if the function's operations differ. */
interface NameInForce {
  readonly name: string;
  readonly wires: readonly string[];
  readonly isChanged: boolean;
}

export const namesInForce = (names: WireNames, { byFunction }: WireNameTargets): readonly NameInForce[] =>
  byFunction.map(({ name, keys }) => ({
    name,
    wires: [...new Set(keys.map((key) => names[key] ?? BUILT_IN[key]!))],
    isChanged: keys.some((key) => key in names),
  }));

/** The possible left side of a line, and the operations' parameters that it stands for. */
interface WireNameTarget {
  readonly name: string;
  /** Keys as in `WireNames`. */
  readonly keys: readonly string[];
}

interface WireNameTargets {
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
const BUILT_IN: WireNames = Object.fromEntries(
  OPERATIONS.flatMap((operation) =>
    changeableOf(operation).map((parameter) => [keyOf(operation, parameter), wireName(operation, parameter)]),
  ),
);

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
    throw new DocumentError('The service publishes no description of itself (404): enter the names by hand');
  if (reply.status !== 200)
    throw new DocumentError(
      `The service did not give its description (${reply.status}): try again later, or enter the names by hand`,
    );
  const { names, differences } = compareDescription(readDocument(reply.body), settings.wireNames);
  return { names: withoutBuiltIn(names), differences };
}

const NOT_ONE = 'The file does not have names of parameters: choose the one that "npm run check -- --out FILE" wrote';

/**
 * The names in a file of `npm run check -- --out FILE`: `{ "names": { … } }`. Throws a DocumentError for any other
 * text.
 */
export function readNamesFile(text: string): WireNames {
  const names = namesIn(text);
  if (!isRecord(names)) throw new DocumentError(NOT_ONE);
  const wires = Object.entries(names).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return withoutBuiltIn(Object.fromEntries(wires));
}

function namesIn(text: string): unknown {
  try {
    const content: unknown = JSON.parse(text);
    return isRecord(content) ? content.names : undefined;
  } catch {
    return undefined;
  }
}
