import { CellError } from '../../core/errors';
import type { Parameter } from '../define';

/** Makes an optional parameter required. `what` ends the error sentence: 'a date such as "2026-11-20"'. */
export const required = <T>(parameter: Parameter<T | undefined>, what: string): Parameter<T> => ({
  ...parameter,
  isOptional: false,
  read(argument, name, reading) {
    const value = parameter.read(argument, name, reading);
    if (value === undefined) throw nothingGiven(name, what);
    return value;
  },
});

export const nothingGiven = (name: string, what: string): CellError =>
  new CellError('#VALUE!', `${name}: nothing was given; give ${what}`);
