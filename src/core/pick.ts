import type { Column } from './columns';
import { isRecord } from './is-record';

/**
 * The value at a dotted path: names of fields, without case where none fits exactly, and places in lists from 0. A name below a list is
 * looked up in each of its entries; null stands for those that lack it. Undefined when the path leads nowhere.
 */
export function pick(value: unknown, path: string): unknown {
  return descend(value, path.split('.'));
}

function descend(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    if (IS_PLACE.test(name)) return descend(entries[Number(name)], rest);
    const found = entries.map((entry) => descend(entry, [name, ...rest]));
    return found.every((one) => one === undefined) ? undefined : found.map((one) => one ?? null);
  }
  if (!isRecord(value)) return undefined;
  const key = Object.hasOwn(value, name)
    ? name
    : Object.keys(value).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : descend(value[key], rest);
}

const IS_PLACE = /^\d+$/;

/** Fields of an answer that hold its records. */
const ENVELOPES = ['items', 'filings'];

/** What is known of the value at a path: the columns below it by the rest of their names, or its own as one without a name. */
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
