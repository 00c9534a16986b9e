import type { OperationParameter } from '../../api/interface/operation';
import { isRecord } from '../../core/is-record';

export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Undefined if the document does not say. */
  readonly type: 'text' | 'integer' | 'number' | 'list' | 'other' | undefined;
  readonly values: readonly string[] | undefined;
  readonly limits: readonly unknown[];
}

export interface DescribedOperation {
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
    throw new DocumentError('The description is larger than 10 MB: enter the names by hand');
  if (/^\s*</.test(text))
    throw new DocumentError(
      'The service sent a web page instead of a description: check the service address, or enter the names by hand',
    );
  const document = parse(text);
  if (!isRecord(document) || !isRecord(document.paths) || !String(document.openapi).startsWith('3.')) {
    throw new DocumentError('The service did not send an OpenAPI 3 description: enter the names by hand');
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
    throw new DocumentError('The description is cut off or not JSON: try again later, or enter the names by hand');
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
  const alternatives = [schema.anyOf, schema.oneOf, schema.allOf]
    .flatMap(listOf)
    .map((one) => schemaOf(one, resolve, depth + 1));
  return { ...alternatives.find(({ type }) => type !== 'null'), ...schema };
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
export const hasFittingType = ({ type }: DescribedParameter, parameter: OperationParameter): boolean =>
  type === undefined || FITTING[parameter.type].includes(type);
