import { dayFromIso } from '../../core/calendar/iso-dates';
import { yearOf } from '../../core/calendar/trading-days';
import { dayOf, easterSunday, nthWeekday, weekdayFrom } from './days';

/**
 * Where a holiday moves if it falls on a day without trading: `forward` to the next free trading day, `sunday` likewise
 * but only from a Sunday, `nearest` from Saturday to Friday and from Sunday to Monday, `before` to the previous trading
 * day. Without a shift it does not move.
 */
type Shift = 'forward' | 'sunday' | 'nearest' | 'before';

export interface HolidayRule {
  readonly name: string;
  readonly shift?: Shift;
  readonly isEarlyClose?: true;
  /** The days before any shift. */
  days(year: number): readonly number[];
}

const rule = (name: string, days: (year: number) => readonly number[], shift?: Shift): HolidayRule =>
  shift ? { name, days, shift } : { name, days };

/** The same date every year. */
export const on = (name: string, month: number, date: number, shift?: Shift): HolidayRule =>
  rule(name, (year) => [dayOf(year, month, date)], shift);

/** The nth weekday of a month, -1 for the last; `plus` days later. */
export const nth = (name: string, count: number, weekday: number, month: number, plus = 0): HolidayRule =>
  rule(name, (year) => [nthWeekday(year, month, weekday, count) + plus]);

/** The first `weekday` on or after a date. */
export const onOrAfter = (name: string, weekday: number, month: number, date: number): HolidayRule =>
  rule(name, (year) => [weekdayFrom(dayOf(year, month, date), weekday)]);

/** `plus` days after Easter Sunday. */
export const easter = (name: string, plus: number): HolidayRule => rule(name, (year) => [easterSunday(year) + plus]);

/** Dates that follow no rule of the solar calendar, or were decided individually. */
export function dates(name: string, ...isoDates: readonly string[]): HolidayRule {
  const days = isoDates.map((text) => {
    const day = dayFromIso(text);
    if (day === undefined) throw new RangeError(`${name}: "${text}" is not a date`);
    return day;
  });
  return rule(name, (year) => days.filter((day) => yearOf(day) === year));
}

/** A date that is computed for each year. */
export const computed = (name: string, day: (year: number) => number, shift?: Shift): HolidayRule =>
  rule(name, (year) => [day(year)], shift);

/** The market trades but closes early on these days. */
export const early = (holiday: HolidayRule): HolidayRule => ({ ...holiday, isEarlyClose: true });

/** The rule, in force from `firstYear` on. */
export const since = (firstYear: number, holiday: HolidayRule): HolidayRule => ({
  ...holiday,
  days: (year) => (year < firstYear ? [] : holiday.days(year)),
});
