import {
  type AddedOperation,
  type AnswerShape,
  isBrace,
  type Operation,
  type OperationParameter,
  type WireNames,
  wireName,
} from '../api/interface/operation';
import { OPERATIONS } from '../api/operations';
import type { DecodedAnswer, ParameterValues } from '../api/transport/wire';
import { pathInRows, readableAnswer, wantedRows } from '../api/added-answers';
import { profileOf } from '../app/settings';
import { readsOf } from '../api/reads';
import type { Row } from '../core/columns';
import { CellError, notAvailable, wrongArgument } from '../core/errors';
import { didYouMean, editDistance, nearest, oneOf } from '../core/nearest';
import { columnsAt, pick, flatten, shapeOf } from '../core/json-table';
import { collapse } from '../core/table';
import { define, type Context } from './define';
import { flag, text, required } from './parameters/values';
import { pairs, type Pair } from './parameters/pairs';
import { SMALL_UNIT } from './parameters/symbols';
import { type DateSystem, daysFromSerial, isoFromDay, LAST_DAY, MS_PER_DAY } from '../core/calendar/dates';
import { dayFromIso, instantFromIso, withIsoDate } from '../core/calendar/iso-dates';
import { DATE_ALLOWED, IS_YEAR } from './parameters/dates';
import { isRecord, whenReady } from '../core/basics';

/** With this few edits, a known path was probably meant. */
const MAX_SLIP = 2;
const PATH = 'a path of the service such as "/stocks/countries"';
const LEARN = '; if the service has added it, choose "Learn from the service" in the settings of the MD pane';

const READS = OPERATIONS.filter(({ method }) => method === 'GET');

export const get = define({
  id: 'GET',
  parameters: {
    path: required({ ...text(PATH), excelType: 'any' }, PATH),
    parameters: pairs(/[&;]/),
    pick: { ...text('a dotted path such as "items.0.symbol"'), excelType: 'any' },
    headers: flag(true),
  },
  result: 'matrix',
  sources: READS.map(({ id }) => id),
  takesPath: true,
  requests: 'alone',
  handle(args, context, call) {
    const { names, added: all } = profileOf(context.settings);
    const { operation, values: inPath } = operationAt(args.path, all);
    const added = all.find((one) => one === operation);
    const values = { ...inPath, ...parameterValuesOf(args.parameters, operation, names, context) };
    if (operation.area === 'currencies') refuseHundredths(Object.values(values));
    const wanted = added && wantedRows(added, values);
    const lookup = readsOf(context.client, added ?? operation.id);
    return whenReady(lookup.read({ values, ...(wanted && { minRows: wanted.count }) }, call), (received) => {
      const answer = added ? readableAnswer(received, added, wanted!) : { ...received, columns: operation.record };
      const records = added ? answer.rows : recordsOf(answer, operation);
      const isList = added ? answer.cursors !== undefined : LISTS.includes(operation.shape);
      if (answer.cursors?.next && args.pick === undefined && wanted?.isPage !== false)
        context.note(
          `${args.path}: one page of ${records.length} rows is shown and there are more; ` +
            'ask for its next_page as the cursor, or for a larger page',
        );
      const whole = isList ? records : answer.body;
      const value = args.pick === undefined ? whole : pickFrom(answer.body, records, args.pick);
      const below = added && args.pick !== undefined ? pathInRows(answer.body, args.pick, added) : args.pick;
      const columns = below === undefined ? answer.columns : columnsAt(answer.columns, below);
      const name = args.pick?.split('.').at(-1) ?? 'value';
      const { header, body } = shapeOf(value, columns, name, { zone: 'exchange', dateSystem: context.dateSystem });
      if (body.length === 0 || header.length === 0)
        return notAvailable(
          `${args.path} has nothing to show: check the parameters${args.pick === undefined ? '' : ' and the pick'}`,
        );
      if (args.headers === false) return body;
      const isValue = body.length === 1 && header.length === 1 && (args.pick !== undefined || !isCompound(value));
      return collapse([header, ...body], isValue, args.headers);
    });
  },
});

