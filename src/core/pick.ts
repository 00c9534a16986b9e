import type { Column } from './columns';
import { isRecord } from './is-record';

/**
 * The value at a dotted path of field names and list indexes (from 0). Names match regardless of case if none matches
 * exactly. A name below a list is looked up in each entry, with null for entries that lack it. Undefined if the path
 * leads nowhere.
 */
export function pick(value: unknown, path: string): unknown {
  return descend(value, path.split('.'));
}

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
