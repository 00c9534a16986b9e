import { OPERATIONS } from '../api/operations';
import { define } from './define';
import { PATH, handle } from './handlers/get';
import { headers } from './parameters/numbers';
import { pairs } from './parameters/pairs';
import { required } from './parameters/required';
import { text } from './parameters/words';

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
  handle,
});
