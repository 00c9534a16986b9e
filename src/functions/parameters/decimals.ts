import { single } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';

/** Any number; undefined when left out or empty. */
export const decimal = (help: string): Parameter<number | undefined> => ({
  help, isOptional: true, excelType: 'any', dimensionality: 'scalar',
  read(argument, name) {
    const raw = single(argument, name);
    if (raw instanceof CellError) throw raw;
    if (raw === null || raw === '') return undefined;
    const number = typeof raw === 'string' ? Number(raw.trim() || Number.NaN) : raw;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw wrongArgument(name, raw, 'a number');
    return number;
  },
});
