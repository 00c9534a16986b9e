import { DATE_FORMAT, type DateSystem, isSerial, serialFromDays } from '../../core/calendar/dates';
import type { FormattedNumber } from '../../core/cell';
import { type CellError, notAvailable } from '../../core/errors';

/**
 * A day as a date of the sheet. Throws #N/A if Excel has no such date.
 *
 * @param decidedBy the arguments that decide which day it is: "start or days"
 */
export function dateCell(day: number, system: DateSystem, decidedBy: string): FormattedNumber {
  const value = serialFromDays(day, system);
  if (!isSerial(value, system)) throw beyondDates(system, decidedBy);
  return { value, format: DATE_FORMAT };
}

export const beyondDates = (system: DateSystem, decidedBy: string): CellError =>
  notAvailable(`The day lies before ${system} or after 9999, where Excel has no dates: change ${decidedBy}`);
