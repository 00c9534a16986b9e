import { AREAS } from '../api/operation';
import { operationOf } from '../api/operations';
import type { Operation } from '../api/operation';
import { STOCK_SYMBOL } from '../api/records';
import type { Row } from '../core/columns';
import { quoted, wrongArgument } from '../core/errors';
import { oneOf } from '../core/nearest';
import { define } from './define';
import { after } from './each';
import { listingOf } from './listing';
import { area } from './parameters/choices';
import { fields } from './parameters/fields';
import { headers, wholeNumber } from './parameters/numbers';
import type { Pair } from './parameters/pairs';
import { pairs } from './parameters/pairs';

const DEFAULT_LIMIT = 500;
/** Also as far as a search reads: a hundred pages. */
const MOST_SYMBOLS = 10_000;
/** They say how an answer is cut into pages, which is done here. */
const PAGING = ['size', 'cursor'];
/** Fields that not every area has. */
const ANY_SYMBOL = STOCK_SYMBOL.map((column) => ({ ...column, nullable: true }));

export const symbolList = define({
  id: 'SYMBOLS',
  summary: 'Symbols that the service knows in an area, all or those that a filter or a search leaves. Example: =MD.SYMBOLS("stocks","country=us; apple").',
  returns: 'A table of one row per symbol, in the order of the service: symbol and name; for stocks country and description too.',
  parameters: {
    area: area(),
    filter: pairs('Conditions such as "country=us; type=etf", with a plain word to search in symbol and name ("country=us; bank"); or a range of two columns. All symbols when left out', /;/),
    limit: wholeNumber(`Most symbols, 1 to ${MOST_SYMBOLS}; ${DEFAULT_LIMIT} when left out`, 1, MOST_SYMBOLS),
    fields: fields(STOCK_SYMBOL.map(({ name }) => name), 'those that the area has'),
    headers: headers(true),
  },
  result: 'matrix',
  sources: AREAS.map((one) => `GET /${one}/symbols`),
  examples: [
    { formula: '=MD.SYMBOLS("indices")', gives: 'the market indices and their names' },
    { formula: '=MD.SYMBOLS("currencies","dollar",10,"symbol",FALSE)', gives: 'ten pairs with a dollar in their name, ready for MD.QUOTE' },
    { formula: '=MD.SYMBOLS("commodities","type=metal")', gives: 'the metals among the commodities' },
  ],
  handle(given, context, call) {
    const { limit = DEFAULT_LIMIT } = given;
    const place = given.area ?? context.settings.area;
    const operation = operationOf(`GET /${place}/symbols`);
    const words = given.filter.filter(({ name }) => name === '').map(({ value }) => String(value).toLowerCase());
    const values = conditionsOf(given.filter, operation);
    // A search reads the whole list once, for every word that is looked for in it.
    const least = words.length > 0 ? MOST_SYMBOLS : limit;
    return after(context.client.read(operation.id, { values, least }, call), ({ rows, cursors }) => {
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
  },
});

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
