import type { Column, ColumnKind } from '../../core/columns';
import { isRecord } from '../../core/basics';
import { type AddedOperation, AREAS, type OperationParameter } from './operation';
import type { DescribedOperation, DescribedParameter, DescribedSchema } from './openapi';
import { listIn } from '../added-answers';

/** Turns a service's description of its own operations into rows like those of the table. */

const FRESH_SECONDS = 60;

/** The key is always sent as a header, even if the service also accepts it elsewhere. */
const IS_KEY = /api.?key/i;

/** @param described with the path as it is sent */
export function addedOperation({ method, path, parameters, summary, answer }: DescribedOperation): AddedOperation[] {
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

export function recordOf(answer: DescribedSchema): DescribedRecord {
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
