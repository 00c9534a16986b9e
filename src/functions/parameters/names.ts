import { BlankError, CellError, wrongArgument, misnamedArgument } from '../../core/errors';
import type { Parameter, ReadingConditions } from '../define';
import { type SymbolInArea, symbolOf, nameList, type Slot, checkName, namesOf } from './symbols';
import { nothingGiven, SINGLE, LIST } from './values';
import { type Grid, single, textsOf } from '../../core/arguments';
import { symbolMeant, symbolNamed } from '../../core/names/symbol-notations';
import { micMeant } from '../../core/names/colloquial-names';

export const A_TICKER = 'a ticker such as "AAPL", or a range';

/** Stock tickers, upper case, each in its place; the prefix "stocks:" is allowed. */
export const tickers = (): Parameter<Grid<Slot<SymbolInArea>>> => nameList(A_TICKER, tickerOf);

function tickerOf(text: string, name: string): SymbolInArea | CellError {
  const stock = symbolOf(text, name);
  if (stock instanceof CellError) return stock;
  const meant = stock.area === undefined ? meantIn('stocks', text) : undefined;
  if (meant !== undefined) return misnamedArgument(name, text, 'a ticker', meant);
  return stock.area === undefined || stock.area === 'stocks'
    ? stock
    : wrongArgument(name, text, 'a stock such as "AAPL"');
}

/** A symbol that is written in another service's notation, or by its name. */
function meantIn(area: 'indices' | 'stocks', text: string): string | undefined {
  const meant = symbolMeant(text);
  return meant?.area === area ? meant.symbol : symbolNamed(text, area);
}

const AN_INDEX = 'the symbol of an index such as "SPX"';

/** Symbols of indices in one text, with commas between them, upper case; the prefix "indices:" is allowed. */
export const indexSymbols = (): Parameter<readonly (string | CellError)[]> => ({
  ...SINGLE,
  isOptional: false,
  input: 'text',
  role: 'symbols',
  read(argument, name) {
    const given = namesOf(argument, name, (text) => indexOf(text, name))?.items ?? [];
    const indices = given.filter((index) => index !== undefined);
    const [only, ...others] = indices;
    if (only === undefined) throw nothingGiven(name, AN_INDEX);
    if (only instanceof CellError && others.length === 0) throw only;
    return indices;
  },
});

function indexOf(text: string, name: string): string | CellError {
  const index = symbolOf(text, name);
  if (index instanceof CellError) return index;
  const meant = meantIn('indices', index.symbol);
  if (meant !== undefined) return misnamedArgument(name, index.symbol, 'the symbol of an index', meant);
  return (index.area ?? 'indices') === 'indices'
    ? index.symbol
    : wrongArgument(name, `${index.area}:${index.symbol}`, AN_INDEX);
}

/** MIC codes, upper case, each in its place; undefined means all markets. */
export const mics = (): Parameter<Grid<Slot<string>> | undefined> => ({
  ...LIST,
  input: 'exchanges',
  read(argument, name) {
    const grid = namesOf(argument, name, (text) => micOf(text, name));
    if (grid === null) return undefined;
    if (grid.items.every((item) => item === undefined))
      throw new BlankError(
        '#VALUE!',
        `${name}: the cells are blank; give MIC codes such as "XNYS", or leave the argument out for every market`,
      );
    return grid.items.length === 1 && grid.items[0] === 'ALL' ? undefined : grid;
  },
});

/** Common names of exchanges are refused here with a suggestion: the service would only call them unknown. */
function micOf(text: string, name: string): string | CellError {
  const meant = micMeant(text);
  return meant === undefined ? checkName(text, name) : misnamedArgument(name, text, 'a MIC code', meant);
}

const SEVERAL = 'MIC codes such as "XNYS": one, several separated by commas, or a range';
const ONE = 'the MIC code of one exchange, such as "XNYS"';

/**
 * MIC codes for a calculation, upper case, each once. Unlike in a table, "all" is an error, and an error in the range
 * becomes the result.
 */
export const exchanges = (): Parameter<readonly string[]> => ({
  ...LIST,
  isOptional: false,
  input: 'exchanges',
  read(argument, name, reading) {
    const names = distinctNames(argument, name, reading, SEVERAL);
    if (names === undefined) throw wrongArgument(name, 'all', `a list of exchanges; name them by ${SEVERAL}`);
    return names;
  },
});

/** The MIC code of one exchange, upper case. */
export const exchange = (): Parameter<string> => ({
  ...SINGLE,
  isOptional: false,
  input: 'exchanges',
  read(argument, name, reading) {
    const raw = single(argument, name);
    const [only, ...others] = distinctNames(raw, name, reading, ONE) ?? [];
    if (only === undefined || others.length > 0) throw wrongArgument(name, raw, ONE);
    return only;
  },
});

const list = mics();

/** Each name once; undefined for "all". */
function distinctNames(
  argument: unknown,
  name: string,
  reading: ReadingConditions,
  what: string,
): readonly string[] | undefined {
  const isBlank = textsOf(argument, name)?.items.every((item) => item === undefined) ?? true;
  if (isBlank) throw nothingGiven(name, what);
  const items = list.read(argument, name, reading)?.items;
  const error = items?.find((item) => item instanceof CellError);
  if (error) throw error;
  return items && [...new Set(items.filter((item) => typeof item === 'string'))];
}
