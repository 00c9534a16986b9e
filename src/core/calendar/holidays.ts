import type { Row } from '../columns';
import { dayFromIso } from './iso-dates';

/** Without a flag, a record's times decide: half days have times. */
export const isHalfDay = ({ is_early_close: isEarly, open_time: opens }: Row): boolean =>
  typeof isEarly === 'boolean' ? isEarly : typeof opens === 'string';

/** A special day with normal trading is neither closed nor a half day. */
export const isClosedDay = (row: Row): boolean =>
  !isHalfDay(row) && (typeof row.open_time !== 'string' || row.is_business_day === false);

/** The days on which an exchange is closed, by the service's records of its holidays. */
export const closedDaysIn = (rows: readonly Row[]): readonly number[] =>
  rows.filter(isClosedDay).flatMap(({ date }) => dayFromIso(String(date).slice(0, 10)) ?? []);
