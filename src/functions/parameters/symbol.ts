import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';
import { nothingGiven } from './required';
import { type SymbolInArea, symbolOf } from './symbols';
import { readText } from './words';

/**
 * One symbol, optionally with its area. `what` describes it for error sentences: 'the symbol of an index such as
 * "SPX"'.
 */
export const symbol = (what = 'one symbol such as "EURUSD"'): Parameter<SymbolInArea> => ({
  isOptional: false,
  excelType: 'any',
  dimensionality: 'scalar',
  input: 'text',
  role: 'symbols',
  read(argument, name) {
    const text = readText(argument, name, what);
    if (text === undefined) throw nothingGiven(name, what);
    const symbol = text.includes(',') ? wrongArgument(name, text, what) : symbolOf(text, name);
    if (symbol instanceof CellError) throw symbol;
    return symbol;
  },
});
