import { CellError, wrongArgument } from '../../core/errors';
import {
  type Operation,
  type OperationParameter,
  type RequiredParameter,
  type AnswerShape,
  type WireNames,
  argumentName,
  listLength,
  wireName,
} from '../interface/operation';
import type { Row } from '../../core/columns';
import { bodyError } from '../service-error';
import { isRecord } from '../../core/basics';

/** Values by the product's parameter names; undefined ones are omitted. */
export type ParameterValues = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** The allowed types of values, by the type of the parameter. */
interface ValueTypes {
  readonly text: string;
  readonly texts: string | readonly string[];
  readonly integer: number;
  readonly number: number;
  readonly date: string;
  readonly instant: string;
  readonly unix: number;
}

/**
 * Values for the parameters of one row, so that a misspelt or a missing name does not compile. For a row that is known
 * only at run time, every name is accepted.
 */
export type ValuesOf<P extends OperationParameter> = string extends P['name']
  ? ParameterValues
  : { readonly [One in P as One extends RequiredParameter ? One['name'] : never]: ValueTypes[One['type']] } & {
      readonly [One in P as One extends RequiredParameter ? never : One['name']]?: ValueTypes[One['type']] | undefined;
    };

/**
 * The path and query of a request, e.g. "/currencies/quotes?symbols=EURUSD,GBPUSD". Throws a #VALUE! that names what is
 * wrong.
 *
 * @param maxListLength maximum characters of a list, if the service accepts more than the table of operations says
 */
export function requestPath(
  operation: Operation,
  values: ParameterValues,
  overrides: WireNames = {},
  maxListLength?: number,
): string {
  let path = overrides[operation.id] ?? operation.path;
  const query: string[] = [];
  for (const parameter of operation.parameters) {
    const value = values[parameter.name];
    const longest =
      (parameter.type === 'texts' ? maxListLength : undefined) ?? listLength(operation, parameter, overrides);
    const text = wireText(parameter, value, longest);
    if (text === undefined) continue;
    const name = encodeURIComponent(wireName(operation, parameter, overrides));
    const brace = `{${parameter.name}}`;
    if (path.includes(brace)) path = path.replace(brace, encodeSegment(text, argumentName(parameter)));
    else
      for (const one of parameter.isRepeated && Array.isArray(value) ? value : [text])
        query.push(`${name}=${encodeQuery(String(one))}`);
  }
  path = (overrides.base ?? '') + path;
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

function wireText(parameter: OperationParameter, value: ParameterValues[string], longest: number): string | undefined {
  if (value === undefined) {
    if (parameter.isRequired) throw new CellError('#VALUE!', `${argumentName(parameter)}: a value is required`);
    return undefined;
  }
  // The values of a list with commas between them.
  const text = String(value);
  const problem = problemOf(parameter, value, text, longest);
  if (problem !== undefined) throw wrongArgument(argumentName(parameter), value, problem);
  return text;
}

function problemOf(
  parameter: OperationParameter,
  value: ParameterValues[string],
  text: string,
  longest: number,
): string | undefined {
  const { type, min = -Infinity, max = Infinity, values } = parameter;
  if (type === 'integer' || type === 'unix' || type === 'number') {
    const number = Number(value);
    if (!Number.isFinite(number) || (type !== 'number' && !Number.isInteger(number)))
      return type === 'number' ? 'a number' : 'a whole number';
    if (number < min || number > max)
      return max === Infinity ? `at least ${min}` : min === -Infinity ? `at most ${max}` : `from ${min} to ${max}`;
  }
  if (text.length > longest) return `a text of at most ${longest} characters`;
  if (values && type !== 'texts' && !values.includes(text)) return `one of ${values.join(', ')}`;
  return undefined;
}

/** Refuses "." and "..", which would change the path. */
function encodeSegment(text: string, name: string): string {
  if (/^\.{1,2}$/.test(text)) throw wrongArgument(name, text, 'a name that the service can look up');
  return encodeURIComponent(text);
}

/** Commas stay readable: they are allowed in a query and separate list items. */
const encodeQuery = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':');

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
  /** How old it was when it arrived, in milliseconds: a gateway may have kept it. @default not said */
  readonly ageMs?: number;
}

