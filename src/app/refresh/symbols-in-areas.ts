import { AREAS } from '../../api/interface/operation';
import { parameterOf } from '../../api/operations';
import type { Session } from '../session';
import { symbolParts } from '../../core/names/symbol-parts';
import { type MdCall, namesIn, symbolsOf, valuesOf } from './read-calls';

/** The longest list of symbols by the table of operations, in characters. No symbol is longer. */
const maxLengthByTable = (): number => parameterOf(`GET /${AREAS[0]}/quotes`, 'symbols').maxLength!;

/** The longest list of symbols in one request, in characters: a gateway takes longer ones than the service. */
export const maxListLengthFor = ({ gateway }: Pick<Session, 'gateway'>): number =>
  gateway?.maxListLength ?? maxLengthByTable();

/**
 * The symbols of a call that are requested, each with its area in lower case. Longer ones are refused without a
 * request.
 */
export function symbolsInAreas(
  call: MdCall,
  standardArea: string,
): { readonly area: string; readonly symbol: string }[] {
  const [callArea = standardArea] = namesIn(valuesOf(call, 'area')[0] ?? []);
  const longest = maxLengthByTable();
  return (symbolsOf(call) ?? [])
    .map(symbolParts)
    .filter(({ symbol }) => symbol.length <= longest)
    .map(({ area = callArea, symbol }) => ({ area: area.toLowerCase(), symbol }));
}
