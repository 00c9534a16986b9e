import { type Area, AREAS } from '../../api/interface/operation';
import { type Grid, textsOf } from '../../core/arguments';
import { CellError, FixableError, quoted, wrongArgument } from '../../core/errors';
import { symbolParts } from '../../core/names/symbol-parts';
import { oneOf } from '../../core/nearest';
import type { Parameter } from '../define';
import { UNSENDABLE, nothingGiven, LIST } from './values';

/** An entry of a list: a name, nothing, or an error. It keeps its position. */
export type Slot<T> = T | undefined | CellError;

/** Whether it is neither blank nor an error. */
export const isFound = <T>(entry: Slot<T>): entry is T => entry !== undefined && !(entry instanceof CellError);

/** A name as it was asked for; one in another product's notation is taken from its error. */
export const writtenName = (name: Slot<string>): string | undefined =>
  name instanceof FixableError ? name.fix.from : typeof name === 'string' ? name : undefined;

export interface SymbolInArea {
  /** Upper case. */
  readonly symbol: string;
  /** Set if the symbol names its area itself: "stocks:AAPL". */
  readonly area: Area | undefined;
  /** Set if it names an exchange where the symbol may be another company: "XPAR:SAN". */
  readonly mic?: string | undefined;
}

const MAX_NAME_LENGTH = 50;

export const A_SYMBOL = 'a symbol such as "EURUSD", or a range';

/** Symbols, each in its place and optionally with its area. */
export const symbols = (): Parameter<Grid<Slot<SymbolInArea>>> => nameList(A_SYMBOL, symbolOf);

/** A list of names that must not be empty. `what` ends the error sentence: 'a symbol such as "EURUSD"'. */
export const nameList = <T>(
  what: string,
  parse: (text: string, name: string) => T | CellError,
): Parameter<Grid<Slot<T>>> => ({
  ...LIST,
  isOptional: false,
  input: 'text',
  role: 'symbols',
  read(argument, name) {
    const grid = namesOf(argument, name, (text) => parse(text, name));
    if (grid === null) throw nothingGiven(name, what);
    return grid;
  },
});

/** Names, each parsed and in its place; null if there is no list. */
export function namesOf<T>(
  argument: unknown,
  name: string,
  parse: (text: string) => T | CellError,
): Grid<Slot<T>> | null {
  const grid = textsOf(argument, name);
  return grid && { ...grid, items: grid.items.map((item) => (typeof item === 'string' ? parse(item) : item)) };
}

/** "stocks:aapl" → AAPL of stocks. */
export function symbolOf(text: string, name: string): SymbolInArea | CellError {
  const { area: prefix, symbol: written, mic } = symbolParts(text);
  const area = AREAS.find((one) => one === prefix?.toLowerCase());
  if (prefix !== undefined && area === undefined)
    return wrongArgument(name, text, `a symbol with its area before the colon, ${oneOf(prefix.toLowerCase(), AREAS)}`);
  if (SMALL_UNIT.test(written)) return wrongArgument(name, text, SMALL_UNIT_ALLOWED);
  if (written === '') return wrongArgument(name, text, KNOWABLE);
  const symbol = checkName(written, name);
  return symbol instanceof CellError ? symbol : { symbol, area, mic };
}

/**
 * Pence, cents and agorot as market data writes them, anywhere in a notation ("GBpUSD Curncy"). In capitals they would
 * be pounds, rand, shekels and dollars, worth a hundred times as much.
 */
export const SMALL_UNIT = /GBp|ZA[cr]|ILs|USd/;
const SMALL_UNIT_ALLOWED = 'a pair of currencies: pence and cents have no quote; write GBP, ZAR, ILS or USD';

const KNOWABLE = 'a name that the service can look up';

/** The name in capitals. Refuses texts with several names, names that a URL cannot contain, and "." and "..", which would change its path. */
export function checkName(text: string, name: string): string | CellError {
  if (text.includes('";'))
    return wrongArgument(name, text, 'one name: put a comma between arguments in place of the semicolon');
  if (/[;|]/.test(text)) return wrongArgument(name, text, 'one name: separate several by commas, or give each a cell');
  if (text.length > MAX_NAME_LENGTH)
    return new CellError(
      '#VALUE!',
      `${name}: ${quoted(text)} has ${text.length} characters; the service takes at most ${MAX_NAME_LENGTH}`,
    );
  return UNSENDABLE.test(text) || /^\.{1,2}$/.test(text) ? wrongArgument(name, text, KNOWABLE) : text.toUpperCase();
}
