import { isBlankText, single, textsOf } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';
import { nothingGiven } from './required';
import { mics } from './symbols';

const SEVERAL = 'MIC codes such as "XNYS": one, several separated by commas, or a range';
const ONE = 'the MIC code of one exchange, such as "XNYS"';

/** MIC codes that a calculation is about, upper case, each once. Unlike in a table, "all" is no answer and an error in the range is the result. */
export const exchanges = (help: string): Parameter<readonly string[]> => ({
  help, isOptional: false, excelType: 'any', dimensionality: 'matrix',
  read(argument, name, reading) {
    const isBlank = textsOf(argument, name)?.items.every((item) => item === undefined) ?? true;
    if (isBlank) throw nothingGiven(name, SEVERAL);
    const grid = list.read(argument, name, reading);
    if (grid === undefined) throw wrongArgument(name, 'all', `a list of exchanges; name them by ${SEVERAL}`);
    const names = new Set<string>();
    for (const item of grid.items) {
      if (item instanceof CellError) throw item;
      if (item !== undefined) names.add(item);
    }
    return [...names];
  },
});

/** The MIC code of one exchange, upper case. */
export const exchange = (help: string): Parameter<string> => ({
  help, isOptional: false, excelType: 'any', dimensionality: 'scalar',
  read(argument, name, reading) {
    const raw = single(argument, name);
    if (raw instanceof CellError) throw raw;
    if (isBlankText(raw)) throw nothingGiven(name, ONE);
    const grid = list.read(raw, name, reading);
    const item = grid?.items.length === 1 ? grid.items[0] : undefined;
    if (item instanceof CellError) throw item;
    if (item === undefined) throw wrongArgument(name, raw, ONE);
    return item;
  },
});

const list = mics('');
