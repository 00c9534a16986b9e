import { symbolParts } from '../../core/names/symbol-parts';
import { longestSymbol } from './longest-list';
import { type MdCall, namesIn, symbolsOf, valuesOf } from './read-calls';

/**
 * The symbols of a call that are requested, each with its area in lower case. Longer ones are refused without a
 * request.
 */
export function symbolsInAreas(
  call: MdCall,
  standardArea: string,
): { readonly area: string; readonly symbol: string }[] {
  const [callArea = standardArea] = namesIn(valuesOf(call, 'area')[0] ?? []);
  const longest = longestSymbol();
  return (symbolsOf(call) ?? [])
    .map(symbolParts)
    .filter(({ symbol }) => symbol.length <= longest)
    .map(({ area = callArea, symbol }) => ({ area: area.toLowerCase(), symbol }));
}
