import type { Column, ColumnKind, Row } from '../core/columns';
import { flatten } from '../core/json-table';
import { dayFromIso, instantFromIso } from '../core/calendar/iso-dates';
import { isRecord } from '../core/basics';
import { isValid } from '../core/table';
import type { AddedOperation, Operation, OperationParameter } from './interface/operation';
import type { DecodedAnswer, ParameterValues } from './transport/wire';

/** Reads answers of operations outside the table: finds their records, their next pages and the fields with times. */

interface FoundList {
  readonly list: readonly unknown[];
  /** The fields that lead to it. */
  readonly place: readonly string[];
}

/** Fields that hold the records, the likeliest first. */
const LISTS = ['items', 'data', 'results', 'result', 'records', 'rows', 'values', 'list', 'entries', 'content'];
const DEEPEST = 2;

/**
 * The list of records in an answer: at the described place if there is one. Otherwise the answer itself, or the field
 * that is named like a list, or the only field with a list of records.
 */
export function listIn(body: unknown, described?: readonly string[], depth = 0): FoundList | undefined {
  const told = described && pick(body, described);
  if (Array.isArray(told)) return { list: told, place: described! };
  if (Array.isArray(body)) return { list: body, place: [] };
  if (!isRecord(body) || depth > DEEPEST) return undefined;
  const named = LISTS.find((name) => Array.isArray(body[name]));
  const tables = Object.keys(body).filter((name) => isTable(body[name]));
  const outer = named ?? (tables.length === 1 ? tables[0] : undefined);
  if (outer !== undefined) return { list: body[outer] as readonly unknown[], place: [outer] };
  // Only objects that are named like a list are searched: in other records every field counts.
  const inner = LISTS.find((name) => isRecord(body[name]));
  const found = inner === undefined ? undefined : listIn(body[inner], undefined, depth + 1);
  return found && { list: found.list, place: [inner!, ...found.place] };
}

const pick = (body: unknown, place: readonly string[]): unknown =>
  place.reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), body);

const isTable = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** How an operation goes from page to page, by its parameters. */
const PAGINGS: readonly (readonly [kind: 'cursor' | 'page' | 'offset', names: RegExp])[] = [
  ['cursor', /^(?:.*cursor|.*continuation.*|(?:next|page)_?token|after|bookmark|next|next_page)$/],
  ['page', /^(?:page|page_?(?:number|no|index|num)|current_page|p)$/],
  ['offset', /^(?:offset|skip|start_?index|from_?index)$/],
];
const SIZE = /^(?:.*_)?(?:limit|size|count|per_page|page_size|top|take|max_results|pagesize|perpage)$/;
const NEXT = /^next(?:_?(?:page|cursor|token|page_token|page_cursor|url|link|href))*$/;
const MORE = /^(?:has_?(?:more|next|next_page)|more)$/;
const PAGE_COUNT = /^(?:pages|total_?pages|page_?count|last_?page|num_?pages)$/;
const TOTAL = /^(?:total|total_?(?:count|items|results|records|elements)|count_?total)$/;

/** "nextPage" → "next_page". */
const snake = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|[-.]/g, '_').toLowerCase();

const queryOf = ({ parameters }: Operation): readonly OperationParameter[] =>
  parameters.filter((parameter) => parameter.in === 'query');

interface WantedRows {
  readonly count: number;
  /** The formula asks for one page. */
  readonly isPage: boolean;
}

/**
 * How many rows are wanted: all, unless the formula gives a number or asks for one page. A parameter named like a page
 * size does not limit the rows.
 */
export function wantedRows(operation: Operation, values: ParameterValues): WantedRows {
  const isPage = queryOf(operation).some(
    ({ name }) => values[name] !== undefined && PAGINGS.some(([, names]) => names.test(snake(name))),
  );
  const size = sizeOf(operation);
  const count = size && !/page|per/.test(snake(size.name)) ? values[size.name] : undefined;
  return { count: isPage ? 1 : Number(count ?? Infinity), isPage };
}

const sizeOf = (operation: Operation): OperationParameter | undefined =>
  queryOf(operation).find(({ name, type }) => type === 'integer' && SIZE.test(snake(name)));

