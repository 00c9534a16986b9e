import { explain } from './help/explain';
import { get } from './get';
import { HEADERS } from './parameters/shared.help';

export const getHelp = explain(get, {
  summary: 'Anything that the service answers, as a table, by the path of its interface.',
  returns:
    'A list has a row per record and a column per field, nested names dotted; an object has rows of key and ' +
    'value; a picked value of one record is a single cell. Dates and times of known records are real ones, on the ' +
    'clock on which the service writes them.',
  parameters: {
    path: 'Path of a GET operation, with a value for each name in braces: "/stocks/AAPL/scores"',
    parameters:
      'Query parameters: "ticker=AAPL&limit=5", also with semicolons, or a range of two columns. Dates may be ' +
      'Excel dates',
    pick: 'Dotted path into the answer, such as result or items.0.symbol; the whole answer if omitted',
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.GET("/stocks/countries")', gives: 'the countries whose stocks the service lists' },
    { formula: '=MD.GET("/currencies/quote","symbol=EURUSD","mid")', gives: 'one price, in one cell' },
    {
      formula: '=MD.GET("/stocks/filings","ticker=AAPL&limit=5","filings.filing_date",FALSE)',
      gives: 'the dates of the last five filings',
    },
    {
      formula: '=MD.GET("/stocks/AAPL/scores","model=altman-z")',
      gives: 'everything inside a score, by key and value',
    },
  ],
  seeAlso: ['SYMBOLS', 'SCORE', 'USAGE'],
  searchWords: {
    en: 'any, raw, json, api, path, endpoint, operation, everything else',
    de: 'beliebig, roh, Pfad, Schnittstelle',
    fr: 'brut, chemin, interface, opération',
    es: 'cualquiera, bruto, ruta, interfaz, operación',
    ja: '任意, 生データ, パス, 操作',
    zh: '任意, 原始, 路径, 接口',
  },
});
