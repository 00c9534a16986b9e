import { findOperation, type Fit, isBrace, nearestPath } from '../api/interface/find-operation';
import type { Operation, AnswerShape } from '../api/interface/operation';
import { OPERATIONS } from '../api/operations';
import { readsOf } from '../api/reads';
import type { Row } from '../core/columns';
import { CellError, notAvailable, wrongArgument } from '../core/errors';
import { isRecord } from '../core/is-record';
import { didYouMean, nearest } from '../core/nearest';
import { columnsAt, pick } from '../core/pick';
import { flatten, shapeOf } from '../core/json-table';
import { define } from './define';
import { flag } from './parameters/numbers';
import { pairs } from './parameters/pairs';
import { required } from './parameters/required';
import { SMALL_UNIT } from './parameters/symbols';
import { text } from './parameters/words';
import { parameterValuesOf } from './tables/parameter-values';
import { whenReady } from './tables/look-up-each';
import { collapse } from './tables/record-tables';
import type { DecodedAnswer } from '../api/transport/wire';

const PATH = 'a path of the service such as "/stocks/countries"';

export const get = define({
  id: 'GET',
  parameters: {
    path: required({ ...text(PATH), excelType: 'any' }, PATH),
    parameters: pairs(/[&;]/),
    pick: { ...text('a dotted path such as "items.0.symbol"'), excelType: 'any' },
    headers: flag(true),
  },
  result: 'matrix',
  sources: OPERATIONS.filter(({ method }) => method === 'GET').map(({ id }) => id),
  takesPath: true,
  requests: 'alone',
  handle(args, context, call) {
    const { operation, values } = operationAt(args.path);
    const question = { values: { ...values, ...parameterValuesOf(args.parameters, operation, context) } };
    if (operation.path.startsWith('/currencies/')) refuseHundredths(Object.values(question.values));
    return whenReady(readsOf(context.client, operation.id).read(question, call), (answer) => {
      const records = recordsOf(answer, operation);
      if (answer.cursors?.next && args.pick === undefined) {
        context.note(
          `${args.path}: one page of ${records.length} rows is shown and there are more; ` +
            'ask for its next_page as the cursor, or for a larger page',
        );
      }
      const whole = LISTS.includes(operation.shape) ? records : answer.body;
      const value = args.pick === undefined ? whole : pickFrom(answer.body, records, args.pick);
      const columns = args.pick === undefined ? operation.record : columnsAt(operation.record, args.pick);
      const name = args.pick?.split('.').at(-1) ?? 'value';
      const { header, body } = shapeOf(value, columns, name, { zone: 'exchange', dateSystem: context.dateSystem });
      if (body.length === 0 || header.length === 0)
        return notAvailable(
          `${args.path} has nothing to show: check the parameters${args.pick === undefined ? '' : ' and the pick'}`,
        );
      if (args.headers === false) return body;
      const isValue = body.length === 1 && header.length === 1 && (args.pick !== undefined || !isList(value));
      return collapse([header, ...body], isValue, args.headers);
    });
  },
});

/** The service ignores case, so that it would give pounds and rand: a hundred times as much. */
function refuseHundredths(values: readonly unknown[]): void {
  const written = values.find((value) => typeof value === 'string' && SMALL_UNIT.test(value));
  if (typeof written !== 'string') return;
  throw new CellError(
    '#VALUE!',
    `"${written}" means pence or cents, which the service does not quote: write GBP, ZAR, ILS or USD, or use MD.CONVERT`,
  );
}

const isList = (value: unknown): boolean => typeof value === 'object' && value !== null;

function operationAt(written: string): Fit {
  const path = written
    .replace(/^GET\s+/i, '')
    .replace(/^(?!\/)/, '/')
    .replace(/(?!^)\/+$/, '');
  const brace = path.split('/').find(isBrace);
  if (brace !== undefined) throw new CellError('#VALUE!', `path: replace ${brace} with a value`);
  const fit = findOperation(path);
  if (fit) return fit;
  const [bare = '', query] = path.split('?');
  if (query !== undefined)
    throw new CellError('#VALUE!', 'path: give what follows the question mark as parameters, without it');
  if (isUpload(bare))
    throw new CellError('#VALUE!', `path: ${bare} takes uploads, which no formula sends; give ${PATH}`);
  throw wrongArgument('path', bare, `${PATH}${didYouMean(nearestPath(bare))}`);
}

const isUpload = (path: string): boolean =>
  OPERATIONS.some((operation) => operation.method === 'POST' && operation.path === path.toLowerCase());

/**
 * The records of the answer; a page's records are taken as the service sent them, because two identical ticks can be
 * real.
 */
const recordsOf = ({ rows, body }: DecodedAnswer, { shape }: Operation): readonly Row[] =>
  shape === 'page' && isRecord(body) ? (body.items as readonly Row[]) : rows;

/** Shapes of which a table shows the records. Of other answers it shows everything. */
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
  throw notAvailable(`pick: "${path}" is not in the answer; ${advice}${didYouMean(nearest(path, names))}`);
}

const MAX_LISTED = 25;
