import { type Grid, single, textsOf } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import { misnamedArgument } from '../../core/fixable-error';
import { micMeant } from '../../core/names/colloquial-names';
import type { Parameter, ReadingConditions } from '../define';
import { checkName, namesOf, type Slot } from './symbols';
import { nothingGiven } from './required';

/** MIC codes, upper case, each in its place; undefined means all markets. */
export const mics = (): Parameter<Grid<Slot<string>> | undefined> => ({
  isOptional: true,
  excelType: 'any',
  dimensionality: 'matrix',
  input: 'exchanges',
  read(argument, name) {
    const grid = namesOf(argument, name, (text) => micOf(text, name));
    if (grid === null) return undefined;
    if (grid.items.every((item) => item === undefined)) {
      throw new CellError(
        '#VALUE!',
        `${name}: the cells are blank; give MIC codes such as "XNYS", or leave the argument out for every market`,
      );
    }
    return grid.items.length === 1 && grid.items[0] === 'ALL' ? undefined : grid;
  },
});

/** Common names of exchanges are refused here: the service would only say that it does not know them. */
function micOf(text: string, name: string): string | CellError {
  const meant = micMeant(text);
  return meant === undefined ? checkName(text.toUpperCase(), name) : misnamedArgument(name, text, 'a MIC code', meant);
}

const SEVERAL = 'MIC codes such as "XNYS": one, several separated by commas, or a range';
const ONE = 'the MIC code of one exchange, such as "XNYS"';

/**
 * MIC codes for a calculation, upper case, each once. Unlike in a table, "all" is an error, and an error in the range
 * becomes the result.
 */
export const exchanges = (): Parameter<readonly string[]> => ({
  isOptional: false,
  excelType: 'any',
  dimensionality: 'matrix',
  input: 'exchanges',
  read(argument, name, reading) {
    const names = distinctNames(argument, name, reading, SEVERAL);
    if (names === undefined) throw wrongArgument(name, 'all', `a list of exchanges; name them by ${SEVERAL}`);
    return names;
  },
});

/** The MIC code of one exchange, upper case. */
export const exchange = (): Parameter<string> => ({
  isOptional: false,
  excelType: 'any',
  dimensionality: 'scalar',
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
