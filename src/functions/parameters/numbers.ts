import { single } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';

/** A whole number within bounds; undefined when left out or empty. */
export const wholeNumber = (help: string, min: number, max: number): Parameter<number | undefined> => ({
  help, isOptional: true, excelType: 'any', dimensionality: 'scalar',
  read(argument, name) {
    const raw = single(argument, name);
    if (raw instanceof CellError) throw raw;
    if (raw === null || raw === '') return undefined;
    const number = typeof raw === 'string' ? Number(raw.trim() || Number.NaN) : raw;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) {
      throw wrongArgument(name, raw, `a whole number from ${min} to ${max}`);
    }
    return number;
  },
});

/** TRUE or FALSE, also written 1 or 0; undefined when left out or empty. */
export const flag = (help: string): Parameter<boolean | undefined> => ({
  help, isOptional: true, excelType: 'any', dimensionality: 'scalar',
  read(argument, name) {
    const raw = single(argument, name);
    if (raw instanceof CellError) throw raw;
    if (raw === null || raw === '') return undefined;
    if (typeof raw === 'boolean') return raw;
    const known = FLAGS.get(typeof raw === 'string' ? raw.trim().toLowerCase() : String(raw));
    if (known === undefined) throw wrongArgument(name, raw, 'TRUE or FALSE');
    return known;
  },
});

const FLAGS: ReadonlyMap<string, boolean> = new Map([['1', true], ['0', false], ['true', true], ['false', false]]);

/** Whether the answer begins with a row of field names. */
export const headers = (byDefault: boolean): Parameter<boolean | undefined> =>
  flag(`TRUE to begin with the field names, FALSE for values alone; ${String(byDefault).toUpperCase()} when left out`);
