import { isBlank, single } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';

/**
 * A number of days, negative for earlier days. Fractions are cut off, as in Excel's own date functions. Undefined if
 * omitted or empty.
 */
export const dayCount = (most: number): Parameter<number | undefined> => ({
  isOptional: true,
  excelType: 'any',
  dimensionality: 'scalar',
  input: 'number',
  read(argument, name) {
    const raw = single(argument, name);
    if (raw instanceof CellError) throw raw;
    if (isBlank(raw)) return undefined;
    const days = typeof raw === 'string' ? Number(raw) : raw;
    // Written this way round, NaN is refused too.
    if (typeof days !== 'number' || !(Math.abs(days) < most + 1))
      throw wrongArgument(name, raw, `a number of days from -${most} to ${most}`);
    return Math.trunc(days);
  },
});
