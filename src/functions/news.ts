import { areasWith } from '../api/operations';
import { PriceError } from '../api/price-error';
import { readsOf } from '../api/reads';
import { ServiceError } from '../api/service-error';
import { columns, errorRow, type Row } from '../core/columns';
import { CellError, misnamedArgument } from '../core/errors';
import { symbolNamed } from '../core/names/symbol-notations';
import { A_SYMBOL, namesOf, symbolOf } from './parameters/symbols';
import type { RowFilter } from '../api/lookup/pages';
import { define, type Parameter } from './define';
import { areaOfList, listedArea } from './parameters/areas';
import { fields } from './parameters/fields';
import { flag, LIST, nothingGiven, wholeNumber } from './parameters/values';
import { lookUpEach } from './tables/look-up-each';
import { listingOf } from './tables/record-tables';
import { isRecord, lettersOf, whenReady } from '../core/basics';

const DEFAULT_LIMIT = 20;
export const MAX_ITEMS = 1_000;

/** A news item with its metadata as further fields, under the service's names. */
const ITEM = columns({
  timestamp: 'unix',
  content: 'text',
  markets: 'texts?',
  tickets: 'texts?',
  hashtags: 'texts?',
});

/** Symbols that news may be about; undefined if omitted. Blank cells are an error, since omitted means all news. */
const newsSymbols = (): Parameter<readonly string[] | undefined> => ({
  ...LIST,
  input: 'text',
  read(argument, name) {
    const symbols = namesOf(argument, name, (text) => symbolOf(text, name))?.items.flatMap((one) => {
      if (one instanceof CellError) throw one;
      return one === undefined ? [] : [one.symbol];
    });
    if (symbols?.length === 0) throw nothingGiven(name, A_SYMBOL);
    return symbols;
  },
});

export const news = define({
  id: 'NEWS',
  parameters: {
    area: areaOfList('news'),
    limit: wholeNumber(1, MAX_ITEMS, DEFAULT_LIMIT),
    fields: fields(ITEM),
    headers: flag(true),
    symbols: newsSymbols(),
  },
  result: 'matrix',
  sources: areasWith('news').map((one) => `GET /${one}/news`),
  requests: 'alone',
  handle(args, context, call) {
    const { limit = DEFAULT_LIMIT } = args;
    const newsArea = listedArea('news', args.area, context);
    if (newsArea === 'stocks' || newsArea === 'indices') refuseNames(args.symbols ?? [], newsArea);
    const about = args.symbols && newsAbout(args.symbols);
    return whenReady(
      readsOf(context.client, `GET /${newsArea}/news`).read(
        { values: {}, minRows: limit, ...(about && { only: about }) },
        call,
      ),
      ({ rows, cursors }) => {
        if (about && rows.length < limit && cursors?.next)
          context.note(
            `${newsArea}: older news about these symbols was not read; allow more requests in the MD pane for more`,
          );
        else if (args.limit === undefined && (rows.length > limit || cursors?.next))
          context.note(
            `${newsArea}: the newest ${limit} news items are shown; give a limit of up to ${MAX_ITEMS} for more`,
          );
        // Only a symbol without news may be none at all.
        const strange =
          rows.length === 0
            ? []
            : [...new Set(args.symbols)].filter((one) => !rows.some((row) => newsAbout([one]).has(row)));
        return lookUpEach(
          strange,
          (symbol) => context.client.quote(symbol, newsArea, undefined, call),
          (quotes) =>
            listingOf(
              {
                ...args,
                columns: ITEM,
                emptyBecause: about
                  ? `The service has no news on ${newsArea} about these symbols: write them as quotes do, or name another area`
                  : `The service has no news on ${newsArea}: recalculate later, or name another area`,
                rows: rows
                  .toSorted((a, b) => timeOf(b) - timeOf(a))
                  .slice(0, limit)
                  .map((row) => ({ ...row, ...metaDataOf(row) })),
                errorRows: (columns) =>
                  quotes.flatMap((one, index) =>
                    one instanceof CellError && !(one instanceof ServiceError || one instanceof PriceError)
                      ? [errorRow(one, columns, 'tickets', strange[index])]
                      : [],
                  ),
              },
              context,
            ),
        );
      },
    );
  },
});

/** News has symbols only: a company's or an index's name would match none. */
function refuseNames(symbols: readonly string[], area: 'indices' | 'stocks'): void {
  for (const symbol of symbols) {
    const meant = symbolNamed(symbol, area);
    if (meant !== undefined) throw misnamedArgument('symbols', symbol, 'a ticker', meant);
  }
}

/** News about any of these symbols, however the service spells them. */
function newsAbout(symbols: readonly string[]): RowFilter {
  const wanted = new Set(symbols.map(lettersOf));
  return {
    id: [...wanted].sort().join(','),
    has: (row) =>
      [metaDataOf(row).tickets].flat().some((name) => typeof name === 'string' && wanted.has(lettersOf(name))),
  };
}

/** If the metadata is not a record, each of its fields counts as a value of the wrong type. */
function metaDataOf({ meta_data: data }: Row): Row {
  if (data === null || data === undefined) return {};
  return isRecord(data) ? data : { markets: data, tickets: data, hashtags: data };
}

const timeOf = ({ timestamp }: Row): number => (typeof timestamp === 'number' ? timestamp : 0);
