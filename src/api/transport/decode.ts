import type { Row } from '../../core/columns';
import { isRecord } from '../../core/is-record';
import type { Operation, AnswerShape } from '../interface/operation';
import { bodyError } from '../service-error';

/**
 * A decoded answer. Its envelope is checked. The fields of records are checked only when they become cells, so that one
 * wrong field spoils one cell and not its neighbours. Unknown fields are kept.
 */
export interface DecodedAnswer {
  readonly rows: readonly Row[];
  /** Only for pages. */
  readonly cursors?: Cursors;
  /** The whole body, for operations whose structure is not documented. */
  readonly body: unknown;
}

type CursorText = string | null;

/** Of the pages, which are only ever followed forwards. */
interface Cursors {
  readonly current: CursorText;
  readonly next: CursorText;
}

type Envelope = Omit<DecodedAnswer, 'body'>;

/**
 * A body's envelope by shape; undefined if the body has another shape. Checked in one pass without a copy, because a
 * page may hold a hundred thousand records.
 */
const ENVELOPES: Record<AnswerShape, (body: unknown) => Envelope | undefined> = {
  array: (body) => envelope(records(body)),
  items: (body) => envelope(isRecord(body) ? namedRecords(body.items) : undefined),
  object: (body) => envelope(isRecord(body) ? [body] : undefined),
  filings: (body) => envelope(isRecord(body) ? records(body.filings) : undefined),
  scores: (body) => envelope(isRecord(body) && 'data' in body ? [body] : undefined),
  any: () => envelope([]),
  page(body) {
    const [current, next] = isRecord(body) ? [body.current_page ?? null, body.next_page ?? null] : [];
    const rows = isRecord(body) && isCursor(current) && isCursor(next) ? records(body.items) : undefined;
    return rows && { rows, cursors: { current: current as CursorText, next: next as CursorText } };
  },
};

const envelope = (rows: readonly Row[] | undefined): Envelope | undefined => rows && { rows };

/** A list with an invalid entry would be a table that silently lacks a row, so it is refused. */
const records = (value: unknown): readonly Row[] | undefined =>
  Array.isArray(value) && value.every(isRecord) ? value : undefined;

/** If every name is looked up in the answer, an invalid entry only means that a name is missing. */
function namedRecords(value: unknown): readonly Row[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.every(isRecord) ? value : value.filter(isRecord);
  return entries.length === 0 && value.length > 0 ? undefined : entries;
}

const isCursor = (value: unknown): value is CursorText => value === null || typeof value === 'string';

const EXPECTED: Record<AnswerShape, string> = {
  array: 'a list of records',
  items: 'an object with items',
  object: 'a record',
  filings: 'an object with filings',
  scores: 'an object with data',
  any: 'JSON',
  page: 'a page of items',
};

/** Body text → answer. Throws a ServiceError of kind "body" if it is not JSON or has the wrong shape. */
export function decode(operation: Operation, text: string): DecodedAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The parser's error quotes the text, which comes from the service and may contain anything.
    throw bodyError(describe(text));
  }
  const decoded = ENVELOPES[operation.shape](body);
  if (decoded === undefined) throw bodyError(`something other than ${EXPECTED[operation.shape]}`);
  return { ...decoded, body };
}

function describe(text: string): string {
  if (text.trim() === '') return 'an empty answer';
  return isWebPage(text) ? 'a web page instead of data' : 'an answer that is cut off or not JSON';
}

export const isWebPage = (text: string): boolean => /^\s*</.test(text);
