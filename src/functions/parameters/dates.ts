import { single } from '../../core/arguments';
import { LAST_DAY, dayFromIso, daysFromSerial, instantFromIso } from '../../core/dates';
import type { DateSystem } from '../../core/dates';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';

const ALLOWED = 'a date: give an Excel date, or a text such as "2026-11-20"';

/** A date as whole days since 1970; undefined when left out or empty. The time of day is cut off. */
export const date = (help: string): Parameter<number | undefined> => ({
  help, isOptional: true, excelType: 'any', dimensionality: 'scalar',
  read(argument, name, { dateSystem }) {
    const raw = single(argument, name);
    if (raw instanceof CellError) throw raw;
    if (raw === null || raw === '' || raw === 0) return undefined;
    const day = typeof raw === 'number' ? dayOfSerial(raw, dateSystem) : typeof raw === 'string' ? dayOfText(raw.trim()) : undefined;
    if (day === undefined) throw wrongArgument(name, raw, ALLOWED);
    return day;
  },
});

function dayOfSerial(serial: number, system: DateSystem): number | undefined {
  const day = Math.floor(daysFromSerial(serial, system));
  return serial >= 1 && day <= LAST_DAY ? day : undefined;
}

const dayOfText = (text: string): number | undefined =>
  dayFromIso(text) ?? (instantFromIso(text) ? dayFromIso(text.slice(0, 10)) : undefined);
