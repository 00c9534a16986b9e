import { createFilingsLookup } from '../api/filings';
import { parameterOf } from '../api/operations';
import { FILING } from '../api/records';
import type { Column } from '../core/columns';
import { columnsNamed } from '../core/columns';
import { define } from './define';
import { after, lookUpEach } from './each';
import { fields } from './parameters/fields';
import { headers, wholeNumber } from './parameters/numbers';
import { tickers } from './parameters/symbols';
import { text } from './parameters/words';
import { collapse, stackTables } from './stack';

const DEFAULT_LIMIT = 20;
const MOST_FILINGS = parameterOf('GET /stocks/filings', 'limit').max!;
const TICKER: Column = { name: 'ticker', kind: 'text', nullable: false };

export const filings = define({
  id: 'FILINGS',
  summary: 'Regulatory filings of companies, newest first, with their dates and links. Example: =MD.FILINGS("AAPL","10-K") gives the annual reports.',
  returns: 'A table of one row per filing: accession_number, filing_type, filing_date, report_date, period_of_report, file_url; several tickers stack in the order asked under a first column ticker.',
  parameters: {
    tickers: tickers('Stock tickers: one, several separated by commas, or a range'),
    type: text('Filing type, such as 10-K, 10-Q or 8-K; every type when left out', 'a filing type such as "10-K"'),
    limit: wholeNumber(`Most filings for each ticker, 1 to ${MOST_FILINGS}; 20 when left out`, 1, MOST_FILINGS),
    fields: fields(FILING.map(({ name }) => name), 'all of them'),
    headers: headers(true),
  },
  result: 'matrix',
  sources: ['GET /stocks/filings'],
  examples: [
    { formula: '=MD.FILINGS("AAPL","10-K")', gives: 'the annual reports of a company, newest first' },
    { formula: '=MD.FILINGS("AAPL,MSFT",,3,"filing_type,filing_date")', gives: 'the last three filings of two companies' },
    { formula: '=MD.FILINGS("MSFT","10-Q",1,"filing_date")', gives: 'the date of the newest quarterly report' },
  ],
  handle(given, context, call) {
    const names = given.tickers.items;
    const { type, limit = DEFAULT_LIMIT } = given;
    const isSeveral = names.length > 1;
    const own = given.fields ? columnsNamed(FILING, given.fields) : FILING;
    return lookUpEach(names, (ticker) =>
      after(context.client.lookup(createFilingsLookup).read({ ticker, type, limit }, call), (rows) => {
        if (given.limit === undefined && rows.length === limit) context.note(`${ticker}: the newest ${limit} filings are shown; give a limit of up to ${MOST_FILINGS} for more`);
        return isSeveral ? rows.map((row) => ({ ...row, ticker })) : rows;
      }), (answers) => collapse(stackTables({
      names,
      answers,
      columns: isSeveral ? [TICKER, ...own] : own,
      nameColumn: 'ticker',
      hasHeaders: given.headers ?? true,
      view: { zone: 'utc', dateSystem: context.dateSystem },
      explainEmpty: (ticker) => `${ticker} has no ${type === undefined ? 'filings' : `filings of type ${type}`}: check the ticker and the type`,
    }), given.fields?.length === 1 && !isSeveral, given.headers));
  },
});
