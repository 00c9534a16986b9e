import { type Area, AREAS } from '../../api/interface/operation';
import { type Grid, textsOf } from '../../core/arguments';
import { CellError, quoted, wrongArgument } from '../../core/errors';
import { oneOf } from '../../core/nearest';
import { splitPrefix } from '../../core/prefix';
import type { Parameter } from '../define';
import { nothingGiven } from './required';
import { UNSENDABLE } from './words';

/** What stood in one place of a list: a name, nothing, or an error that stays in its place. */
export type Slot<T> = T | undefined | CellError;

export interface SymbolInArea {
  /** Upper case. */
  readonly symbol: string;
  /** Where the symbol says its area itself: "stocks:AAPL". */
  readonly area: Area | undefined;
}

const LONGEST = 50;

/** Symbols in their places, each perhaps with its area. */
export const symbols = (): Parameter<Grid<Slot<SymbolInArea>>> => ({
  isOptional: false,
  excelType: 'any',
  dimensionality: 'matrix',
  input: 'text',
  holdsSymbols: true,
  read: (argument, name) =>
    givenNames(argument, name, 'a symbol such as "EURUSD", or a range of them', (text) => symbolOf(text, name)),
});

/** Names in their places, each as it is read; null where there is no list. */
export function namesOf<T>(
  argument: unknown,
  name: string,
  parse: (text: string) => T | CellError,
): Grid<Slot<T>> | null {
  const grid = textsOf(argument, name);
  return grid && { ...grid, items: grid.items.map((item) => (typeof item === 'string' ? parse(item) : item)) };
}

/** The same where the formula must give a list; `what` ends the sentence that asks for it: 'a symbol such as "EURUSD"'. */
export function givenNames<T>(
  argument: unknown,
  name: string,
  what: string,
  parse: (text: string) => T | CellError,
): Grid<Slot<T>> {
  const grid = namesOf(argument, name, parse);
  if (grid === null) throw nothingGiven(name, what);
  return grid;
}

/** "stocks:aapl" → AAPL of stocks. */
export function symbolOf(text: string, name: string): SymbolInArea | CellError {
  const { prefix, name: written } = splitPrefix(PAIR.test(text) ? text.replace('/', '') : text);
  const area = prefix === undefined ? undefined : areaOf(prefix);
  if (prefix !== undefined && area === undefined)
    return wrongArgument(name, text, `a symbol with its area before the colon, ${oneOf(prefix.toLowerCase(), AREAS)}`);
  if (prefix === undefined && PENCE.test(text)) return wrongArgument(name, text, PENCE_ALLOWED);
  const symbol = checkName(written.toUpperCase(), name);
  return symbol instanceof CellError ? symbol : { symbol, area };
}

/** "EUR/USD". */
const PAIR = /^[a-z]{3}\/[a-z]{3}$/i;
/** "XNAS:AAPL": what an exchange trades is a stock. */
const EXCHANGE = /^(?:X[A-Z]{3}|ARCX|NASDAQ|NYSE|AMEX)$/i;

const areaOf = (prefix: string): Area | undefined =>
  AREAS.find((known) => known === prefix.toLowerCase()) ?? (EXCHANGE.test(prefix) ? 'stocks' : undefined);

/** As market data writes pence: in capitals it would be the pound, a hundred times as much. */
const PENCE = /^(?:GBp[A-Z]{3}|[A-Z]{3}GBp)$/;
const PENCE_ALLOWED = 'a pair of currencies: pence have no quote; write GBP, and 100 pence for a pound';

/** Names that no address can carry are refused, and so are "." and "..", which would climb in it. */
export function checkName(text: string, name: string): string | CellError {
  if (text.length > LONGEST)
    return new CellError(
      '#VALUE!',
      `${name}: ${quoted(text)} has ${text.length} characters; the service takes at most ${LONGEST}`,
    );
  return UNSENDABLE.test(text) || /^\.{0,2}$/.test(text)
    ? wrongArgument(name, text, 'a name that the service can look up')
    : text;
}
