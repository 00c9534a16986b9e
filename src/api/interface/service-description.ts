import { OPERATIONS } from '../operations';
import {
  type AddedOperation,
  type Operation,
  type OperationParameter,
  AREAS,
  type WireNames,
  listLength,
  wireName,
} from './operation';
import { type DescribedOperation, type DescribedParameter, DocumentError, type DescribedSchema } from './openapi';
import type { Column, ColumnKind } from '../../core/columns';
import { isRecord } from '../../core/basics';
import { listIn } from '../added-answers';

const FITTING: Readonly<Record<OperationParameter['type'], readonly DescribedParameter['type'][]>> = {
  text: ['text'],
  texts: ['text', 'list'],
  integer: ['integer', 'number'],
  unix: ['integer', 'number', 'text'],
  number: ['number', 'integer', 'text'],
  date: ['text'],
  instant: ['text'],
};

/** Whether the value that the product sends for its parameter fits the described one. */
const hasFittingType = ({ type }: DescribedParameter, parameter: OperationParameter): boolean =>
  type === undefined || FITTING[parameter.type].includes(type);

/** A difference between the service's own description and the table of operations with the current names. */
export type DescriptionDifference =
  | {
      /** Renamed, or with another longest list, in characters. */
      readonly kind: 'renamed' | 'longest';
      readonly operation: string;
      readonly parameter: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'added' | 'gone'; readonly operation: string }
  /** Where the operation may be now; for the operation "base", the prefix of every path. */
  | { readonly kind: 'moved' | 'base'; readonly operation: string; readonly to: string }
  | { readonly kind: 'unmatched' | 'required' | 'type'; readonly operation: string; readonly parameter: string };

