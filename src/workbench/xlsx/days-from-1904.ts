import { getFormatDateInfo } from 'numfmt';

/** Days from 1900-01-00, where the workbench begins to count, to 1904-01-00. */
const DAYS = 1462;

/**
 * What to add to a number of a file that counts days from 1904: nothing, unless it is shown as a date. Times are parts
 * of a day in both.
 */
export const dayShift = (format: string | undefined): number => (format !== undefined && showsDate(format) ? DAYS : 0);

/** "mm" beside hours or seconds is minutes. */
export function showsDate(format: string): boolean {
  const { year, month, day, hours, seconds } = getFormatDateInfo(format);
  return year || day || (month && !hours && !seconds);
}
