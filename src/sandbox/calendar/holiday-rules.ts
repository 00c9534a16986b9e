import { dayFromIso, WEEKDAY_NAMES, weekdayOf } from '../../core/calendar/iso-dates';
import { MS_PER_DAY } from '../../core/calendar/dates';

/**
 * Where a holiday moves if it falls on a day without trading: `forward` to the next free trading day, `sunday` likewise
 * but only from a Sunday, `nearest` from Saturday to Friday and from Sunday to Monday, `before` to the previous trading
 * day. Without a shift it does not move.
 */
type Shift = 'forward' | 'sunday' | 'nearest' | 'before';

/** A holiday as a table has it: with one of the ways to say on which days it falls. */
export interface WrittenHoliday extends WrittenDays {
  readonly name: string;
  readonly shift?: Shift;
  /** The market trades but closes early on these days. */
  readonly early?: true;
  /** The first year in which it is in force. */
  readonly since?: number;
}

interface WrittenDays {
  /** The same date every year: "12-25". */
  readonly date?: string;
  /** Days after Easter Sunday. */
  readonly easter?: number;
  /** Which of the month's weekdays, from 1; -1 is the last. With `weekday`, `month` and perhaps `plus`. */
  readonly nth?: number;
  readonly weekday?: string;
  readonly month?: number;
  /** Days later. */
  readonly plus?: number;
  /** The first `weekday` on or after this date. */
  readonly from?: string;
  readonly equinox?: keyof typeof EQUINOXES;
  /** By year, for days that follow no rule of the solar calendar, or were decided individually: "02-09 02-12". */
  readonly dates?: Readonly<Record<string, string>>;
}

export interface HolidayRule {
  readonly name: string;
  readonly shift?: Shift;
  readonly isEarlyClose?: true;
  /** The days before any shift. */
  days(year: number): readonly number[];
}

/** Throws a RangeError that names the holiday if the table is wrong. */
export function holidayRule({ name, shift, early, since = 0, ...days }: WrittenHoliday): HolidayRule {
  const each = daysOf(name, days);
  return {
    name,
    ...(shift && { shift }),
    ...(early && { isEarlyClose: early }),
    days: (year) => (year < since ? [] : each(year)),
  };
}

function daysOf(name: string, written: WrittenDays): (year: number) => readonly number[] {
  const { date, easter, nth, month = NaN, plus = 0, from, equinox, dates } = written;
  const weekday = WEEKDAY_NAMES.findIndex((one) => one === written.weekday);
  if (dates !== undefined) {
    const known = new Map(Object.entries(dates).map(([year, days]) => [Number(year), days.split(' ')]));
    const inYear = (year: number): number[] => (known.get(year) ?? []).map((day) => dayIn(year, day, name));
    for (const year of known.keys()) inYear(year);
    return inYear;
  }
  if (date !== undefined) return (year) => [dayIn(year, date, name)];
  if (easter !== undefined) return (year) => [easterSunday(year) + easter];
  if (equinox !== undefined) return (year) => [equinoxOf(equinox, year)];
  if (weekday >= 0 && from !== undefined) return (year) => [weekdayFrom(dayIn(year, from, name), weekday)];
  if (weekday >= 0 && nth !== undefined) return (year) => [nthWeekday(year, month, weekday, nth) + plus];
  throw new RangeError(`The holiday "${name}" does not say on which days it falls`);
}

function dayIn(year: number, date: string, name: string): number {
  const day = dayFromIso(`${year}-${date}`);
  if (day === undefined) throw new RangeError(`The holiday "${name}" has no date ${date} in ${year}`);
  return day;
}

/** Days are whole days since 1970-01-01; months count from 1. */
export const dayOf = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / MS_PER_DAY;

/** The nth weekday of a month; -1 is the last. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth < 0) {
    const last = dayOf(year, month + 1, 1) - 1;
    return last - ((weekdayOf(last) - weekday + 7) % 7) + (nth + 1) * 7;
  }
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
}

/** The first `weekday` on or after a day. */
const weekdayFrom = (day: number, weekday: number): number => day + ((weekday - weekdayOf(day) + 7) % 7);

const EQUINOXES = { vernal: [3, 20.8431], autumnal: [9, 23.2488] } as const;

/** The Sun's position shifts by 0.242194 days a year against the calendar; valid in Japan from 1980 to 2099. */
function equinoxOf(which: keyof typeof EQUINOXES, year: number): number {
  const [month, base] = EQUINOXES[which];
  return dayOf(year, month, Math.floor(base + 0.242194 * (year - 1980)) - Math.floor((year - 1980) / 4));
}

/** Easter Sunday of the Gregorian calendar, by Gauss's method as completed by Lichtenberg. */
function easterSunday(year: number): number {
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
