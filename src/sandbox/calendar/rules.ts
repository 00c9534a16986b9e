import { dayFromIso } from '../../core/calendar/iso-dates';
import { dayOf, easterSunday, nthWeekday, weekdayFrom, yearOf } from './days';

/**
 * Where a holiday goes that falls on a day without trading: `forward` to the next trading day that is not taken,
 * `sunday` the same but only from a Sunday, `nearest` Friday for Saturday and Monday for Sunday, `before` to the last
 * trading day before. Without a shift it is lost to the weekend.
 */
export type Shift = 'forward' | 'sunday' | 'nearest' | 'before';

export interface HolidayRule {
  readonly name: string;
  readonly shift?: Shift;
  readonly isEarlyClose?: true;
  /** The days before any shift. */
  days(year: number): readonly number[];
}

const rule = (name: string, days: (year: number) => readonly number[], shift?: Shift): HolidayRule =>
  shift ? { name, days, shift } : { name, days };

/** A date of every year. */
export const on = (name: string, month: number, date: number, shift?: Shift): HolidayRule =>
  rule(name, (year) => [dayOf(year, month, date)], shift);

/** The nth weekday of a month, -1 for the last; `plus` counts days from there. */
export const nth = (name: string, count: number, weekday: number, month: number, plus = 0): HolidayRule =>
  rule(name, (year) => [nthWeekday(year, month, weekday, count) + plus]);

/** The first such weekday on or after a date. */
export const onOrAfter = (name: string, weekday: number, month: number, date: number): HolidayRule =>
  rule(name, (year) => [weekdayFrom(dayOf(year, month, date), weekday)]);

/** Days from Easter Sunday. */
export const easter = (name: string, plus: number): HolidayRule => rule(name, (year) => [easterSunday(year) + plus]);

/** Dates that follow no rule of the solar calendar, or were decided once. */
export function dates(name: string, ...isoDates: readonly string[]): HolidayRule {
  const days = isoDates.map((text) => {
    const day = dayFromIso(text);
    if (day === undefined) throw new RangeError(`${name}: "${text}" is not a date`);
    return day;
  });
  return rule(name, (year) => days.filter((day) => yearOf(day) === year));
}

/** A date that a formula gives for each year. */
export const computed = (name: string, day: (year: number) => number, shift?: Shift): HolidayRule =>
  rule(name, (year) => [day(year)], shift);

/** The market trades but closes early. */
export const early = (holiday: HolidayRule): HolidayRule => ({ ...holiday, isEarlyClose: true });

/** The rule from that year on. */
export const since = (firstYear: number, holiday: HolidayRule): HolidayRule => ({
  ...holiday,
  days: (year) => (year < firstYear ? [] : holiday.days(year)),
});
