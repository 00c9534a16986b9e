import { single, textsOf } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter, ReadingConditions } from '../define';
import { nothingGiven } from './required';
import { mics } from './mics';

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
    const names = namesOf(argument, name, reading, SEVERAL);
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
    const [only, ...others] = namesOf(raw, name, reading, ONE) ?? [];
    if (only === undefined || others.length > 0) throw wrongArgument(name, raw, ONE);
    return only;
  },
});

const list = mics();

/** Undefined for "all". */
function namesOf(
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