/** The answer with its list of records, if any, and the values that request the next page, as a cursor. */
export function unwrapped(
  answer: DecodedAnswer,
  operation: AddedOperation,
  values: ParameterValues,
  before: number,
): DecodedAnswer {
  const found = listIn(answer.body, operation.place);
  if (!found) return answer;
  // A list of other values is shown unchanged, because nothing is known about a mix.
  const rows = found.list as readonly Row[];
  const next = nextValues(answer.body, rows.length, operation, values, before);
  return { ...answer, rows, cursors: { current: null, next: next ? JSON.stringify(next) : null } };
}

function nextValues(
  body: unknown,
  count: number,
  operation: Operation,
  values: ParameterValues,
  before: number,
): ParameterValues | undefined {
  const said = signsIn(body);
  const query = queryOf(operation);
  const next = said.find(([name, value]) => NEXT.test(name) && isSaid(value))?.[1];
  const link = typeof next === 'string' && /^(?:https?:|\/|\?)/.test(next) ? linkValues(next, operation) : undefined;
  if (link) return link;
  const isOver = said.some(
    ([name, value]) => (MORE.test(name) && value === false) || (NEXT.test(name) && next === undefined),
  );
  for (const [kind, names] of PAGINGS) {
    const parameter = query.find(({ name }) => names.test(snake(name)));
    if (!parameter) continue;
    const isNumber = parameter.type === 'integer' || parameter.type === 'number';
    if (kind === 'cursor' || (kind === 'page' && !isNumber)) {
      const cursor =
        next ?? said.find(([name, value]) => /^(?:cursor|continuation|after)$/.test(name) && isSaid(value))?.[1];
      if (cursor !== undefined && !isOver) return { [parameter.name]: cursor as string | number };
      continue;
    }
    if (isOver || count === 0) return undefined;
    const numberOf = (names: RegExp): number =>
      Number(said.find(([name, value]) => names.test(name) && isSaid(value))?.[1] ?? NaN);
    const first = Number(parameter.default ?? parameter.min ?? (kind === 'page' ? 1 : 0));
    const here = Number(values[parameter.name] ?? first);
    const size = sizeOf(operation);
    const isShort = count < Number((size && values[size.name]) ?? size?.default ?? 0);
    const hasMore = next !== undefined || said.some(([name, value]) => MORE.test(name) && value === true);
    const [pages, total] = [numberOf(PAGE_COUNT), numberOf(TOTAL)];
    const isLast =
      kind === 'page' && pages >= 0 ? here - first + 1 >= pages : total >= 0 ? before + count >= total : isShort;
    if (!hasMore && isLast) return undefined;
    return { [parameter.name]: kind === 'page' ? here + 1 : here + count };
  }
  return undefined;
}

const isSaid = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';

/** All fields of an answer and of its nested records, by lower-case name: they may describe its pages. */
function signsIn(body: unknown, depth = 0): readonly (readonly [name: string, value: unknown])[] {
  if (!isRecord(body) || depth > DEEPEST) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    isRecord(value)
      ? // { next: { href: "…" } }
        [
          ...(NEXT.test(snake(name)) ? Object.values(value).map((one) => ['next', one] as const) : []),
          ...signsIn(value, depth + 1),
        ]
      : Array.isArray(value)
        ? []
        : [[snake(name), value] as const],
  );
}

