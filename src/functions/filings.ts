import { createFilingsLookup } from '../api/filings';
import { parameterOf } from '../api/operations';
import { FILING } from '../api/interface/records';
import { type Column, columnsNamed } from '../core/columns';
import { define } from './define';
import { whenReady, lookUpEach } from './tables/look-up-each';
import { fields } from './parameters/words';
import { flag, wholeNumber } from './parameters/numbers';
import { tickers } from './parameters/tickers';
import { filingType } from './parameters/filing-type';
import { collapse, stackTables } from './tables/record-tables';

const DEFAULT_LIMIT = 20;
export const MAX_FILINGS = parameterOf('GET /stocks/filings', 'limit').max!;
const TICKER: Column = { name: 'ticker', kind: 'text', nullable: false };

export const filings = define({
  id: 'FILINGS',
  parameters: {
    tickers: tickers(),
    type: filingType(),
    limit: wholeNumber(1, MAX_FILINGS, DEFAULT_LIMIT),
    fields: fields(FILING),
    headers: flag(true),
  },
  result: 'matrix',
  sources: ['GET /stocks/filings'],
  requests: 'each',
  chunk: 'companies',
  handle(args, context, call) {
    const names = args.tickers.items;
    const { type, limit = DEFAULT_LIMIT } = args;
    const isSeveral = names.filter((name) => name !== undefined).length > 1;
    const own = args.fields ? columnsNamed(FILING, args.fields) : FILING;
    return lookUpEach(
      names,
      (ticker) =>
        whenReady(context.client.lookup('filings', createFilingsLookup).read({ ticker, type, limit }, call), (rows) => {
          if (args.limit === undefined && rows.length === limit)
            context.note(
              `${ticker}: the newest ${limit} filings are shown; give a limit of up to ${MAX_FILINGS} for more`,
            );
          return isSeveral ? rows.map((row) => ({ ...row, ticker })) : rows;
        }),
      (answers) =>
        collapse(
          stackTables({
            names,
            answers,
            columns: isSeveral ? [TICKER, ...own] : own,
            nameColumn: 'ticker',
            hasHeaders: args.headers ?? true,
            view: { zone: 'utc', dateSystem: context.dateSystem },
            explainEmpty: (ticker) => {
              const what = type === undefined ? 'filings' : `filings of type ${type}`;
              return `${ticker} has no ${what}: check the ticker and the type`;
            },
          }),
          args.fields?.length === 1 && !isSeveral,
          args.headers,
        ),
    );
  },
});
