import * as v from 'valibot';
import type { Row } from '../core/columns';
import { isRecord } from '../core/records';
import type { Operation, Shape } from './operation';
import { bodyError } from './service-error';

/**
 * A decoded answer. Its envelope has been checked; the fields inside a record are checked when they become cells, so that
 * one wrong field spoils one cell and not its neighbours. Unknown fields are let through.
 */
export interface Answer {
  readonly rows: readonly Row[];
  /** Only pages have them. */
  readonly cursors?: Cursors;
  /** The whole body, for operations whose shape is not published. */
  readonly body: unknown;
}

export interface Cursors {
  readonly next: string | null;
  readonly previous: string | null;
  readonly current: string | null;
  readonly currentBackwards: string | null;
}

type Envelope = v.GenericSchema<unknown, Omit<Answer, 'body'>>;

const record = v.custom<Row>(isRecord);
/**
 * A list with a hole in it is a table that lacks a row and does not say so: it is refused. Checked in one pass without a copy, because a
 * page may hold a hundred thousand.
 */
const records = v.custom<Row[]>((value) => Array.isArray(value) && value.every(isRecord));
/** Where every name is looked for in the answer, an entry that is no record is only a name that is missing. */
const namedRecords = v.pipe(
  v.custom<unknown[]>(Array.isArray),
  v.check((entries) => entries.length === 0 || entries.some(isRecord)),
  v.transform((entries) => (entries.every(isRecord) ? entries : entries.filter(isRecord))),
);
const cursor = v.nullish(v.string(), null);

const ENVELOPES: Record<Shape, Envelope> = {
  array: v.pipe(records, v.transform((rows) => ({ rows }))),
  items: v.pipe(v.object({ items: namedRecords }), v.transform(({ items }) => ({ rows: items }))),
  object: v.pipe(record, v.transform((row) => ({ rows: [row] }))),
  filings: v.pipe(v.object({ filings: records }), v.transform(({ filings }) => ({ rows: filings }))),
  scores: v.pipe(record, v.check((row) => 'data' in row), v.transform((row) => ({ rows: [row] }))),
  any: v.pipe(v.unknown(), v.transform(() => ({ rows: [] }))),
  page: v.pipe(
    v.object({ items: records, next_page: cursor, previous_page: cursor, current_page: cursor, current_page_backwards: cursor }),
    v.transform((page) => ({
      rows: page.items,
      cursors: {
        next: page.next_page,
        previous: page.previous_page,
        current: page.current_page,
        currentBackwards: page.current_page_backwards,
      },
    })),
  ),
};

const EXPECTED: Record<Shape, string> = {
  array: 'a list of records', items: 'an object with items', object: 'a record', filings: 'an object with filings',
  scores: 'an object with data', any: 'JSON', page: 'a page of items',
};

/** Body text → answer. Throws a ServiceError of kind "body" when it is not JSON or not the operation's shape. */
export function decode(operation: Operation, text: string): Answer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The parser's error quotes the text, which is the service's and may be anything.
    throw bodyError(describe(text));
  }
  const result = v.safeParse(ENVELOPES[operation.shape], body, { abortEarly: true });
  if (!result.success) throw bodyError(`something other than ${EXPECTED[operation.shape]}`);
  return { ...result.output, body };
}

function describe(text: string): string {
  if (text.trim() === '') return 'an empty answer';
  return /^\s*</.test(text) ? 'a web page instead of data' : 'an answer that is cut off or not JSON';
}

const problems = v.object({
  detail: v.array(v.object({ loc: v.array(v.union([v.string(), v.number()])), msg: v.string() })),
});

/** Body of a 422 → one sentence naming the parameter and what is wrong, or undefined when it has another shape. */
export function decodeRefusal(operation: Operation, text: string, nameOf: (wire: string) => string): string | undefined {
  try {
    const [first] = v.parse(problems, JSON.parse(text)).detail;
    if (!first) return undefined;
    const place = String(first.loc.at(-1) ?? operation.path);
    return `${nameOf(place)}: the service says "${first.msg}" (422)`;
  } catch {
    return undefined;
  }
}
