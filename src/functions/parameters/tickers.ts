import type { Grid } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import { misnamedArgument } from '../../core/fixable-error';
import { symbolMeant } from '../../core/names/symbol-notations';
import type { Parameter } from '../define';
import { nameList, type Slot, symbolOf } from './symbols';

/** Stock tickers, upper case, each in its place; the prefix "stocks:" is allowed. */
export const tickers = (): Parameter<Grid<Slot<string>>> =>
  nameList('a ticker such as "AAPL", or a range of them', tickerOf);

function tickerOf(text: string, name: string): string | CellError {
  const stock = symbolOf(text, name);
  if (stock instanceof CellError) return stock;
  const meant = stock.area === undefined ? symbolMeant(text) : undefined;
  if (meant?.area === 'stocks') return misnamedArgument(name, text, 'a ticker', meant.symbol);
  return stock.area === undefined || stock.area === 'stocks'
    ? stock.symbol
    : wrongArgument(name, text, 'a stock such as "AAPL"');
}
