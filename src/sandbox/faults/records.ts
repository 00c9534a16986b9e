import { isRecord } from '../../core/basics';
import type { RecordFault } from './fault';
import { unit } from '../random';

type Fields = Readonly<Record<string, unknown>>;
type List = readonly unknown[];

const NAMES = ['symbol', 'mic', 'ticker'];
const LISTS = ['items', 'filings'];

/** Spoils the records of a body, wherever the operation's shape keeps them. */
export function spoilRecords(kind: RecordFault, body: unknown, key: number): unknown {
  if (kind === 'wrong-shape') return wrongShape(body);
  if (Array.isArray(body)) return spoilList(kind, body, key);
  const list = LISTS.find((name) => isRecord(body) && Array.isArray(body[name]));
  if (list === undefined || !isRecord(body)) return spoilFields(kind, body);
  const outer = kind === 'lowercase' ? (spoilFields(kind, body) as Fields) : body;
  return { ...outer, [list]: spoilList(kind, body[list] as List, key) };
}

/** An array instead of an object, and vice versa. */
function wrongShape(body: unknown): unknown {
  if (Array.isArray(body)) return { items: body };
  return isRecord(body) && Array.isArray(body.items) ? body.items : [body];
}

function spoilList(kind: RecordFault, list: List, key: number): List {
  switch (kind) {
    case 'drop-items':
      return list.filter((_, index) => unit(key, index) < 0.5 && index > 0);
    case 'reorder':
      return list
        .map((item, index) => ({ item, order: unit(key, index) }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item);
    case 'duplicate':
      return list.flatMap((item) => [item, item]);
    default:
      return list.map((item) => spoilFields(kind, item));
  }
}

const isName = (field: string): boolean => NAMES.includes(field);

/** Names only become lower case: it must remain clear to which symbol a record belongs. */
function spoilFields(kind: RecordFault, record: unknown): unknown {
  if (!isRecord(record)) return record;
  const fields = Object.entries(record);
  switch (kind) {
    case 'lowercase':
      return Object.fromEntries(
        fields.map(([name, value]) => [name, isName(name) && typeof value === 'string' ? value.toLowerCase() : value]),
      );
    case 'nulls':
      return Object.fromEntries(fields.map(([name, value]) => [name, isName(name) ? value : null]));
    case 'wrong-types':
      return Object.fromEntries(fields.map(([name, value]) => [name, isName(name) ? value : otherType(value)]));
    case 'extra-fields':
      return { ...record, added_field: 'new', added_object: { nested: [1, 2, 3] } };
    case 'missing-fields':
      return Object.fromEntries(fields.filter(([name], index) => isName(name) || index % 2 === 0));
    default:
      return record;
  }
}

function otherType(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.length;
  return typeof value === 'boolean' ? 'yes' : [value];
}