/** The service ignores case, so it would return pounds and rand: a hundred times as much. */
function refuseHundredths(values: readonly unknown[]): void {
  const written = values.find((value) => typeof value === 'string' && SMALL_UNIT.test(value));
  if (typeof written !== 'string') return;
  throw new CellError(
    '#VALUE!',
    `"${written}" means pence or cents, which the service does not quote: write GBP, ZAR, ILS or USD, or use MD.CONVERT`,
  );
}

const isCompound = (value: unknown): boolean => typeof value === 'object' && value !== null;

function operationAt(written: string, added: readonly AddedOperation[]): Fit {
  const path = written
    .replace(/^GET\s+/i, '')
    .replace(/^(?!\/)/, '/')
    .replace(/(?!^)\/+$/, '');
  const brace = path.split('/').find(isBrace);
  if (brace !== undefined) throw new CellError('#VALUE!', `path: replace ${brace} with a value`);
  const fit = findOperation(path, added);
  if (fit) return fit;
  const [bare = '', query] = path.split('?');
  if (query !== undefined)
    throw new CellError('#VALUE!', 'path: give what follows the question mark as parameters, without it');
  if (isUpload(bare))
    throw new CellError('#VALUE!', `path: ${bare} takes uploads, which no formula sends; give ${PATH}`);
  const near = nearestPath(bare, added);
  const isSlip =
    bare.includes('//') || (near !== undefined && editDistance(bare.toLowerCase(), near.toLowerCase()) <= MAX_SLIP);
  throw wrongArgument('path', bare, PATH + (isSlip ? '' : LEARN) + didYouMean(near));
}

const isUpload = (path: string): boolean =>
  OPERATIONS.some((operation) => operation.method === 'POST' && operation.path === path.toLowerCase());

const BRACE = /\{([^}]*)\}/g;

