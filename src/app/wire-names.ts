import type { Operation, Parameter, WireNames } from '../api/operation';
import { wireName } from '../api/operation';
import { OPERATIONS } from '../api/operations';
import { quoted } from '../core/errors';
import { didYouMean, nearest } from '../core/nearest';

/**
 * Names of parameters that the user changes, as lines of text:
 *
 *     filings.ticker = symbol
 *     /crypto/quote.symbol = pair      # this operation alone
 *
 * On the left stand a function and one of its operation's parameters, or a path and one of its parameters; on the right is the
 * service's own name. A function stands for all its operations: quote for those of every area. What follows # is a remark. A later
 * line wins over an earlier one. Only names that the service does not publish can be changed.
 */
export interface ParsedWireNames {
  readonly names: WireNames;
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** A left side, and the parameters that it stands for. */
interface Target {
  readonly name: string;
  readonly keys: readonly string[];
}

const FUNCTIONS: Readonly<Record<string, RegExp>> = {
  quote: /\/quotes$/, hours: /\/hours$/, filings: /\/filings$/, score: /\/scores$/, holidays: /\/holidays$/, status: /\/status$/,
  symbols: /^\/(?!algo)\w+\/symbols$/, convert: /\/convert\//, news: /\/news$/, usage: /\/usage$/,
};

const isChangeable = (parameter: Parameter): boolean => parameter.in === 'query' && parameter.isAssumed === true;
const keyOf = (operation: Operation, parameter: Parameter): string => `${operation.id} ${parameter.name}`;
const changeableOf = (operation: Operation): readonly Parameter[] => operation.parameters.filter(isChangeable);

const BY_FUNCTION: readonly Target[] = Object.entries(FUNCTIONS).flatMap(([name, paths]) => {
  const operations = OPERATIONS.filter(({ path, method }) => method === 'GET' && paths.test(path));
  const parameters = new Set(operations.flatMap((operation) => changeableOf(operation).map((parameter) => parameter.name)));
  return [...parameters].map((parameter) => ({
    name: `${name}.${parameter}`,
    keys: operations.flatMap((operation) => changeableOf(operation).filter((one) => one.name === parameter).map((one) => keyOf(operation, one))),
  }));
});

const BY_PATH: readonly Target[] = OPERATIONS.flatMap((operation) =>
  changeableOf(operation).map((parameter) => ({ name: `${operation.path}.${parameter.name}`, keys: [keyOf(operation, parameter)] })));

const TARGETS = new Map([...BY_FUNCTION, ...BY_PATH].map((target) => [target.name, target]));
const BUILT_IN: WireNames = Object.fromEntries(OPERATIONS.flatMap((operation) =>
  changeableOf(operation).map((parameter) => [keyOf(operation, parameter), wireName(operation, parameter)])));
const PUBLISHED = new Set([
  ...OPERATIONS.flatMap(({ path, parameters }) => parameters.filter((parameter) => !isChangeable(parameter)).map(({ name }) => `${path}.${name}`)),
  'markets.mic', 'ticks.symbol', 'ticks.start', 'ticks.end', 'ticks.limit', 'ticks.cursor', 'score.symbol', 'convert.from', 'convert.to',
]);

const WIRE_NAME = /^[A-Za-z_][\w.\-[\]]{0,59}$/;

export function parseWireNames(text: string): ParsedWireNames {
  const names: Record<string, string> = {};
  const problems: { line: number; message: string }[] = [];
  text.split(/\r?\n/).forEach((whole, index) => {
    const line = whole.replace(/#.*$/, '').trim();
    if (line === '') return;
    const read = readLine(line);
    const changes = typeof read === 'string' ? {} : Object.fromEntries(read.target.keys.map((key) => [key, read.wire]));
    const problem = typeof read === 'string' ? read : findClash({ ...names, ...changes });
    if (problem === undefined) Object.assign(names, changes);
    else problems.push({ line: index + 1, message: problem });
  });
  return { names: withoutBuiltIn(names), problems };
}

function readLine(line: string): { readonly target: Target; readonly wire: string } | string {
  const [left = '', wire, ...more] = line.split('=').map((part) => part.trim());
  if (wire === undefined || more.length > 0) return `${quoted(line)} is not a line such as "filings.ticker = symbol"`;
  const name = left.toLowerCase().replace(/^(?:get\s+|md\.)/, '');
  const target = TARGETS.get(name);
  if (!target) {
    if (PUBLISHED.has(name)) return `${quoted(left)} is published by the service and cannot be changed`;
    return `${quoted(left)} is not ${explainUnknown(name)}`;
  }
  if (!WIRE_NAME.test(wire)) return `${quoted(wire)} is not a name that can stand in an address: letters, digits, "_", "-", "." and brackets`;
  return { target, wire };
}

/** What may stand on the left: the parameters of the same function or path where that is known, else those of every function. */
function explainUnknown(name: string): string {
  const [where, parameter] = [name.slice(0, name.lastIndexOf('.') + 1), name.slice(name.lastIndexOf('.') + 1)];
  const beside = where === '' ? [] : [...TARGETS.keys()].filter((known) => known.startsWith(where)).map((known) => known.slice(where.length));
  if (beside.length > 0) {
    const near = nearest(parameter, beside);
    return `one of ${beside.map((one) => where + one).join(', ')}${didYouMean(near && where + near)}`;
  }
  return `one of ${BY_FUNCTION.map((target) => target.name).join(', ')}${didYouMean(nearest(name, [...TARGETS.keys()]))}`;
}

/** Two parameters of one operation under one name. */
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

/** Names that say the same as the table need not be kept. */
export const withoutBuiltIn = (names: WireNames): WireNames =>
  Object.fromEntries(Object.entries(names).filter(([key, wire]) => BUILT_IN[key] !== wire && key in BUILT_IN));

/** The lines that `parseWireNames` reads, as few as say it. */
export function writeWireNames(names: WireNames): string {
  const left = new Map(Object.entries(names));
  const lines: string[] = [];
  for (const { name, keys } of [...BY_FUNCTION, ...BY_PATH]) {
    const wires = new Set(keys.map((key) => left.get(key)));
    const [wire] = wires;
    if (wires.size !== 1 || wire === undefined) continue;
    lines.push(`${name} = ${wire}`);
    for (const key of keys) left.delete(key);
  }
  return lines.join('\n');
}

/** A name in force, by function. Several where the operations of the function differ. */
export interface NameInForce {
  readonly name: string;
  readonly wires: readonly string[];
  readonly isChanged: boolean;
}

export const namesInForce = (names: WireNames): readonly NameInForce[] => BY_FUNCTION.map(({ name, keys }) => ({
  name,
  wires: [...new Set(keys.map((key) => names[key] ?? BUILT_IN[key]!))],
  isChanged: keys.some((key) => key in names),
}));
