import { type Operation } from '../api/interface/operation';
import { STOCK_SYMBOL } from '../api/interface/records';
import { areasWith, operationOf } from '../api/operations';
import { readsOf } from '../api/reads';
import type { Row } from '../core/columns';
import { quoted, wrongArgument } from '../core/errors';
import { oneOf } from '../core/nearest';
import { define } from './define';
import { areaOfList, listedArea } from './parameters/areas';
import { fields } from './parameters/fields';
import { flag, wholeNumber } from './parameters/values';
import { type Pair, pairs } from './parameters/pairs';
import { type Listing, listingOf } from './tables/record-tables';
import { whenReady } from '../core/basics';

const DEFAULT_LIMIT = 500;
/** Also the maximum that a search reads: a hundred pages. */
export const MAX_SYMBOLS = 10_000;
/** Parameters of paging, which happens here. */
const PAGING = ['size', 'cursor'];
/** Not every area has the other fields, nor does every stock. */
const ALWAYS_THERE = ['symbol', 'name'];
const ANY_SYMBOL = STOCK_SYMBOL.map((column) => ({ ...column, nullable: !ALWAYS_THERE.includes(column.name) }));

export const symbolList = define({
  id: 'SYMBOLS',
  parameters: {
    area: areaOfList('symbols'),
    filter: pairs(/;/),
    limit: wholeNumber(1, MAX_SYMBOLS, DEFAULT_LIMIT),
    fields: fields(STOCK_SYMBOL),
    headers: flag(true),
  },
  result: 'matrix',
  sources: areasWith('symbols').map((one) => `GET /${one}/symbols`),
  requests: 'alone',
  handle(args, context, call) {
    const { limit = DEFAULT_LIMIT } = args;
    const searchedArea = listedArea('symbols', args.area, context);
    const operation = operationOf(`GET /${searchedArea}/symbols`);
    const words = args.filter.filter(({ name }) => name === '').map(({ value }) => String(value).toLowerCase());
    const values = conditionsOf(args.filter, operation);
    // A search reads the whole list once, whatever words it looks for.
    const minRows = words.length > 0 ? MAX_SYMBOLS : limit;
    return whenReady(readsOf(context.client, operation.id).read({ values, minRows }, call), ({ rows, cursors }) => {
      const matches = words.length > 0 ? rows.filter((row) => words.every((word) => isMatch(row, word))) : rows;
      if (words.length > 0 && cursors?.next)
        context.note(
          `${searchedArea}: only the first ${rows.length} symbols were searched; ` +
            'narrow the list with a filter such as "country=us"',
        );
      else if (args.limit === undefined && (matches.length > limit || cursors?.next))
        context.note(
          `${searchedArea}: the first ${limit} symbols are shown; give a limit of up to ${MAX_SYMBOLS} for more`,
        );
      const reason = args.filter.length > 0 ? 'passes the filter: check its spelling' : 'is known: name another area';
      return listingOf(
        {
          ...args,
          ...columnsOf(matches, args.fields),
          rows: matches.slice(0, limit),
          emptyBecause: `No symbol of ${searchedArea} ${reason}`,
        },
        context,
      );
    });
  },
});

/** If all fields are requested, only those that the symbols have. */
function columnsOf(rows: readonly Row[], fields: readonly string[] | undefined): Pick<Listing, 'columns' | 'fields'> {
  if (fields && !ANY_SYMBOL.every(({ name }) => fields.includes(name))) return { columns: ANY_SYMBOL, fields };
  const columns = ANY_SYMBOL.filter(
    ({ name }) => ALWAYS_THERE.includes(name) || rows.some((row) => (row[name] ?? null) !== null),
  );
  return { columns, fields: fields?.filter((name) => name === '' || columns.some((column) => column.name === name)) };
}

/** The filter's conditions as parameter values of the operation, with words in lower case. */
function conditionsOf(filter: readonly Pair[], { parameters }: Operation): Readonly<Record<string, string>> {
  const allowed = parameters.map(({ name }) => name).filter((name) => !PAGING.includes(name));
  return Object.fromEntries(
    filter
      .filter(({ name }) => name !== '')
      .map(({ name, value }) => {
        const field = allowed.find((one) => one === name.toLowerCase());
        if (field === undefined)
          throw wrongArgument(
            'filter',
            name,
            `${oneOf(name, allowed)}; write ${quoted('country=us')}, or a plain word to search for`,
          );
        return [field, String(value).toLowerCase()];
      }),
  );
}

const isMatch = ({ symbol, name }: Row, word: string): boolean =>
  [symbol, name].some((text) => typeof text === 'string' && text.toLowerCase().includes(word));
