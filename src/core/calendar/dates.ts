/**
 * Excel's date systems. A serial counts days; its fraction is the time of day. Workbooks count from 1900 (including 29
 * February 1900, which never existed) or from 1904. Functions pass each other a `day` instead: whole days since
 * 1970-01-01.
 */
export type DateSystem = '1900' | '1904';

export const MS_PER_MINUTE = 60_000;
export const MS_PER_HOUR = 3_600_000;
export const MS_PER_DAY = 86_400_000;
export const SECONDS_PER_HOUR = 3_600;
export const SECONDS_PER_DAY = 86_400;

const DAY_OF_1970_IN_1900 = 25_569;
const DAY_OF_1970_IN_1904 = 24_107;
const FIRST_SERIAL_AFTER_FICTION = 61;

/** 31 December 9999, Excel's last date. */
export const LAST_DAY = 2_932_896;

/** Number formats of dates and times. They sort and read the same in every locale. */
export const DATE_FORMAT = 'yyyy-mm-dd';
export const TIME_FORMAT = 'yyyy-mm-dd hh:mm:ss';
/** For times that differ only in milliseconds. */
export const EXACT_TIME_FORMAT = 'yyyy-mm-dd hh:mm:ss.000';
export const CLOCK_FORMAT = 'hh:mm';

/** Days since 1970 (with a fraction for the time) → serial. */
export function serialFromDays(days: number, system: DateSystem): number {
  if (system === '1904') return days + DAY_OF_1970_IN_1904;
  const serial = days + DAY_OF_1970_IN_1900;
  return serial < FIRST_SERIAL_AFTER_FICTION ? serial - 1 : serial;
}

/** Whether Excel has a date for the serial: from 1 January 1900, or 1904, to the end of 9999. */
export const isSerial = (serial: number, system: DateSystem): boolean =>
  serial >= (system === '1904' ? 0 : 1) && serial < serialFromDays(LAST_DAY + 1, system);

/** Serial → days since 1970. Serial 60 of 1900 workbooks, a day that never existed, is read as 1 March 1900. */
export function daysFromSerial(serial: number, system: DateSystem): number {
  if (system === '1904') return serial - DAY_OF_1970_IN_1904;
  const real = serial < FIRST_SERIAL_AFTER_FICTION ? serial + 1 : serial;
  return real - DAY_OF_1970_IN_1900;
}

/** Day → "2026-11-20", the form that the service expects. */
export const isoFromDay = (day: number): string => new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
