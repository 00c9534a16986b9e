import type { Area, Operation } from '../../api/operation';
import { operationOf } from '../../api/operations';
import { readsOf } from '../../api/reads';
import { STOCK_SYMBOL } from '../../api/records';
import type { Call } from '../../core/call';
import type { Row } from '../../core/columns';
import { quoted, wrongArgument } from '../../core/errors';
import { oneOf } from '../../core/nearest';
import type { Context, Result } from '../define';
import { after } from '../each';
import type { Pair } from '../parameters/pairs';
import { listingOf } from './listing';

export const DEFAULT_LIMIT = 500;
/** Also as far as a search reads: a hundred pages. */
export const MOST_SYMBOLS = 10_000;
/** They say how an answer is cut into pages, which is done here. */
const PAGING = ['size', 'cursor'];
/** Fields that not every area has. */
const ANY_SYMBOL = STOCK_SYMBOL.map((column) => ({ ...column, nullable: true }));

interface Given {
  readonly area: Area | undefined;
  readonly filter: readonly Pair[];
  readonly limit: number | undefined;
  readonly fields: readonly string[] | undefined;
  readonly headers: boolean | undefined;
}

export function handle(given: Given, context: Context, call: Call): Result | Promise<Result> {
  const { limit = DEFAULT_LIMIT } = given;
  const place = given.area ?? context.settings.area;
  const operation = operationOf(`GET /${place}/symbols`);
  const words = given.filter.filter(({ name }) => name === '').map(({ value }) => String(value).toLowerCase());
  const values = conditionsOf(given.filter, operation);
  // A search reads the whole list once, for every word that is looked for in it.
  const least = words.length > 0 ? MOST_SYMBOLS : limit;
  return after(context.client.lookup(readsOf(operation.id)).read({ values, least }, call), ({ rows, cursors }) => {
    const found = words.length > 0 ? rows.filter((row) => words.every((word) => isMatch(row, word))) : rows;
    if (words.length > 0 && cursors?.next) context.note(`${place}: only the first ${rows.length} symbols were searched; narrow the list with a filter such as "country=us"`);
    else if (given.limit === undefined && (found.length > limit || cursors?.next)) {
      context.note(`${place}: the first ${limit} symbols are shown; give a limit of up to ${MOST_SYMBOLS} for more`);
    }
    return listingOf({
      ...given,
      rows: found.slice(0, limit),
      columns: given.fields ? ANY_SYMBOL : operation.record,
      emptyBecause: `No symbol of ${place} ${given.filter.length > 0 ? 'passes the filter: check its spelling' : 'is known: name another area'}`,
    }, context);
  });
}

/** The conditions as values of the operation; its words are lower case. */
function conditionsOf(filter: readonly Pair[], { parameters }: Operation): Readonly<Record<string, string>> {
  const allowed = parameters.map(({ name }) => name).filter((name) => !PAGING.includes(name));
  return Object.fromEntries(filter.filter(({ name }) => name !== '').map(({ name, value }) => {
    const known = allowed.find((one) => one === name.toLowerCase());
    if (known === undefined) throw wrongArgument('filter', name, `${oneOf(name, allowed)}; write ${quoted('country=us')}, or a plain word to search for`);
    return [known, String(value).toLowerCase()];
  }));
}

const isMatch = ({ symbol, name }: Row, word: string): boolean =>
  [symbol, name].some((text) => typeof text === 'string' && text.toLowerCase().includes(word));
