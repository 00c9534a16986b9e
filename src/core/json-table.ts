import { BLANK, type Cell } from './cell';
import type { Column, Row, View } from './columns';
import { notAvailable } from './errors';
import { fieldCell } from './table';
import { isRecord } from './basics';

interface Shape {
  readonly header: string[];
  readonly body: Cell[][];
}

/** The name of a value without one: a list entry, or the whole. */
const UNNAMED = '';

/**
 * Any JSON as a table: a list has a row for each entry and a column for each field, with nested names dotted; a page,
 * its items; an object, rows of key and value; a list of lists, its rows with columns numbered from 0. Known fields
 * keep their kinds and come first. In unknown fields, null is an empty text only beside texts, since it may stand for a
 * number.
 * @param documented columns of the records, or a single column without a name for the values themselves
 * @param name header of a column of values that are not records
 */
export function shapeOf(value: unknown, documented: readonly Column[], name: string, view: View): Shape {
  if (isRecord(value))
    return Array.isArray(value.items)
      ? shapeOf(value.items, documented, name, view)
      : keysAndValues(flatten(value), documented, view);
  if (!Array.isArray(value))
    return { header: [name], body: [[cellOfAny(value, columnOf(UNNAMED, documented), name, false, view)]] };
  return listOf(value, documented, name, view);
}

/** A record's fields by dotted name. A list of scalars is one field; entries of other lists are numbered from 0. */
export const flatten = (record: Row | readonly unknown[]): Row => Object.fromEntries(fieldsOf(record, UNNAMED));

function fieldsOf(record: Row | readonly unknown[], path: string): [string, unknown][] {
  return Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
    const inner = path === UNNAMED ? key : `${path}.${key}`;
    return hasFields(value) ? fieldsOf(value, inner) : [[inner, value]];
  });
}

const hasFields = (value: unknown): value is Row | readonly unknown[] =>
  isRecord(value) || (Array.isArray(value) && !value.every(isScalar));
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

function keysAndValues(fields: Row, documented: readonly Column[], view: View): Shape {
  return {
    header: ['key', 'value'],
    body: Object.entries(fields).map(([key, value]) => [
      key,
      cellOfAny(value, columnOf(key, documented), key, false, view),
    ]),
  };
}

function listOf(entries: readonly unknown[], documented: readonly Column[], name: string, view: View): Shape {
  const isGrid = documented.length === 0 && entries.every((entry) => Array.isArray(entry));
  const rows = entries.map((entry): Row => (isGrid || hasFields(entry) ? flatten(entry as Row) : { [UNNAMED]: entry }));
  const names = [...new Set([...documented.map((column) => column.name), ...rows.flatMap((row) => Object.keys(row))])];
  const columns = names.map((field) => ({
    field,
    column: columnOf(field, documented),
    isText: rows.some((row) => row[field] !== null && row[field] !== undefined && typeof row[field] !== 'number'),
  }));
  return {
    header: names.map((field) => (field === UNNAMED ? name : field)),
    body: rows.map((row) =>
      columns.map(({ field, column, isText }) =>
        // In a mix of records and values, neither has the other's columns.
        UNNAMED in row === (field === UNNAMED)
          ? cellOfAny(row[field], column, field === UNNAMED ? name : field, isText, view)
          : BLANK,
      ),
    ),
  };
}

const columnOf = (name: string, columns: readonly Column[]): Column | undefined =>
  columns.find((column) => column.name === name);

function cellOfAny(value: unknown, column: Column | undefined, name: string, isBesideText: boolean, view: View): Cell {
  if (column?.name === UNNAMED) {
    // The path led into a list of texts: each one is a text.
    const kind = column.kind === 'texts' && !Array.isArray(value) ? 'text' : column.kind;
    return fieldCell(value, { ...column, name, kind }, view);
  }
  if (column) return fieldCell(value, column, view);
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => String(item ?? '')).join(', ');
  return isBesideText ? BLANK : notAvailable(`"${name}" is not published`);
}

/**
 * The value at a dotted path of field names and list indexes (from 0). Names match regardless of case if none matches
 * exactly. A name below a list is looked up in each entry, with null for entries that lack it. Undefined if the path
 * leads nowhere.
 */
export const pick = (value: unknown, path: string): unknown => descend(value, path.split('.'));

function descend(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    if (IS_PLACE.test(name)) return descend(entries[Number(name)], rest);
    const picked = entries.map((entry) => descend(entry, [name, ...rest]));
    return picked.every((one) => one === undefined) ? undefined : picked.map((one) => one ?? null);
  }
  if (!isRecord(value)) return undefined;
  const key = Object.hasOwn(value, name)
    ? name
    : Object.keys(value).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : descend(value[key], rest);
}

const IS_PLACE = /^\d+$/;

/** Fields in which an answer holds its records. */
const ENVELOPES = ['items', 'filings'];

/**
 * The known columns below a path, named by the rest of their names; for a single value, its own column without a name.
 */
export function columnsAt(record: readonly Column[], path: string): readonly Column[] {
  const names = path
    .toLowerCase()
    .split('.')
    .filter((name) => !IS_PLACE.test(name));
  const own = names.slice(ENVELOPES.includes(names[0] ?? '') ? 1 : 0).join('.');
  if (own === '') return record;
  return record
    .filter(({ name }) => name === own || name.startsWith(`${own}.`))
    .map((column) => ({ ...column, name: column.name.slice(own.length + 1) }));
}
