import { lettersOf } from '../basics';
import { type MeantSymbol, namesOfSymbol, possibleSymbols, symbolMeant } from './symbol-notations';

const AREAS = ['indices', 'stocks', 'commodities'] as const;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** A short word with one letter fewer is often another word: METAL is not META. */
const MIN_DROPPED = 7;
const MAX_LENGTH = 12;

/**
 * Pairs, and well-known symbols and names, that differ little from a text: by a sign, by one letter too many or too
 * few, or by two swapped letters. A replaced letter is not assumed: "TRXUSD" is a coin, and TRYUSD a currency. A
 * missing letter is assumed only if it can mean one symbol: "EURUD" may be EURUSD or EURAUD.
 */
export function misspeltSymbols(text: string): readonly MeantSymbol[] {
  const word = lettersOf(text);
  if (word.length < 4 || word.length > MAX_LENGTH) return [];
  const isDropped = (at: number): boolean => word[at] === word[at + 1] || word.length >= MIN_DROPPED;
  const places = Array.from(word, (letter, at) => [letter, at, word.slice(0, at), word.slice(at + 1)] as const);
  const isOther = (written: string): boolean => written !== text;
  const meant = (written: readonly string[]): (readonly MeantSymbol[])[] =>
    [...new Set(written)]
      .filter(isOther)
      .map((one) => meaningsOf(one, word.slice(-3)))
      .filter((meanings) => meanings.length > 0);
  const near = meant([
    word,
    ...places.flatMap(([letter, at, before, after]) => [
      before + after.slice(0, 1) + letter + after.slice(1),
      ...(isDropped(at) ? [before + after] : []),
    ]),
  ]).flat();
  if (near.length > 0) return near.some(isKnown) ? near.filter(isKnown) : near;
  const longer = meant(
    places.flatMap(([letter, , before, after]) => Array.from(LETTERS, (missing) => before + letter + missing + after)),
  );
  return longer.length === 1 ? longer[0]! : [];
}

const isKnown = ({ symbol, area }: MeantSymbol): boolean =>
  area === 'currencies' || namesOfSymbol(symbol, area).length > 0;

/** @param end the last letters of the text: a coin that is not known here is assumed only if its currency was misspelt */
function meaningsOf(word: string, end: string): readonly MeantSymbol[] {
  const pair = symbolMeant(word.replace(/...$/, '/$&'));
  const isPair = pair && (isKnown(pair) || (pair.area === 'crypto' && !word.endsWith(end)));
  const others = [...AREAS.map((area) => ({ symbol: word, area })), ...possibleSymbols(word)];
  return [...(isPair ? [pair] : []), ...others.filter(isKnown)];
}