interface Comparison {
  /** The service's own names of parameters, and its own paths. */
  readonly names: WireNames;
  /** The GET operations that only the service has. */
  readonly added: readonly AddedOperation[];
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
 * @param current the names in use; operations that are not described keep theirs
 * @param address of the service, if the paths of its description are to be sent
 */
export function compareDescription(
  described: readonly DescribedOperation[],
  current: WireNames,
  address?: string,
): Comparison {
  const prefix = prefixOf(described);
  const byShape = new Map<string, DescribedOperation>(
    described
      .filter(({ path }) => shapeOf(path).startsWith(prefix))
      .map((one) => {
        // A name in braces may be of any length.
        const own = { ...one, path: `/${one.path.split('/').slice(prefix.split('/').length).join('/')}` };
        return [`${own.method} ${shapeOf(own.path)}`, own] as const;
      }),
  );
  const names: Record<string, string> = { ...current };
  const differences: DescriptionDifference[] = [];
  const pairs: ParameterPair[] = [];
  const base = address === undefined ? undefined : below(prefix, address);
  if (base !== undefined && base !== (names.base ?? '')) {
    differences.push({ kind: 'base', operation: 'base', to: base });
    names.base = base;
  }
  const gone: Operation[] = [];
  for (const operation of OPERATIONS) {
    const shape = `${operation.method} ${shapeOf(operation.path)}`;
    const own = byShape.get(shape);
    byShape.delete(shape);
    if (own) differences.push(...compareParameters(operation, own, names, pairs));
    else gone.push(operation);
  }
  const others = [...byShape.values()];
  for (const operation of gone) {
    const places = others.filter((one) => mayBe(operation, one));
    const [place] = places;
    // If two operations could have moved to the same path, neither certainly has.
    if (places.length !== 1 || gone.some((other) => other !== operation && mayBe(other, place!)))
      differences.push({ kind: 'gone', operation: operation.id });
    else {
      const found = compareParameters(operation, place!, names, pairs);
      names[operation.id] = withOwnBraces(operation, place!.path, names);
      differences.push({ kind: 'moved', operation: operation.id, to: place!.path }, ...found);
    }
  }
  for (const { method, path } of others) differences.push({ kind: 'added', operation: `${method} ${path}` });
  return { names, differences, pairs, added: others.flatMap(addedOperation) };
}

/** The prefix of the paths below the address; undefined if it is unknown because a proxy stands before the service. */
function below(prefix: string, address: string): string | undefined {
  const own = URL.canParse(address) ? new URL(address).pathname.replace(/\/$/, '') : '';
  return prefix.startsWith(own) && !prefix.includes('{') ? prefix.slice(own.length) : undefined;
}

/** Whether a described operation has the tag and the record of an operation in the table. */
function mayBe({ method, path, record, shape }: Operation, described: DescribedOperation): boolean {
  const [area = '', ...rest] = path.slice(1).split('/');
  const tag = rest[0] === 'markets' ? 'markets' : rest[0] === 'filings' ? 'fundamentals' : area;
  const tags = described.tags.length > 0 ? described.tags : [described.path.split('/')[1]!.toLowerCase()];
  const { names, place } = recordOf(described.answer);
  const wanted = [...record.map(({ name }) => name), ...(shape === 'scores' ? ['data'] : [])];
  const topmost = new Set(names.map((name) => name.split('.')[0]));
  return (
    method === described.method &&
    tags.includes(tag) &&
    record.length > 0 &&
    (place !== undefined) === !['object', 'scores'].includes(shape) &&
    wanted.every((name) => names.some((one) => one === name || one.startsWith(`${name}.`))) &&
    // Many records have a symbol or a name.
    (wanted.length >= TELLING_FIELDS || topmost.size === wanted.length)
  );
}

/** With so many fields, a record is the same one even if the service has added some. */
const TELLING_FIELDS = 3;

const withOwnBraces = (operation: Operation, path: string, names: WireNames): string =>
  operation.parameters.reduce(
    (text, parameter) => text.replace(`{${wireName(operation, parameter, names)}}`, `{${parameter.name}}`),
    path,
  );

/** Finds every parameter's name, writes it into `names`, and reports differences. */
function compareParameters(
  operation: Operation,
  own: DescribedOperation,
  names: Record<string, string>,
  pairs: ParameterPair[],
): DescriptionDifference[] {
  const differences: DescriptionDifference[] = [];
  // If the operation has moved, a path parameter may have become a query parameter.
  const isMoved = shapeOf(own.path) !== shapeOf(operation.path);
  const described = own.parameters.filter((one) => one.in === 'query' || (isMoved && one.in === 'path'));
  const ours = operation.parameters.filter((parameter) => isMoved || parameter.in === 'query');
  const matches = match(ours, described, (parameter) => [
    wireName(operation, parameter, names),
    wireName(operation, parameter),
  ]);
  for (const parameter of ours) {
    const about = { operation: operation.id, parameter: parameter.name };
    const [from, match] = [wireName(operation, parameter, names), matches.get(parameter)];
    if (!match || (match.name !== from && !parameter.isAssumed && !isMoved))
      differences.push({ kind: 'unmatched', ...about });
    else {
      pairs.push({ operation, parameter, described: match });
      if (match.name !== from) differences.push({ kind: 'renamed', ...about, from, to: match.name });
      if (!hasFittingType(match, parameter)) differences.push({ kind: 'type', ...about });
      names[`${operation.id} ${parameter.name}`] = match.name;
      const longest = match.schema.maxLength;
      const known = listLength(operation, parameter, names);
      if (parameter.type === 'texts' && known > 0 && typeof longest === 'number' && longest > 0 && longest !== known) {
        differences.push({ kind: 'longest', ...about, from: String(known), to: String(longest) });
        names[`${operation.id} ${parameter.name} length`] = String(longest);
      }
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

/** Words that count anywhere in a name, or at the start of a word in a description. Words with "_" need a name. */
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

/** Turns a service's description of its own operations into rows like those of the table. */

const FRESH_SECONDS = 60;

/** The key is always sent as a header, even if the service also accepts it elsewhere. */
const IS_KEY = /api.?key/i;

/** @param described with the path as it is sent */
function addedOperation({ method, path, parameters, summary, answer }: DescribedOperation): AddedOperation[] {
  if (method !== 'GET') return [];
  const rows = parameters.flatMap((parameter) => parameterOf(parameter, path));
  // An operation whose required parameter cannot be filled is left out.
  const isWhole = [...path.matchAll(/\{([^}]*)\}/g)].every(([, name]) => rows.some((one) => one.name === name));
  if (!isWhole) return [];
  const { columns, place } = recordOf(answer);
  const area = AREAS.find((one) => path.toLowerCase().startsWith(`/${one}/`));
  return [
    {
      id: `GET ${path}`,
      method,
      path,
      kind: 'added',
      ...(area && { area }),
      parameters: rows,
      shape: 'any',
      record: columns,
      freshSeconds: FRESH_SECONDS,
      isAssumed: false,
      summary,
      ...(place && { place }),
    },
  ];
}

function parameterOf(described: DescribedParameter, path: string): OperationParameter[] {
  const { name, isRequired, values, isJoined, schema } = described;
  const isInPath = path.includes(`{${name}}`);
  if (described.in !== (isInPath ? 'path' : 'query') || IS_KEY.test(name)) return [];
  const type = typeOf(described);
  const isNumber = type === 'integer' || type === 'number' || type === 'unix';
  const [least, most] = isNumber ? [leastOf(schema, type), mostOf(schema, type)] : [];
  const flags = schema.type === 'boolean' || isType(schema, 'boolean') ? ['true', 'false'] : undefined;
  const allowed = schema.hasAlternatives === true ? undefined : (values ?? flags);
  const fallback = schema.default;
  return [
    {
      name,
      in: isInPath ? 'path' : 'query',
      type,
      ...(isRequired && { isRequired }),
      ...(least !== undefined && { min: least }),
      ...(most !== undefined && { max: most }),
      ...(type === 'text' && typeof schema.maxLength === 'number' && { maxLength: schema.maxLength }),
      ...((typeof fallback === 'string' || typeof fallback === 'number') && { default: fallback }),
      ...(allowed && { values: allowed }),
      ...(type === 'texts' && !isJoined && { isRepeated: true as const }),
    },
  ];
}

const isType = ({ type }: DescribedSchema, wanted: string): boolean =>
  type === wanted || (Array.isArray(type) && type.filter((one) => one !== 'null').join() === wanted);

function typeOf({ schema, description, type }: DescribedParameter): OperationParameter['type'] {
  const types = Array.isArray(schema.type) ? schema.type.filter((one) => one !== 'null') : [];
  if (schema.hasAlternatives === true || types.length > 1) return 'text';
  if (type === 'list') return 'texts';
  if (type === 'integer') return isUnix(schema, description) && !/milli|\bms\b/i.test(description) ? 'unix' : type;
  if (type === 'number') return type;
  if (schema.format === 'date') return 'date';
  return schema.format === 'date-time' ? 'instant' : 'text';
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/**
 * Version 3.0 says whether a bound is excluded, 3.1 gives the excluded bound itself. For numbers that are not whole,
 * the next value after a bound is unknown.
 */
function leastOf({ minimum, exclusiveMinimum }: DescribedSchema, type: string): number | undefined {
  const excluded = exclusiveMinimum === true ? numberOf(minimum) : numberOf(exclusiveMinimum);
  const next = excluded === undefined ? undefined : type === 'number' ? excluded : Math.floor(excluded) + 1;
  const least = Math.max(next ?? -Infinity, numberOf(minimum) ?? -Infinity);
  return least === -Infinity ? undefined : least;
}

function mostOf({ maximum, exclusiveMaximum }: DescribedSchema, type: string): number | undefined {
  const excluded = exclusiveMaximum === true ? numberOf(maximum) : numberOf(exclusiveMaximum);
  const next = excluded === undefined ? undefined : type === 'number' ? excluded : Math.ceil(excluded) - 1;
  const most = Math.min(next ?? Infinity, numberOf(maximum) ?? Infinity);
  return most === Infinity ? undefined : most;
}

const isUnix = ({ format }: DescribedSchema, description: string): boolean =>
  /unix|epoch|timestamp/i.test(`${typeof format === 'string' ? format : ''} ${description}`);

interface DescribedRecord {
  /** All fields, with nested names dotted. */
  readonly names: readonly string[];
  /** The kinds of the fields, where they are described. */
  readonly columns: readonly Column[];
  /** The fields that lead to the list of records; undefined if the answer is one record. */
  readonly place: readonly string[] | undefined;
}

function recordOf(answer: DescribedSchema): DescribedRecord {
  const found = listIn(sampleOf(answer));
  const entry = found ? found.list[0] : undefined;
  const fields = found ? (isRecord(entry) ? fieldsOf(SCHEMAS.get(entry)!, '') : []) : fieldsOf(answer, '');
  return {
    names: fields.map(([name]) => name),
    columns: fields.flatMap(([name, kind]) => (kind === undefined ? [] : [{ name, kind, nullable: true }])),
    place: found?.place,
  };
}

/** The fields of sample records. */
const SCHEMAS = new WeakMap<object, DescribedSchema>();

/** A sample answer built from the schema: the list of records is found in it as in a real answer. */
function sampleOf(schema: DescribedSchema): unknown {
  if (isType(schema, 'array') || isRecord(schema.items))
    return [isRecord(schema.items) ? sampleOf(schema.items) : null];
  if (!isRecord(schema.properties)) return null;
  const sample = Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, sampleOf(field as DescribedSchema)]),
  );
  SCHEMAS.set(sample, schema);
  return sample;
}

type RecordField = readonly [name: string, kind: ColumnKind | undefined];

function fieldsOf({ properties }: DescribedSchema, before: string): readonly RecordField[] {
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([field, described]): readonly RecordField[] => {
    const schema = described as DescribedSchema;
    const name = before + field;
    return isRecord(schema.properties) ? fieldsOf(schema, `${name}.`) : [[name, kindOf(schema)]];
  });
}

/** Undefined if the description names none or several. */
function kindOf(schema: DescribedSchema): ColumnKind | undefined {
  const { format, description, items } = schema;
  if (schema.hasAlternatives === true) return undefined;
  if (isType(schema, 'boolean')) return 'flag';
  if (isType(schema, 'integer') || isType(schema, 'number'))
    return isUnix(schema, typeof description === 'string' ? description : '') ? 'unix' : 'number';
  if (isType(schema, 'array')) return isRecord(items) && isType(items, 'string') ? 'texts' : undefined;
  if (!isType(schema, 'string')) return undefined;
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'instant';
  return format === 'decimal' || format === 'double' || format === 'float' ? 'number' : 'text';
}