/** The values of a link to the next page, as far as the operation has them. The link itself is not followed. */
function linkValues(link: string, operation: Operation): ParameterValues | undefined {
  const at = link.indexOf('?');
  if (at < 0) return undefined;
  const given = new URLSearchParams(link.slice(at));
  const known = queryOf(operation).flatMap(({ name, type }) => {
    const value = given.get(name);
    return value === null || type === 'texts' ? [] : [[name, value] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** An answer with numbers and times as a cell can have them, and with the rows of all pages in its body. */
export function readableAnswer(
  { rows, body, cursors }: DecodedAnswer,
  { record, place }: AddedOperation,
  wanted: WantedRows,
): Pick<DecodedAnswer, 'rows' | 'body' | 'cursors'> & { readonly columns: readonly Column[] } {
  const found = cursors && listIn(body, place);
  const columns = columnsSeen(found ? rows : [body], record);
  const convert = readableBy(columns);
  if (!found) return { rows, body: convert(body), columns };
  const all = rows.slice(0, wanted.isPage ? undefined : wanted.count).map(convert) as readonly Row[];
  const put = (value: unknown, [name, ...rest]: readonly string[]): unknown =>
    name === undefined ? all : { ...(value as Row), [name]: put((value as Row)[name], rest) };
  return { rows: all, body: put(body, found.place), cursors, columns };
}

/** "data.items.0.close" → "0.close": a path into the records of the answer. */
export function pathInRows(body: unknown, path: string, { place }: AddedOperation): string {
  const before = `${listIn(body, place)?.place.join('.') ?? ''}.`;
  return before.length > 1 && `${path}.`.toLowerCase().startsWith(before.toLowerCase())
    ? path.slice(before.length)
    : path;
}

const MAX_SEEN = 1_000;

/** The columns of records. Their types come from the description or the values; if these disagree, no type is known. */
function columnsSeen(rows: readonly unknown[], described: readonly Column[]): readonly Column[] {
  const flat = rows.slice(0, MAX_SEEN).filter(isRecord).map(flatten);
  const names = new Set([...described.map(({ name }) => name), ...flat.flatMap((row) => Object.keys(row))]);
  return [...names].flatMap((name): readonly Column[] => {
    const column = described.find((one) => one.name === name);
    const values = flat
      .map((row) => row[name])
      .filter((value) => value !== null && value !== undefined && value !== '');
    const kind = values.length === 0 ? column?.kind : (kindSeen(name, values) ?? fitting(column, values));
    return kind === undefined ? [] : [{ name, kind, nullable: true }];
  });
}

function kindSeen(name: string, values: readonly unknown[]): ColumnKind | undefined {
  if (values.every((value) => typeof value === 'string')) {
    if (values.every((value) => dayFromIso(value) !== undefined)) return 'date';
    return values.every((value) => instantFromIso(value) !== undefined) ? 'instant' : undefined;
  }
  return TIME_NAME.test(snake(name)) && values.every(isEpoch) ? 'unix' : undefined;
}

const TIME_NAME =
  /(?:^|[_.])(?:t|ts|time|times?tamp|date|datetime|at|updated|created|expires|expiry|published)(?:_(?:ms|utc))?$|time$/;
/** In seconds, from 1990; 1,000 times as much in milliseconds, and so on. */
const [FIRST_EPOCH, LAST_EPOCH] = [631_152_000, 4_102_444_800];
const isEpoch = (value: unknown): boolean => typeof value === 'number' && secondsOf(value) >= FIRST_EPOCH;

function secondsOf(epoch: number): number {
  for (const unit of [1, 1e3, 1e6, 1e9]) if (Math.abs(epoch / unit) <= LAST_EPOCH) return epoch / unit;
  return NaN;
}

function fitting(column: Column | undefined, values: readonly unknown[]): ColumnKind | undefined {
  if (!column) return undefined;
  return values.some((value) => isValid({ [column.name]: readable(value, column.kind) }, [column]))
    ? column.kind
    : undefined;
}

/** Numbers and Unix times may come as texts, and Unix times in milliseconds. */
function readable(value: unknown, kind: ColumnKind | undefined): unknown {
  if (kind !== 'number' && kind !== 'unix') return value;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) return value;
  return kind === 'unix' ? secondsOf(number) : number;
}

/** Converts numbers and times in any part of an answer to the types of their columns. */
function readableBy(columns: readonly Column[]): (value: unknown) => unknown {
  const kinds = new Map(columns.map(({ name, kind }) => [name, kind]));
  const walk = (value: unknown, name: string): unknown =>
    Array.isArray(value)
      ? value.map((one, index) => walk(one, isRecord(one) ? name : `${name}.${index}`))
      : isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, one]) => [key, walk(one, name === '' ? key : `${name}.${key}`)]),
          )
        : readable(value, kinds.get(name));
  return (value) => walk(value, '');
}
