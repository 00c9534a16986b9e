import { DATE_FORMAT, type DateSystem, isSerial, serialFromDays } from '../../core/calendar/dates';
import type { FormattedNumber } from '../../core/cell';
import { notAvailable } from '../../core/errors';

/** A day as a date of the sheet. Throws #N/A if Excel has no such date. */
export function dateCell(day: number, system: DateSystem): FormattedNumber {
  const value = serialFromDays(day, system);
  if (!isSerial(value, system))
    throw notAvailable(`The result lies before ${system} or after 9999, where Excel has no dates: choose other dates`);
  return { value, format: DATE_FORMAT };
}
