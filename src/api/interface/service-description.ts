import { OPERATIONS } from '../operations';
import { type Operation, type OperationParameter, wireName, type WireNames } from './operation';
import { isRecord } from '../../core/basics';

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Undefined if the document does not say. */
  readonly type: 'text' | 'integer' | 'number' | 'list' | 'other' | undefined;
  readonly values: readonly string[] | undefined;
  /** Its minimum, maximum, maximum length and default. */
  readonly limits: readonly unknown[];
}

interface DescribedOperation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
}

/** A description that cannot be used. The message says why, and what to do. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

const MAX_DOCUMENT_LENGTH = 10_000_000;
const DEEPEST_REFERENCE = 10;
const METHODS = ['get', 'post'] as const;

/**
 * The operations of an OpenAPI 3.0 or 3.1 document. Skips broken parts. Throws a DocumentError if it is not such a
 * document.
 */
export function readDocument(text: string): readonly DescribedOperation[] {
  if (text.length > MAX_DOCUMENT_LENGTH)
    throw new DocumentError('The description is larger than 10 MB: import the names from a file');
  if (/^\s*</.test(text))
    throw new DocumentError(
      'The service sent a web page instead of a description: check the service address, or import the names from a file',
    );
  const document = parse(text);
  if (!isRecord(document) || !isRecord(document.paths) || !String(document.openapi).startsWith('3.')) {
    throw new DocumentError('The service did not send an OpenAPI 3 description: import the names from a file');
  }
  const resolve = (value: unknown): unknown => resolveIn(document, value);
  return Object.entries(document.paths).flatMap(([path, pathItem]) => {
    const item = resolve(pathItem);
    if (!isRecord(item)) return [];
    return METHODS.flatMap((method): DescribedOperation[] => {
      const operation = resolve(item[method]);
      if (!isRecord(operation)) return [];
      const parameters = new Map(
        [...listOf(item.parameters), ...listOf(operation.parameters)]
          .map((parameter) => describe(resolve(parameter), resolve))
          .flatMap((parameter) => (parameter ? [[`${parameter.in} ${parameter.name}`, parameter] as const] : [])),
      );
      return [{ method: method === 'get' ? 'GET' : 'POST', path, parameters: [...parameters.values()] }];
    });
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DocumentError('The description is cut off or not JSON: try again later, or import the names from a file');
  }
}

/** Follows references within the document. Broken or circular references give undefined. */
function resolveIn(document: unknown, value: unknown): unknown {
  let node = value;
  for (let depth = 0; isRecord(node) && typeof node.$ref === 'string'; depth++) {
    if (depth === DEEPEST_REFERENCE || !node.$ref.startsWith('#/')) return undefined;
    const names = node.$ref
      .slice(2)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    node = names.reduce<unknown>(
      (part, name) => (isRecord(part) && Object.hasOwn(part, name) ? part[name] : undefined),
      document,
    );
  }
  return node;
}

function describe(parameter: unknown, resolve: (value: unknown) => unknown): DescribedParameter | undefined {
  if (!isRecord(parameter) || typeof parameter.name !== 'string' || typeof parameter.in !== 'string') return undefined;
  const schema = schemaOf(parameter.schema, resolve);
  return {
    name: parameter.name,
    in: parameter.in,
    isRequired: parameter.required === true,
    description: [parameter.description, schema.title, schema.description]
      .filter((text) => typeof text === 'string')
      .join(' '),
    type: typeOf(schema),
    values: Array.isArray(schema.enum) ? schema.enum.map(String) : undefined,
    limits: [schema.minimum, schema.maximum, schema.maxLength, schema.default],
  };
}

/**
 * The schema with its references resolved. The first alternative other than null counts, since 3.1 describes nullable
 * values that way.
 */
function schemaOf(
  described: unknown,
  resolve: (value: unknown) => unknown,
  depth = 0,
): Readonly<Record<string, unknown>> {
  const schema = resolve(described);
  if (!isRecord(schema) || depth === DEEPEST_REFERENCE) return {};
  const alternative = [schema.anyOf, schema.oneOf, schema.allOf]
    .flatMap(listOf)
    .map(resolve)
    .filter(isRecord)
    .find(({ type }) => type !== 'null');
  return { ...schemaOf(alternative, resolve, depth + 1), ...schema };
}

function typeOf({ type: types }: Readonly<Record<string, unknown>>): DescribedParameter['type'] {
  const type: unknown = Array.isArray(types) ? types.find((one) => one !== 'null') : types;
  if (typeof type !== 'string') return undefined;
  return TYPES[type] ?? 'other';
}

const TYPES: Readonly<Record<string, DescribedParameter['type']>> = {
  string: 'text',
  integer: 'integer',
  number: 'number',
  array: 'list',
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const FITTING: Readonly<Record<OperationParameter['type'], readonly DescribedParameter['type'][]>> = {
  text: ['text'],
  texts: ['text', 'list'],
  integer: ['integer', 'number'],
  unix: ['integer', 'number', 'text'],
  number: ['number', 'integer', 'text'],
  date: ['text'],
};

/** Whether the value that the product sends for its parameter fits the described one. */
const hasFittingType = ({ type }: DescribedParameter, parameter: OperationParameter): boolean =>
  type === undefined || FITTING[parameter.type].includes(type);

/** A difference between the service's own description and the table of operations with the current names. */
export type DescriptionDifference =
  | {
      readonly kind: 'renamed';
      readonly operation: string;
      readonly parameter: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'added' | 'gone'; readonly operation: string }
  | { readonly kind: 'unmatched' | 'required' | 'type'; readonly operation: string; readonly parameter: string };

/** A service's description beside the table of operations. */
interface Comparison {
  /** What the service calls its parameters. */
  readonly names: WireNames;
  readonly differences: readonly DescriptionDifference[];
  /** The parameters that both have. */
  readonly pairs: readonly ParameterPair[];
}

export interface ParameterPair {
  readonly operation: Operation;
  readonly parameter: OperationParameter;
  readonly described: DescribedParameter;
}

/**
 * Compares a service's description with the table of operations.
 *
 * @param current the names in use; operations that are not described keep theirs
 */
export function compareDescription(described: readonly DescribedOperation[], current: WireNames): Comparison {
  const prefix = prefixOf(described);
  const byShape = new Map<string, DescribedOperation>(
    described
      .map((one) => [`${one.method} ${shapeOf(one.path)}`, one] as const)
      .filter(([shape, { method }]) => shape.startsWith(`${method} ${prefix}`)),
  );
  const names: Record<string, string> = { ...current };
  const differences: DescriptionDifference[] = [];
  const pairs: ParameterPair[] = [];
  for (const operation of OPERATIONS) {
    const shape = `${operation.method} ${prefix}${shapeOf(operation.path)}`;
    const own = byShape.get(shape);
    byShape.delete(shape);
    if (!own) differences.push({ kind: 'gone', operation: operation.id });
    else
      differences.push(
        ...compareParameters(
          operation,
          own.parameters.filter((one) => one.in === 'query'),
          names,
          pairs,
        ),
      );
  }
  for (const { method, path } of byShape.values()) differences.push({ kind: 'added', operation: `${method} ${path}` });
  return { names, differences, pairs };
}

/** Finds every parameter's name, writes it into `names`, and reports differences. */
function compareParameters(
  operation: Operation,
  described: readonly DescribedParameter[],
  names: Record<string, string>,
  pairs: ParameterPair[],
): DescriptionDifference[] {
  const differences: DescriptionDifference[] = [];
  const ours = operation.parameters.filter((parameter) => parameter.in === 'query');
  const matches = match(ours, described, (parameter) => [
    wireName(operation, parameter, names),
    wireName(operation, parameter),
  ]);
  for (const parameter of ours) {
    const about = { operation: operation.id, parameter: parameter.name };
    const [from, match] = [wireName(operation, parameter, names), matches.get(parameter)];
    if (!match || (match.name !== from && !parameter.isAssumed)) differences.push({ kind: 'unmatched', ...about });
    else {
      pairs.push({ operation, parameter, described: match });
      if (match.name !== from) differences.push({ kind: 'renamed', ...about, from, to: match.name });
      if (!hasFittingType(match, parameter)) differences.push({ kind: 'type', ...about });
      names[`${operation.id} ${parameter.name}`] = match.name;
    }
  }
  const matched = new Set(matches.values());
  for (const { name } of described.filter((one) => one.isRequired && !matched.has(one)))
    differences.push({ kind: 'required', operation: operation.id, parameter: name });
  return differences;
}

/** Matches first by name, then by the descriptions, the most certain pairs first. */
function match(
  ours: readonly OperationParameter[],
  described: readonly DescribedParameter[],
  namesOf: (parameter: OperationParameter) => readonly string[],
): Map<OperationParameter, DescribedParameter> {
  const matches = new Map<OperationParameter, DescribedParameter>();
  const isFree = (one: DescribedParameter): boolean => ![...matches.values()].includes(one);
  for (const parameter of ours) {
    const same = namesOf(parameter)
      .map((name) => described.find((one) => one.name === name && isFree(one)))
      .find((one) => one !== undefined);
    if (same) matches.set(parameter, same);
  }
  const pairs = ours
    .flatMap((parameter) => described.map((one) => ({ parameter, one, likeness: likenessOf(parameter, one) })))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness);
  for (const { parameter, one, likeness } of pairs) {
    if (matches.has(parameter) || !isFree(one)) continue;
    // Two candidates are equally similar, so neither is certain.
    if (
      pairs.some(
        (other) =>
          other.parameter === parameter && other.one !== one && other.likeness === likeness && isFree(other.one),
      )
    )
      continue;
    matches.set(parameter, one);
  }
  return matches;
}

const MIN_LIKENESS = 3;

/** How likely a described parameter is ours: by words, then whether it is required, then values and limits. */
function likenessOf(parameter: OperationParameter, described: DescribedParameter): number {
  if (!hasFittingType(described, parameter)) return 0;
  const name = `_${described.name.replaceAll(/(?=[A-Z][a-z])|[^A-Za-z]/g, '_').toLowerCase()}_`;
  const words = [parameter.name, ...(parameter.wire?.split('_') ?? []), ...(SYNONYMS[parameter.name] ?? [])];
  const hasName = words.some(
    (word) => name.includes(word) || new RegExp(`\\b${word}`, 'i').test(described.description),
  );
  const hasValues = parameter.values !== undefined && described.values?.join() === parameter.values.join();
  const own = [parameter.min, parameter.max, parameter.maxLength, parameter.default];
  const equalLimits = own.filter((limit, index) => limit !== undefined && limit === described.limits[index]).length;
  return (
    (hasName ? 3 : 0) +
    (described.isRequired === (parameter.isRequired === true) ? 1 : -1) +
    (parameter.isRequired && described.isRequired ? 1 : 0) +
    (hasValues ? 3 : 0) +
    equalLimits
  );
}

/** Anywhere in a name, or at the beginning of a word of a description; those with "_" only as a part of a name. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  ticker: ['symbol', 'company', 'stock', 'cik'],
  symbols: ['ticker', 'pairs', 'list'],
  symbol: ['ticker', 'pair', 'instrument'],
  limit: ['count', 'most', 'size', 'number of'],
  size: ['limit', 'page'],
  type: ['form', 'kind', 'category'],
  model: ['score'],
  mic: ['market', 'exchange'],
  start: ['_from', 'begin', 'since'],
  end: ['_to_', 'todate', 'until'],
  precision: ['decimals', 'digits'],
  cursor: ['page', 'token'],
  amount: ['value', 'quantity'],
  interval: ['period'],
  mode: ['detail', 'fields'],
  country: ['region'],
};

/** "/stocks/{}/scores": the names in braces do not matter. */
const shapeOf = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\/$/, '')
    .replaceAll(/\{[^}]*\}/g, '{}');

/**
 * The prefix of the described paths before ours, such as "/v1"; the one that fits most operations. Throws a
 * DocumentError if no operation is described.
 */
function prefixOf(described: readonly DescribedOperation[]): string {
  const fits = new Map<string, number>([['', 0]]);
  for (const { method, path } of described) {
    for (const operation of OPERATIONS) {
      const [theirs, ours] = [shapeOf(path), shapeOf(operation.path)];
      if (operation.method !== method || !theirs.endsWith(ours)) continue;
      const prefix = theirs.slice(0, theirs.length - ours.length);
      fits.set(prefix, (fits.get(prefix) ?? 0) + 1);
    }
  }
  const [prefix, count] = [...fits].reduce((best, one) => (one[1] > best[1] ? one : best));
  if (count === 0)
    throw new DocumentError(
      'The description is of another service, or has none of its operations: check the service address',
    );
  return prefix;
}
