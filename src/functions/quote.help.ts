import { explain } from './help/explain';
import { quote } from './quote';
import { AREA, HEADERS, fieldsIn } from './parameters/shared.help';

export const quoteHelp = explain(quote, {
  summary: 'Last quotes of currencies, crypto, indices, stocks or commodities.',
  returns:
    'One row per symbol of a column, one column per symbol of a row, a block of the same shape for a block. Prices as the service quotes them; timestamp as a date and time in UTC.',
  parameters: {
    symbols: 'Symbols: one, several separated by commas, or a range. A symbol may carry its area: "stocks:AAPL"',
    fields: fieldsIn,
    area: AREA,
    precision: 'Decimals of the prices, 0 to 15; the service decides if omitted',
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.QUOTE("EURUSD")', gives: 'the mid price of one euro in US dollars' },
    { formula: '=MD.QUOTE("EURUSD,GBPUSD,USDJPY","bid,ask")', gives: 'bid and ask of three pairs, a row each' },
    { formula: '=MD.QUOTE("stocks:AAPL","all",,,TRUE)', gives: 'every field of a stock quote under its name' },
  ],
});
