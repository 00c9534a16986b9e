import { AREAS } from '../api/operation';
import { STOCK_SYMBOL } from '../api/records';
import { define } from './define';
import { DEFAULT_LIMIT, MOST_SYMBOLS, handle } from './handlers/symbol-list';
import { area } from './parameters/choices';
import { fields } from './parameters/fields';
import { headers, wholeNumber } from './parameters/numbers';
import { pairs } from './parameters/pairs';

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
  handle,
});
