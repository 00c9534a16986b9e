import { MS_PER_DAY, SECONDS_PER_DAY } from './dates';

/** Dates, times and weekdays as the service and people write them. Separate from serials, which every quote needs. */

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** "2026-11-20" → day; undefined if the calendar has no such date (2026-02-30). */
export function dayFromIso(text: string): number | undefined {
  const match = ISO_DATE.exec(text);
  if (!match) return undefined;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, date);
  // Date.UTC moves a date that the month does not have into another month.
  if (instant.getUTCMonth() !== month - 1) return undefined;
  return instant.getTime() / MS_PER_DAY;
}

/** A moment, and the UTC offset with which it was written. */
export interface Instant {
  readonly utcMs: number;
  readonly offsetMs: number;
}

const ISO_INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?$/i;

/** "2026-11-20T09:30:00-05:00" → instant; a text without an offset is UTC. Undefined if it is not a date-time. */
export function instantFromIso(text: string): Instant | undefined {
  const match = ISO_INSTANT.exec(text);
  if (!match) return undefined;
  const day = dayFromIso(match[1]!);
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4] ?? 0)];
  const [offsetHour, offsetMinute] = [Number(match[8] ?? 0), Number(match[9] ?? 0)];
  const wallSeconds = secondsOf(hour, minute, second);
  if (day === undefined || wallSeconds === undefined || offsetHour > 23 || offsetMinute > 59) return undefined;
  const offsetMs = (match[7] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 60_000;
  const wallMs = (wallSeconds + Number(match[5] ?? 0)) * 1000;
  return { utcMs: day * MS_PER_DAY + wallMs - offsetMs, offsetMs };
}

/** instant → "2026-11-20T09:30:00-05:00". */
export function isoFromInstant({ utcMs, offsetMs }: Instant): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const wall = new Date(utcMs + offsetMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  return `${wall}${offsetMs < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

const WITH_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Whether a date-time states its offset: otherwise only its own local time is known. */
export const hasOffset = (text: string): boolean => WITH_OFFSET.test(text);

/** The form of most services, with a day that every month has: 30 February would become a day in March. */
const USUAL_UTC = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;

/**
 * "2026-11-20T14:30:00.250Z" → milliseconds since 1970; NaN if it is not a date-time. A table of ticks can hold a
 * hundred thousand, so the usual form is left to the engine.
 */
export const utcMsFromIso = (text: string): number =>
  USUAL_UTC.test(text) ? Date.parse(text) : (instantFromIso(text)?.utcMs ?? NaN);

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** "09:30" → fraction of a day; undefined if it is not a time of day. */
export function fractionFromClock(text: string): number | undefined {
  const match = CLOCK.exec(text);
  if (!match) return undefined;
  const seconds = secondsOf(Number(match[1]), Number(match[2]), Number(match[3] ?? 0));
  return seconds === undefined ? undefined : seconds / SECONDS_PER_DAY;
}

/** Seconds since midnight. 24:00 ends a day; a leap second counts as the first second of the next minute. */
function secondsOf(hour: number, minute: number, second: number): number | undefined {
  const seconds = hour * 3600 + minute * 60 + second;
  return minute > 59 || second > 60 || seconds > SECONDS_PER_DAY ? undefined : seconds;
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH = `(${MONTHS.map((name) => name.replace(/(...)(t?)(.*)/, '$1(?:$2(?:$3)?)?')).join('|')})\\.?`;
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(\\d{4})(?![\\d.])';

/** "1 Dec 2026", "1-Dec-2026", "1. December 2026". */
const DAY_FIRST = new RegExp(`^${DAY}[ .-]+${MONTH}[ ,-]+${YEAR}`, 'i');
/** "Dec 1, 2026", "December 1 2026". */
const MONTH_FIRST = new RegExp(`^${MONTH}[ -]+${DAY}[ ,-]+${YEAR}`, 'i');

/** "2026年11月25日", "2026/11/25", "2026-1-5": with the year first, the month is second everywhere. */
const YEAR_FIRST = /^(\d{4}) ?[年/-] ?(\d{1,2}) ?[月/-] ?(\d{1,2})(?: ?日|(?=[ T,]|$))/;

/** "9:30", ", 09:30:15", " at 9:30 PM". What follows, such as an offset, stays as it is. */
const TIME = /^(?:,| at)? +(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?)(?: *([ap])\.?m\b\.?)?/i;

/**
 * Rewrites the date and time at the start of a text: "1 Dec 2026 9:30" becomes "2026-12-01 09:30". The month must have
 * an English name, or the year must come first. Every other text is returned unchanged: in "1.12.2026" it is unknown
 * which number is the month.
 */
export function withIsoDate(text: string): string {
  const [start, ...numbers] = YEAR_FIRST.exec(text) ?? [];
  if (start !== undefined)
    return numbers.map((number) => twoDigits(number)).join('-') + withIsoTime(text.slice(start.length));
  const [dayFirst, monthFirst] = [DAY_FIRST.exec(text), MONTH_FIRST.exec(text)];
  const match = dayFirst ?? monthFirst;
  if (!match) return text;
  const [whole, first = '', second = '', year] = match;
  const [day, monthName] = dayFirst ? [first, second] : [second, first];
  const month = MONTHS.findIndex((one) => one.startsWith(monthName.slice(0, 3).toLowerCase())) + 1;
  return `${year}-${twoDigits(month)}-${twoDigits(day)}${withIsoTime(text.slice(whole.length))}`;
}

/** Every other text unchanged, and a time such as "13:30 PM". */
function withIsoTime(text: string): string {
  const [whole = '', hour = '', minutes = '', half] = TIME.exec(text) ?? [];
  if (whole === '' || (half !== undefined && !(Number(hour) >= 1 && Number(hour) <= 12))) return text;
  const hours = half === undefined ? hour : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return ` ${twoDigits(hours)}${minutes}${text.slice(whole.length)}`;
}

export const twoDigits = (number: number | string): string => String(number).padStart(2, '0');

/** Weekdays count from Sunday, 0. */
export const [SUNDAY, MONDAY, FRIDAY, SATURDAY] = [0, 1, 5, 6] as const;

export const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export const DAYS_PER_WEEK = 7;

/** The weekday of day 0, 1 January 1970, a Thursday. */
export const FIRST_WEEKDAY = 4;

/** @param day whole days since 1970-01-01 */
export const weekdayOf = (day: number): number =>
  (((day + FIRST_WEEKDAY) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK;

/** Whether a day is a Saturday or a Sunday. */
export const isWeekend = (day: number): boolean => [SATURDAY, SUNDAY].some((one) => one === weekdayOf(day));

export const weekdayName = (day: number): string => WEEKDAY_NAMES[weekdayOf(day)] as string;
