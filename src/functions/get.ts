import type { Answer } from '../api/decode';
import { findOperation, isBrace, nearestPath } from '../api/find-operation';
import type { Fit } from '../api/find-operation';
import type { Operation, Shape } from '../api/operation';
import { OPERATIONS } from '../api/operations';
import { CellError, notAvailable, wrongArgument } from '../core/errors';
import { didYouMean, nearest } from '../core/nearest';
import { columnsAt, pick } from '../core/pick';
import { isRecord } from '../core/records';
import { flatten, shapeOf } from '../core/shapes';
import { define } from './define';
import { after } from './each';
import { valuesOf } from './get-values';
import { headers } from './parameters/numbers';
import { pairs } from './parameters/pairs';
import { required } from './parameters/required';
import { text } from './parameters/words';
import { collapse } from './stack';

const PATH = 'a path of the service such as "/stocks/countries"';

export const get = define({
  id: 'GET',
  summary: 'Anything that the service answers, as a table, by the path of its interface. Example: =MD.GET("/stocks/countries") lists the countries with stocks.',
  returns: 'A list has a row per record and a column per field, nested names dotted; an object has rows of key and value; a picked value of one record is a single cell. Dates of known records are real dates, in UTC.',
  parameters: {
    path: required({ ...text('Path of a GET operation, its braces filled: "/stocks/AAPL/scores"', PATH), excelType: 'any' }, PATH),
    parameters: pairs('Query parameters: "ticker=AAPL&limit=5", also with semicolons, or a range of two columns. Dates may be Excel dates', /[&;]/),
    pick: { ...text('Dotted path into the answer, such as result or items.0.symbol; the whole answer when left out', 'a dotted path such as "items.0.symbol"'), excelType: 'any' },
    headers: headers(true),
  },
  result: 'matrix',
  sources: OPERATIONS.filter(({ method }) => method === 'GET').map(({ id }) => id),
  examples: [
    { formula: '=MD.GET("/stocks/countries")', gives: 'the countries whose stocks the service lists' },
    { formula: '=MD.GET("/currencies/quote","symbol=EURUSD","mid")', gives: 'one price, in one cell' },
    { formula: '=MD.GET("/stocks/filings","ticker=AAPL&limit=5","filings.filing_date",FALSE)', gives: 'the dates of the last five filings' },
    { formula: '=MD.GET("/stocks/AAPL/scores","model=altman-z")', gives: 'everything inside a score, by key and value' },
  ],
  handle(given, context, call) {
    const { operation, values } = operationAt(given.path);
    const question = { values: { ...values, ...valuesOf(given.parameters, operation, context.dateSystem) } };
    return after(context.client.read(operation.id, question, call), (answer) => {
      if (answer.cursors?.next && given.pick === undefined) {
        context.note(`${given.path}: one page of ${answer.rows.length} rows is shown and there are more; ask for its next_page as the cursor, or for a larger page`);
      }
      const found = given.pick === undefined ? wholeOf(answer, operation) : pickFrom(answer, given.pick);
      const known = given.pick === undefined ? operation.record : columnsAt(operation.record, given.pick);
      const name = given.pick?.split('.').at(-1) ?? 'value';
      const { header, body } = shapeOf(found, known, name, { zone: 'utc', dateSystem: context.dateSystem });
      if (body.length === 0 || header.length === 0) return notAvailable(`${given.path} has nothing to show: check the parameters${given.pick === undefined ? '' : ' and the pick'}`);
      if (given.headers === false) return body;
      const isValue = body.length === 1 && header.length === 1 && (given.pick !== undefined || !isList(found));
      return collapse([header, ...body], isValue, given.headers);
    });
  },
});

const isList = (value: unknown): boolean => typeof value === 'object' && value !== null;

function operationAt(given: string): Fit {
  const path = given.replace(/^GET\s+/i, '').replace(/^(?!\/)/, '/');
  const brace = path.split('/').find(isBrace);
  if (brace !== undefined) throw new CellError('#VALUE!', `path: put a value in the place of ${brace}`);
  const fit = findOperation(path);
  if (fit) return fit;
  const [bare = '', query] = path.split('?');
  if (query !== undefined) throw new CellError('#VALUE!', 'path: give what follows the question mark as parameters, without it');
  throw wrongArgument('path', bare, `${PATH}${didYouMean(nearestPath(bare))}`);
}

/** What a table of the answer is made of: its records, where it is a list of them, else all of it. */
const wholeOf = ({ rows, body }: Answer, { shape }: Operation): unknown => (LISTS.includes(shape) ? rows : body);

const LISTS: readonly Shape[] = ['array', 'items', 'page', 'filings'];

/** The path leads into the body as the service sent it, or into each of its records. */
function pickFrom({ body, rows }: Answer, path: string): unknown {
  const inBody = pick(body, path);
  const found = inBody === undefined ? pick(rows, path) : inBody;
  if (found !== undefined) return found;
  const first = rows[0] ?? body;
  const names = Object.keys(isRecord(first) ? flatten(first) : {});
  throw notAvailable(`pick: "${path}" is not in the answer; there are ${names.slice(0, MOST_LISTED).join(', ') || 'no fields'}${didYouMean(nearest(path, names))}`);
}

const MOST_LISTED = 25;