type CursorText = string | null;

/** The cursors of the pages, which are always followed forwards. */
interface Cursors {
  readonly current: CursorText;
  readonly next: CursorText;
}

type Envelope = Omit<DecodedAnswer, 'body' | 'ageMs'>;

/**
 * What a body of each shape should be, and its envelope; undefined if the body has another shape. Checked in one pass
 * without a copy, because a page may hold a hundred thousand records.
 */
const SHAPES: Record<AnswerShape, readonly [expected: string, read: (body: unknown) => Envelope | undefined]> = {
  array: ['a list of records', (body) => envelope(records(body))],
  items: ['an object with items', (body) => envelope(isRecord(body) ? namedRecords(body.items) : undefined)],
  object: ['a record', (body) => envelope(isRecord(body) ? [body] : undefined)],
  filings: ['an object with filings', (body) => envelope(isRecord(body) ? records(body.filings) : undefined)],
  scores: ['an object with data', (body) => envelope(isRecord(body) && 'data' in body ? [body] : undefined)],
  any: ['JSON', () => envelope([])],
  page: ['a page of items', readPage],
};

function readPage(body: unknown): Envelope | undefined {
  if (!isRecord(body)) return undefined;
  const { current_page: current = null, next_page: next = null, items } = body;
  if (!isCursor(current) || !isCursor(next)) return undefined;
  const rows = records(items);
  // Some services write "" for no page.
  return rows && { rows, cursors: { current: current === '' ? null : current, next: next === '' ? null : next } };
}

const envelope = (rows: readonly Row[] | undefined): Envelope | undefined => rows && { rows };

/** A list with an invalid entry is refused, since its table would silently lack a row. */
const records = (value: unknown): readonly Row[] | undefined =>
  Array.isArray(value) && value.every(isRecord) ? value : undefined;

/** If every name is looked up in the answer, an invalid entry only means that a name is missing. */
function namedRecords(value: unknown): readonly Row[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.every(isRecord) ? value : value.filter(isRecord);
  return entries.length === 0 && value.length > 0 ? undefined : entries;
}

const isCursor = (value: unknown): value is CursorText => value === null || typeof value === 'string';

/** Body text → answer. Throws a ServiceError of kind "body" if it is not JSON or has the wrong shape. */
export function decode(operation: Operation, text: string): DecodedAnswer {
  const body = parse(text);
  const [expected, read] = SHAPES[operation.shape];
  const decoded = read(body);
  if (decoded === undefined) throw bodyError(`something other than ${expected}`);
  return { ...decoded, body };
}

/** Matches words that are invalid in JSON, and also texts, in which these words are allowed. */
const NO_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/gs;

/** Some services write NaN and Infinity, which are read as null. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replaceAll(NO_NUMBERS, (found) => (found.startsWith('"') ? found : 'null')));
    } catch {
      // The parser's error quotes the text, which comes from the service and may contain anything.
      throw bodyError(describe(text));
    }
  }
}

function describe(text: string): string {
  if (text.trim() === '') return 'an empty answer';
  return isWebPage(text) ? 'a web page instead of data' : 'an answer that is cut off or not JSON';
}

export const isWebPage = (text: string): boolean => /^\s*</.test(text);

/** An answer that reports an error is short; a long one is data. */
const MAX_ERROR_LENGTH = 10_000;
const MAY_TELL =
  /"(?:errors?|error[_ ]message|message|note|information|code|status|statuscode|success|detail|ok)"\s*:/i;

/** Whether the body of a successful reply may report an error. */
export const mayTellOfError = (body: string): boolean => body.length <= MAX_ERROR_LENGTH && MAY_TELL.test(body);
