import type { Area } from '../../api/operation';
import { AREAS } from '../../api/operation';
import { textsOf } from '../../core/arguments';
import type { Grid } from '../../core/arguments';
import { CellError, quoted, wrongArgument } from '../../core/errors';
import { oneOf } from '../../core/nearest';
import type { Parameter } from '../define';
import { nothingGiven } from './required';
import { UNSENDABLE, readText } from './words';

/** What stood in one place of a list: a name, nothing, or an error that stays in its place. */
export type Place<T> = T | undefined | CellError;

export interface Symbol {
  /** Upper case. */
  readonly symbol: string;
  /** Where the symbol says its area itself: "stocks:AAPL". */
  readonly area: Area | undefined;
}

const LONGEST = 50;

/** Symbols in their places, each perhaps with its area. */
export const symbols = (help: string): Parameter<Grid<Place<Symbol>>> => ({
  help, isOptional: false, excelType: 'any', dimensionality: 'matrix',
  read: (argument, name) => required(namesOf(argument, name, (text) => symbolOf(text, name)), name, 'a symbol such as "EURUSD", or a range of them'),
});

/** One symbol, perhaps with its area. `what` says what it should be: 'the symbol of an index such as "SPX"'. */
export const symbol = (help: string, what = 'one symbol such as "EURUSD"'): Parameter<Symbol> => ({
  help, isOptional: false, excelType: 'any', dimensionality: 'scalar',
  read(argument, name) {
    const text = readText(argument, name, what);
    if (text === undefined) throw nothingGiven(name, what);
    const symbol = text.includes(',') ? wrongArgument(name, text, what) : symbolOf(text, name);
    if (symbol instanceof CellError) throw symbol;
    return symbol;
  },
});

/** Stock tickers in their places, upper case; the area "stocks:" may stand before them. */
export const tickers = (help: string): Parameter<Grid<Place<string>>> => ({
  help, isOptional: false, excelType: 'any', dimensionality: 'matrix',
  read: (argument, name) => required(namesOf(argument, name, (text) => tickerOf(text, name)), name, 'a ticker such as "AAPL", or a range of them'),
});

/** MIC codes in their places, upper case; undefined means every market. */
export const mics = (help: string): Parameter<Grid<Place<string>> | undefined> => ({
  help, isOptional: true, excelType: 'any', dimensionality: 'matrix',
  read(argument, name) {
    const grid = namesOf(argument, name, (text) => checked(text.toUpperCase(), name));
    if (grid === null) return undefined;
    if (grid.items.every((item) => item === undefined)) {
      throw new CellError('#VALUE!', `${name}: the cells are blank; give MIC codes such as "XNYS", or leave the argument out for every market`);
    }
    return grid.items.length === 1 && grid.items[0] === 'ALL' ? undefined : grid;
  },
});

function namesOf<T>(argument: unknown, name: string, parse: (text: string) => T | CellError): Grid<Place<T>> | null {
  const grid = textsOf(argument, name);
  return grid && { ...grid, items: grid.items.map((item) => (typeof item === 'string' ? parse(item) : item)) };
}

function required<T>(grid: Grid<T> | null, name: string, what: string): Grid<T> {
  if (grid === null) throw new CellError('#VALUE!', `${name}: nothing was given; give ${what}`);
  return grid;
}

function symbolOf(text: string, name: string): Symbol | CellError {
  const colon = text.indexOf(':');
  if (colon < 0) {
    const symbol = checked(text.toUpperCase(), name);
    return symbol instanceof CellError ? symbol : { symbol, area: undefined };
  }
  const prefix = text.slice(0, colon).trim().toLowerCase();
  const area = AREAS.find((known) => known === prefix);
  if (area === undefined) return wrongArgument(name, text, `a symbol with its area before the colon, ${oneOf(prefix, AREAS)}`);
  const symbol = checked(text.slice(colon + 1).trim().toUpperCase(), name);
  return symbol instanceof CellError ? symbol : { symbol, area };
}

function tickerOf(text: string, name: string): string | CellError {
  const stock = symbolOf(text, name);
  if (stock instanceof CellError) return stock;
  return stock.area === undefined || stock.area === 'stocks' ? stock.symbol : wrongArgument(name, text, 'a stock such as "AAPL"');
}

/** Names that no address can carry are refused, and so are "." and "..", which would climb in it. */
function checked(text: string, name: string): string | CellError {
  if (text.length > LONGEST) return new CellError('#VALUE!', `${name}: ${quoted(text)} has ${text.length} characters; the service takes at most ${LONGEST}`);
  return UNSENDABLE.test(text) || /^\.{0,2}$/.test(text) ? wrongArgument(name, text, 'a name that the service can look up') : text;
}
