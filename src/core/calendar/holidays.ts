import type { Row } from '../columns';
import { MS_PER_DAY } from './dates';
import { dayFromIso } from './iso-dates';

/** Services write an empty text for no time. */
const hasTime = ({ open_time: opens }: Row): boolean => typeof opens === 'string' && opens.trim() !== '';

/** Without a flag, a record's times decide: half days have times. */
export const isHalfDay = (row: Row): boolean =>
  typeof row.is_early_close === 'boolean' ? row.is_early_close : hasTime(row);

/** A special day with normal trading is neither closed nor a half day. */
export const isClosedDay = (row: Row): boolean => !isHalfDay(row) && (!hasTime(row) || row.is_business_day === false);

/** The days on which an exchange is closed, by the service's records of its holidays. */
export const closedDaysIn = (rows: readonly Row[]): readonly number[] =>
  rows.filter(isClosedDay).flatMap(({ date }) => dayFromIso(String(date).slice(0, 10)) ?? []);

/** The same date of the next year; 28 February if that year has no 29th. */
export function sameDayNextYear(day: number): number {
  const date = new Date(day * MS_PER_DAY);
  const [year, month, dayOfMonth] = [date.getUTCFullYear() + 1, date.getUTCMonth(), date.getUTCDate()];
  const isLeapDay = month === 1 && dayOfMonth === 29;
  return date.setUTCFullYear(year, month, isLeapDay ? 28 : dayOfMonth) / MS_PER_DAY;
}
