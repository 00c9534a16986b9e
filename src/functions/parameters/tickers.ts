import type { Grid } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';
import { givenNames, type Slot, symbolOf } from './symbols';

/** Stock tickers in their places, upper case; the area "stocks:" may stand before them. */
export const tickers = (): Parameter<Grid<Slot<string>>> => ({
  isOptional: false,
  excelType: 'any',
  dimensionality: 'matrix',
  input: 'text',
  holdsSymbols: true,
  read: (argument, name) =>
    givenNames(argument, name, 'a ticker such as "AAPL", or a range of them', (text) => tickerOf(text, name)),
});

function tickerOf(text: string, name: string): string | CellError {
  const stock = symbolOf(text, name);
  if (stock instanceof CellError) return stock;
  return stock.area === undefined || stock.area === 'stocks'
    ? stock.symbol
    : wrongArgument(name, text, 'a stock such as "AAPL"');
}
