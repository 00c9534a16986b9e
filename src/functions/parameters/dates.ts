import { isBlank, single } from '../../core/arguments';
import { type DateSystem, daysFromSerial, LAST_DAY } from '../../core/calendar/dates';
import { dayFromIso, instantFromIso } from '../../core/calendar/iso-dates';
import { withIsoDate } from '../../core/calendar/named-months';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';

/** The end of the error sentence for a text that is not a date, or is ambiguous. */
export const DATE_ALLOWED =
  'a date: give an Excel date, or a text as yyyy-mm-dd ("2026-11-20") or with the name of the month ("20 Nov 2026")';

interface DateReading<T> {
  readonly input: 'date' | 'date-time';
  /** The end of the error sentence. */
  readonly allowed: string;
  readonly ofSerial: (serial: number, system: DateSystem) => T | undefined;
  readonly ofText: (text: string) => T | undefined;
}

/** A date of Excel, or a text that states one; undefined if omitted, empty or 0, which is an empty cell's value. */
export const dateParameter = <T>({ input, allowed, ofSerial, ofText }: DateReading<T>): Parameter<T | undefined> => ({
  isOptional: true,
  excelType: 'any',
  dimensionality: 'scalar',
  input,
  read(argument, name, { dateSystem }) {
    const raw = single(argument, name);
    if (raw instanceof CellError) throw raw;
    if (raw === 0 || isBlank(raw)) return undefined;
    const value =
      typeof raw === 'number'
        ? ofSerial(raw, dateSystem)
        : typeof raw === 'string'
          ? ofText(withIsoDate(raw.trim()))
          : undefined;
    if (value === undefined) throw wrongArgument(name, raw, allowed);
    return value;
  },
});

/** A date as whole days since 1970, without its time of day; undefined if omitted or empty. */
export const date = (): Parameter<number | undefined> =>
  dateParameter({ input: 'date', allowed: DATE_ALLOWED, ofSerial: dayOfSerial, ofText: dayOfText });

function dayOfSerial(serial: number, system: DateSystem): number | undefined {
  const day = Math.floor(daysFromSerial(serial, system));
  return serial >= 1 && day <= LAST_DAY ? day : undefined;
}

const dayOfText = (text: string): number | undefined =>
  dayFromIso(text) ?? (instantFromIso(text) ? dayFromIso(text.slice(0, 10)) : undefined);
