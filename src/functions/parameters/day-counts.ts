import { single } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';

/** A number of days, negative for back; a fraction is cut off, as Excel's own date functions do. Undefined when left out or empty. */
export const dayCount = (most: number): Parameter<number | undefined> => ({
  isOptional: true,
  excelType: 'any',
  dimensionality: 'scalar',
  input: 'number',
  read(argument, name) {
    const raw = single(argument, name);
    if (raw instanceof CellError) throw raw;
    if (raw === null || (typeof raw === 'string' && raw.trim() === '')) return undefined;
    const days = typeof raw === 'string' ? Number(raw) : raw;
    // Not NaN <= most either.
    if (typeof days !== 'number' || !(Math.abs(days) < most + 1))
      throw wrongArgument(name, raw, `a number of days from -${most} to ${most}`);
    return Math.trunc(days);
  },
});