/** An operation with a matching path, and the values of its braces. */
interface Fit {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * The GET operation for a path such as "/stocks/AAPL/scores", of the table or of those that the service has added. Case
 * matters only in the values of the braces. A path without braces goes before one with them.
 */
function findOperation(path: string, added: readonly Operation[]): Fit | undefined {
  const fits = [...READS, ...added].flatMap((operation): Fit[] => {
    const values = valuesIn(path, operation);
    return values ? [{ operation, values }] : [];
  });
  return fits.toSorted((one, other) => Object.keys(one.values).length - Object.keys(other.values).length)[0];
}

/** The values of the braces, if the path is one of the operation's; undefined if it is another's. */
function valuesIn(path: string, operation: Operation): Fit['values'] | undefined {
  const names = [...operation.path.matchAll(BRACE)].map(([, name]) => name!);
  const texts = operation.path
    .replace(/\/$/, '')
    .split(BRACE)
    .filter((_, index) => index % 2 === 0);
  const found = new RegExp(`^${texts.map((text) => text.replaceAll(/[^\w/-]/g, '\\$&')).join('([^/]+)')}$`, 'i').exec(
    path,
  );
  return found ? Object.fromEntries(names.map((name, index) => [name, found[index + 1]!])) : undefined;
}

/** The path that was probably meant, with its braces filled from the given path. */
function nearestPath(path: string, added: readonly Operation[]): string | undefined {
  const segments = path.split('/');
  return nearest(
    path,
    [...READS, ...added].map((operation) => {
      const names = operation.path.split('/');
      const filled = names.map((name, index) => (isBrace(name) && segments[index] !== '' ? segments[index] : name));
      return names.length === segments.length ? filled.join('/') : operation.path;
    }),
  );
}

/** The records of the answer. Equal records of a page are all kept, because two identical ticks can be real. */
const recordsOf = ({ rows, body }: Pick<DecodedAnswer, 'rows' | 'body'>, { shape }: Operation): readonly Row[] =>
  shape === 'page' && isRecord(body) ? (body.items as readonly Row[]) : rows;

/** Shapes whose tables show the records. For other answers the table shows everything. */
const LISTS: readonly AnswerShape[] = ['array', 'items', 'page', 'filings'];

/** The path leads into the body as the service sent it, or into each of its records. */
function pickFrom(body: unknown, records: readonly Row[], path: string): unknown {
  const inBody = pick(body, path);
  const value = inBody === undefined ? pick(records, path) : inBody;
  if (value !== undefined) return value;
  const first = records[0] ?? body;
  const names = Object.keys(isRecord(first) ? flatten(first) : {});
  const choices = names.slice(0, MAX_LISTED).join(', ');
  const advice = choices ? `give one of ${choices}` : 'it has no fields';
  throw new CellError('#VALUE!', `pick: "${path}" is not in the answer; ${advice}${didYouMean(nearest(path, names))}`);
}

const MAX_LISTED = 25;

/** A formula's pairs as parameter values of an operation. Each name may be the product's or the service's. */
function parameterValuesOf(
  pairs: readonly Pair[],
  operation: Operation,
  wireNames: WireNames,
  { dateSystem }: Context,
): ParameterValues {
  const { path, parameters } = operation;
  const allowed = parameters.filter((parameter) => parameter.in === 'query');
  return Object.fromEntries(
    pairs.map(({ name, value }) => {
      if (IS_KEY.test(name))
        throw new CellError('#VALUE!', 'parameters: the API key belongs in the MD pane, never in a formula');
      if (name === '') throw wrongArgument('parameters', value, 'a name and a value, such as "limit=5"');
      if (allowed.length === 0) throw new CellError('#VALUE!', `parameters: ${path} takes none; leave them out`);
      const match =
        allowed.find((parameter) => parameter.name === name.toLowerCase()) ??
        allowed.find((parameter) => wireName(operation, parameter, wireNames).toLowerCase() === name.toLowerCase());
      if (!match)
        throw wrongArgument(
          'parameters',
          name,
          oneOf(
            name,
            allowed.map((parameter) => parameter.name),
          ),
        );
      return [match.name, valueOf(match, value, dateSystem)];
    }),
  );
}

const IS_KEY = /api.?key/i;
const LAST_SERIAL = 2_958_465;

/** Excel's dates are accepted for dates and also for Unix times, since no serial is a plausible Unix time. */
function valueOf(
  { name, type, values, isRepeated }: OperationParameter,
  value: string | number,
  dateSystem: DateSystem,
): string | number | readonly string[] {
  if (values || isRepeated) {
    const texts = (type === 'texts' ? String(value).split(',') : [String(value)]).map((text) => text.trim());
    // The words of a list are found in any case, and sent as the service writes them.
    const words = texts.map((text) => values?.find((one) => one.toLowerCase() === text.toLowerCase()) ?? text);
    if (type !== 'texts') return words[0]!;
    const other = words.find((word) => values?.includes(word) === false);
    if (other !== undefined) throw wrongArgument(name, other, oneOf(other, values!));
    return words;
  }
  if (type !== 'date' && type !== 'unix' && type !== 'instant') return value;
  if (IS_YEAR.test(String(value))) throw wrongArgument(name, value, DATE_ALLOWED);
  const number = Number(value);
  if (type === 'unix' && number > LAST_SERIAL) return value;
  if (type === 'instant' && typeof value === 'string' && instantFromIso(value)) return value;
  const days = Number.isNaN(number)
    ? daysOf(withIsoDate(String(value)), type)
    : number < 1
      ? undefined
      : daysFromSerial(number, dateSystem);
  if (days === undefined || days > LAST_DAY + 1) throw wrongArgument(name, value, DATE_ALLOWED);
  if (type === 'date') return isoFromDay(Math.floor(days));
  const seconds = Math.round((days * MS_PER_DAY) / 1000);
  return type === 'unix' ? seconds : new Date(seconds * 1000).toISOString().replace('.000', '');
}

/** Days since 1970: of an ISO date, or of a Unix time in UTC. */
function daysOf(text: string, type: 'date' | 'unix' | 'instant'): number | undefined {
  const instant = instantFromIso(text);
  if (!instant) return dayFromIso(text);
  return type === 'date' ? dayFromIso(text.slice(0, 10)) : instant.utcMs / MS_PER_DAY;
}
