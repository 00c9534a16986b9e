import { isBlank, single } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';

/**
 * A whole number within bounds; undefined if omitted or empty. `byDefault` is the number that then applies, if there is
 * a fixed one.
 */
export const wholeNumber = (min: number, max: number, byDefault?: number): Parameter<number | undefined> => ({
  default: byDefault,
  isOptional: true,
  excelType: 'any',
  dimensionality: 'scalar',
  input: 'number',
  read(argument, name) {
    return readNumber(
      argument,
      name,
      `a whole number from ${min} to ${max}`,
      (number) => Number.isInteger(number) && number >= min && number <= max,
    );
  },
});

/** More are not significant in a number of a spreadsheet. */
const MAX_DECIMALS = 15;

/** The number of decimals in the result; undefined if omitted or empty. */
export const precision = (): Parameter<number | undefined> => ({ ...wholeNumber(0, MAX_DECIMALS), role: 'decimals' });

/** The number of a scalar argument; a text may contain it too. An error in the argument is thrown unchanged. */
export function readNumber(
  argument: unknown,
  name: string,
  allowed: string,
  isAllowed: (number: number) => boolean,
): number | undefined {
  const raw = single(argument, name);
  if (raw instanceof CellError) throw raw;
  if (isBlank(raw)) return undefined;
  const isText = typeof raw === 'string';
  if (isText && TWO_WAYS.test(raw)) throw wrongArgument(name, raw, `${allowed}: it reads in two ways`);
  const number = isText ? Number(raw) : raw;
  if (typeof number !== 'number' || !isAllowed(number)) throw wrongArgument(name, raw, allowed);
  return number;
}

/** "10.000" is ten in New York and ten thousand in Berlin. */
const TWO_WAYS = /\b[1-9]\d?\d?[.,]\d{3}\s*$/;

/** TRUE or FALSE; 1 or 0 are accepted too. Undefined if omitted or empty. */
export const flag = (byDefault: boolean): Parameter<boolean | undefined> => ({
  default: byDefault,
  isOptional: true,
  excelType: 'any',
  dimensionality: 'scalar',
  input: 'flag',
  read(argument, name) {
    const raw = single(argument, name);
    if (raw instanceof CellError) throw raw;
    if (isBlank(raw)) return undefined;
    if (typeof raw === 'boolean') return raw;
    const value = FLAGS.get(typeof raw === 'string' ? raw.trim().toLowerCase() : String(raw));
    if (value === undefined) throw wrongArgument(name, raw, 'TRUE or FALSE');
    return value;
  },
});

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);
