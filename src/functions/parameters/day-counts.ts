import type { Parameter } from '../define';
import { readNumber } from './numbers';

/**
 * A number of days, negative for earlier days. Fractions are cut off, as in Excel's own date functions. Undefined if
 * omitted or empty.
 */
export const dayCount = (maxDays: number): Parameter<number | undefined> => ({
  isOptional: true,
  excelType: 'any',
  dimensionality: 'scalar',
  input: 'number',
  read(argument, name) {
    const days = readNumber(
      argument,
      name,
      `a number of days from -${maxDays} to ${maxDays}`,
      (number) => Math.abs(number) < maxDays + 1,
    );
    return days === undefined ? undefined : Math.trunc(days);
  },
});
