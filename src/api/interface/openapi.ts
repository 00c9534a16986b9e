import { isRecord, jsonIn } from '../../core/basics';

/** Reads a service's description of itself: an OpenAPI document, version 3.0 or 3.1. */

/** A schema with its references resolved and its parts merged. */
export type DescribedSchema = Readonly<Record<string, unknown>>;

export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Undefined if the document does not say. */
  readonly type: 'text' | 'integer' | 'number' | 'list' | 'other' | undefined;
  readonly values: readonly string[] | undefined;
  /** Its minimum, maximum, maximum length and default. */
  readonly limits: readonly unknown[];
  readonly schema: DescribedSchema;
  /** For a list: whether its values are sent as one text with commas. */
  readonly isJoined: boolean;
}

export interface DescribedOperation {
  readonly method: 'GET' | 'POST';
  /** With the path of its server. */
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  readonly tags: readonly string[];
  readonly summary: string;
  /** The schema of its 200 answer; empty if the document does not give one. */
  readonly answer: DescribedSchema;
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
 * @param address of the service; the paths of its servers are taken relative to it. undefined ignores the servers
 */
export function readDocument(text: string, address?: string): readonly DescribedOperation[] {
  if (text.length > MAX_DOCUMENT_LENGTH)
    throw new DocumentError('The description is larger than 10 MB: import the names from a file');
  if (/^\s*</.test(text))
    throw new DocumentError(
      'The service sent a web page instead of a description: check the service address, or import the names from a file',
    );
  const document = parse(text);
  if (!isRecord(document) || !isRecord(document.paths) || !String(document.openapi).startsWith('3.'))
    throw new DocumentError('The service did not send an OpenAPI 3 description: import the names from a file');
  return Object.entries(document.paths).flatMap(([path, pathItem]) => {
    const item = resolveIn(document, pathItem);
    if (!isRecord(item)) return [];
    return METHODS.flatMap((method): DescribedOperation[] => {
      let left = MAX_PARTS;
      const resolve = (value: unknown): unknown => (left-- > 0 ? resolveIn(document, value) : undefined);
      const operation = resolve(item[method]);
      if (!isRecord(operation)) return [];
      const parameters = new Map(
        [...listOf(item.parameters), ...listOf(operation.parameters)]
          .map((parameter) => describe(resolve(parameter), resolve))
          .flatMap((parameter) => (parameter ? [[`${parameter.in} ${parameter.name}`, parameter] as const] : [])),
      );
      const servers = operation.servers ?? item.servers ?? document.servers;
      return [
        {
          method: method === 'get' ? 'GET' : 'POST',
          path: (address === undefined ? '' : serverPath(servers, address)) + path,
          parameters: [...parameters.values()],
          tags: listOf(operation.tags).map((tag) => String(tag).toLowerCase()),
          summary: textOf(operation.summary) || textOf(operation.description).split('\n')[0]!,
          answer: schemaOf(answerOf(operation, resolve), resolve),
        },
      ];
    });
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The path of the first server at the address's own origin. Others are ignored: a proxy may stand before them. */
function serverPath(servers: unknown, address: string): string {
  for (const server of listOf(servers)) {
    if (!isRecord(server) || typeof server.url !== 'string') continue;
    const { variables } = server;
    const url = server.url.replaceAll(/\{([^}]*)\}/g, (_, name: string) => {
      const variable = isRecord(variables) ? variables[name] : undefined;
      return isRecord(variable) ? String(variable.default) : '';
    });
    const document = `${address}/openapi.json`;
    if (!URL.canParse(url, document)) continue;
    const { origin, pathname } = new URL(url, document);
    if (origin === new URL(document).origin) return pathname.replace(/\/+$/, '');
  }
  return '';
}

function answerOf({ responses }: DescribedSchema, resolve: (value: unknown) => unknown): unknown {
  if (!isRecord(responses)) return undefined;
  const key = Object.keys(responses).find((status) => /^2(?:\d\d|XX)$/i.test(status)) ?? 'default';
  const response = resolve(responses[key]);
  const content = isRecord(response) ? response.content : undefined;
  const type = isRecord(content) ? Object.keys(content).find((one) => /json|\*/.test(one)) : undefined;
  const body = type === undefined ? undefined : (content as DescribedSchema)[type];
  return isRecord(body) ? body.schema : undefined;
}

function parse(text: string): unknown {
  const parsed = jsonIn(text);
  if (parsed !== undefined) return parsed;
  throw new DocumentError('The description is cut off or not JSON: try again later, or import the names from a file');
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
  const items = isRecord(schema.items) ? schema.items : {};
  const values = schema.enum ?? items.enum ?? ('const' in schema ? [schema.const] : undefined);
  return {
    name: parameter.name,
    in: parameter.in,
    isRequired: parameter.required === true || parameter.in === 'path',
    description: [parameter.description, schema.title, schema.description]
      .filter((text) => typeof text === 'string')
      .join(' '),
    type: typeOf(schema),
    values: Array.isArray(values) ? values.filter((value) => value !== null).map(String) : undefined,
    limits: [schema.minimum, schema.maximum, schema.maxLength, schema.default],
    schema,
    isJoined: parameter.explode === false || ![undefined, 'form'].includes(parameter.style as string | undefined),
  };
}

const DEEPEST_FIELD = 6;
/** Limits the depth, since schemas that refer to each other can be nested without end. */
const MAX_PARTS = 20_000;

/**
 * The schema with its references resolved: all parts of an `allOf`, and the first alternative that is not null, since
 * 3.1 describes nullable values as alternatives. A schema that contains itself is empty there.
 */
function schemaOf(
  described: unknown,
  resolve: (value: unknown) => unknown,
  around: ReadonlySet<unknown> = new Set(),
  depth = 0,
): DescribedSchema {
  const schema = resolve(described);
  if (!isRecord(schema) || around.has(schema) || depth > DEEPEST_FIELD) return {};
  const inside = new Set(around).add(schema);
  const part = (one: unknown): DescribedSchema => schemaOf(one, resolve, inside, depth);
  const field = (one: unknown): DescribedSchema => schemaOf(one, resolve, inside, depth + 1);
  const alternatives = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].map(part);
  const possible = alternatives.filter((one) => one.type !== 'null' && Object.keys(one).length > 0);
  const parts = [...listOf(schema.allOf).map(part), possible[0] ?? {}];
  const { properties } = schema;
  const fields = [
    ...parts.flatMap((one) => (isRecord(one.properties) ? Object.entries(one.properties) : [])),
    ...(isRecord(properties) ? Object.entries(properties).map(([name, one]) => [name, field(one)] as const) : []),
  ];
  return {
    ...(Object.assign({}, ...parts) as DescribedSchema),
    ...schema,
    ...(schema.items !== undefined && { items: field(schema.items) }),
    ...(fields.length > 0 && { properties: Object.fromEntries(fields) }),
    ...(possible.length > 1 && { hasAlternatives: true }),
  };
}

function typeOf({ type: types }: DescribedSchema): DescribedParameter['type'] {
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
