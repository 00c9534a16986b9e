import { MS_PER_DAY } from '../../core/calendar/units';
import { weekdayOf } from '../../core/calendar/weekdays';

/** Days are whole days since 1970-01-01; months count from 1. */
export const dayOf = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / MS_PER_DAY;

/** The nth weekday of a month; -1 is the last. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth < 0) {
    const last = dayOf(year, month + 1, 1) - 1;
    return last - ((weekdayOf(last) - weekday + 7) % 7) + (nth + 1) * 7;
  }
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
}

/** The first `weekday` on or after a day. */
export const weekdayFrom = (day: number, weekday: number): number => day + ((weekday - weekdayOf(day) + 7) % 7);

/** Easter Sunday of the Gregorian calendar, by Gauss's method as completed by Lichtenberg. */
export function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const moonShift = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sunShift = 2 - Math.floor((3 * century + 3) / 4);
  const metonic = year % 19;
  const seed = (19 * metonic + moonShift) % 30;
  const correction = Math.floor((seed + Math.floor(metonic / 11)) / 29);
  const paschal = 21 + seed - correction;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sunShift) % 7);
  const marchDate = paschal + (7 - ((paschal - firstSunday) % 7));
  return dayOf(year, 3, marchDate);
}
