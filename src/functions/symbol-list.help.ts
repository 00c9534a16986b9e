import { explain } from './help/explain';
import { MOST_SYMBOLS, symbolList } from './symbol-list';
import { AREA, HEADERS, fieldsIn } from './parameters/shared.help';

export const symbolListHelp = explain(symbolList, {
  summary: 'Symbols that the service knows in an area: all, or those that match a filter or a search.',
  returns:
    'A table of one row per symbol, in the order of the service: symbol and name; for stocks country and description too.',
  parameters: {
    area: AREA,
    filter:
      'Conditions such as "country=us; type=etf", with a plain word to search in symbol and name ("country=us; bank"); or a range of two columns. All symbols if omitted',
    limit: `Maximum number of symbols, 1 to ${MOST_SYMBOLS}`,
    fields: (parameter) => `${fieldsIn(parameter)}; those that the area has if omitted`,
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.SYMBOLS("indices")', gives: 'the market indices and their names' },
    {
      formula: '=MD.SYMBOLS("currencies","dollar",10,"symbol",FALSE)',
      gives: 'ten pairs with a dollar in their name, ready for MD.QUOTE',
    },
    { formula: '=MD.SYMBOLS("commodities","type=metal")', gives: 'the metals among the commodities' },
  ],
});
