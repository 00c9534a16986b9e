import { createFilingsLookup, newestFilings, NoFilingsError } from '../api/filings';
import { parameterOf } from '../api/operations';
import { ServiceError } from '../api/service-error';
import { FILING } from '../api/interface/records';
import type { Call } from '../core/call';
import { type Column, columnsNamed, type Row } from '../core/columns';
import { CellError, misnamedArgument, notAvailable, wrongArgument } from '../core/errors';
import { collapse } from '../core/table';
import { FILING_TYPES, filingTypeMeant, namesOfType } from '../core/names/filing-types';
import { type Context, define, type Parameter } from './define';
import { confirmListing } from './tables/confirm-listing';
import { lookUpEach } from './tables/look-up-each';
import { isFound } from './parameters/symbols';
import { fields } from './parameters/fields';
import { flag, text, wholeNumber, withCommas } from './parameters/values';
import { stackTables } from './tables/record-tables';
import { A_TICKER, tickers } from './parameters/names';
import { type MaybePromise, whenReady } from '../core/basics';

const DEFAULT_LIMIT = 20;
export const MAX_FILINGS = parameterOf('GET /stocks/filings', 'limit').max!;
const TICKER: Column = { name: 'ticker', kind: 'text', nullable: false };

const FILING_TYPE = 'a filing type such as "10-K"';

export const filings = define({
  id: 'FILINGS',
  parameters: {
    tickers: tickers(),
    type: filingTypes(),
    limit: wholeNumber(1, MAX_FILINGS, DEFAULT_LIMIT),
    fields: fields(FILING),
    headers: flag(true),
  },
  result: 'matrix',
  sources: ['GET /stocks/filings'],
  requests: 'each',
  // What is thrown here also says the order of the arguments.
  prepare(args) {
    const names = args.tickers.items.map((stock) => (isFound(stock) ? stock.symbol : stock));
    if (names.every((name) => FILING_TYPES.includes(String(name))))
      throw wrongArgument('tickers', names.join(), A_TICKER);
    return { ...args, names };
  },
  handle(args, context, call) {
    const stocks = args.tickers.items;
    const { names, limit = DEFAULT_LIMIT } = args;
    const isSeveral = names.filter((name) => name !== undefined).length > 1;
    const own = args.fields ? columnsNamed(FILING, args.fields) : FILING;
    const read = (ticker: string): MaybePromise<readonly Row[]> =>
      whenReady(filingsOf(ticker, args.type, limit, context, call), (rows) => {
        if (args.limit === undefined && rows.length === limit)
          context.note(
            `${ticker}: the newest ${limit} filings are shown; give a limit of up to ${MAX_FILINGS} for more`,
          );
        return isSeveral ? rows.map((row) => ({ ...row, ticker })) : rows;
      });
    return lookUpEach(
      stocks,
      (stock) => confirmListing(stock, context, call, () => read(stock.symbol)),
      (answers) =>
        collapse(
          stackTables({
            names,
            answers,
            columns: isSeveral ? [TICKER, ...own] : own,
            nameColumn: 'ticker',
            hasHeaders: args.headers ?? true,
            view: { zone: 'utc', dateSystem: context.dateSystem },
            hasRowEach: limit === 1,
          }),
          args.fields?.length === 1 && !isSeveral,
          args.headers,
        ),
    );
  },
});

/**
 * Filing types in the SEC's spelling, which is upper case, one or several with commas between them; undefined if omitted
 * or blank. Types that are not in our list are sent to the service unchecked.
 */
function filingTypes(): Parameter<readonly string[] | undefined> {
  const ofAnyKind = text(FILING_TYPE);
  return {
    ...ofAnyKind,
    input: 'filing-type',
    read(argument, name, reading) {
      const types = (ofAnyKind.read(argument, name, reading) ?? '').split(',').map((type) => type.trim());
      const written = types.filter((type) => type !== '');
      for (const type of written) {
        const meant = withCommas(type) ?? filingTypeMeant(type);
        if (meant !== undefined) throw misnamedArgument(name, type, 'a filing type', meant);
      }
      const given = [...new Set(written.map((type) => type.toUpperCase()))];
      return given.length === 0 ? undefined : given;
    },
  };
}

/** The newest filings of these types, or of every type. Throws a CellError if there are none. */
function filingsOf(
  ticker: string,
  types: readonly string[] | undefined,
  limit: number,
  context: Context,
  call: Call,
): MaybePromise<readonly Row[]> {
  const names: readonly (string | undefined)[] = types ? [...new Set(types.flatMap(namesOfType))] : [undefined];
  const ofTypes = lookUpEach(
    names.map((type) => ({ ticker, type, limit })),
    (question) => context.client.lookup('filings', createFilingsLookup).read(question, call),
    (answers) => answers,
  );
  return whenReady(ofTypes, (answers) => {
    // A service may know only one of a form's two names.
    const isKnown = (name: string): boolean => names.includes(name) && !isRefused(answers[names.indexOf(name)]);
    const failure = answers.find(
      (answer, index) =>
        answer instanceof CellError &&
        !(answer instanceof NoFilingsError) &&
        !(isRefused(answer) && namesOfType(names[index] ?? '').some(isKnown)),
    );
    if (failure instanceof CellError) throw failure;
    const found = answers.filter(isFound);
    const under = found.find((one) => one.under !== undefined)?.under;
    if (under !== undefined) context.note(`${ticker}: its filings are under the ticker ${under}`);
    const rows = found.flatMap((one) => one.rows);
    if (rows.length > 0) return newestFilings(rows, limit);
    if (types === undefined) throw new NoFilingsError(ticker);
    return whyNoneOf(types, ticker, context, call);
  });
}

const isRefused = (answer: unknown): boolean =>
  answer instanceof ServiceError && (answer.isRefusal || answer.status === 400);

/** A ticker with filings of other types is correct. */
const whyNoneOf = (
  types: readonly string[],
  ticker: string,
  context: Context,
  call: Call,
): MaybePromise<readonly Row[]> =>
  lookUpEach(
    [{ ticker, limit: DEFAULT_LIMIT }],
    (question) => context.client.lookup('filings', createFilingsLookup).read(question, call),
    ([known]) => {
      // It may say more: that nothing has come from there yet.
      if (known instanceof NoFilingsError) throw known;
      if (isFound(known) && known.rows.length === 0) throw new NoFilingsError(ticker);
      const which = `${types.length > 1 ? 'these types' : 'this type'} (${types.join(', ')})`;
      throw notAvailable(
        known instanceof CellError
          ? `"${ticker}" has no filings of ${which}: check the ticker and the type`
          : `"${ticker}" has filings, but none of ${which}: leave the type out to see them all`,
      );
    },
  );
