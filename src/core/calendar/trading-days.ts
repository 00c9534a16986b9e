import type { Row } from '../columns';
import { isoFromDay, MS_PER_DAY } from './dates';
import { dayFromIso, hasOffset, type Instant, instantFromIso, DAYS_PER_WEEK, weekdayOf } from './iso-dates';
import { notAvailable } from '../errors';
import { countBefore } from '../basics';

/** One continuous trading session. A day with a lunch break may have two. */
interface TradingSession {
  readonly day: number;
  readonly opens: Instant;
  readonly closes: Instant;
}

/** The days of one calendar year on which an exchange trades, or on which several exchanges all trade. */
export interface TradingYear {
  readonly year: number;
  /** Ascending, each once. */
  readonly days: readonly number[];
  /**
   * The first and the last day that the service's calendar covers. Between them, a day that is not in `days` has no
   * trading, unless it lies in a gap.
   */
  readonly from: Edge;
  readonly to: Edge;
  /** Periods between `from` and `to` for which the calendar is incomplete: a missing day says nothing there. */
  readonly gaps: readonly Gap[];
}

interface Edge {
  readonly day: number;
  /** The exchange whose calendar begins or ends on that day. */
  readonly mic: string;
}

export interface ExchangeYear extends TradingYear {
  readonly sessionsOf: ReadonlyMap<number, readonly TradingSession[]>;
}

export const yearOf = (day: number): number => new Date(day * MS_PER_DAY).getUTCFullYear();

export function firstDayOf(year: number): number {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  return new Date(0).setUTCFullYear(year, 0, 1) / MS_PER_DAY;
}

export const lastDayOf = (year: number): number => firstDayOf(year + 1) - 1;

/**
 * A year may begin and end with holidays: ten days in Moscow, three in Tokyo. A calendar that is silent for longer does
 * not reach the beginning or end of the year, and its missing days must not count as closed days.
 */
const MAX_HOLIDAY_AT_START_DAYS = 10;
const MAX_HOLIDAY_AT_END_DAYS = 5;

/**
 * The service's session records of one exchange for one year; undefined if none is of that year. Half days count as
 * days.
 */
export function readExchangeYear(rows: readonly Row[], mic: string, year: number): ExchangeYear | undefined {
  const [start, end] = [firstDayOf(year), lastDayOf(year)];
  const sessionsOf = new Map<number, TradingSession[]>();
  for (const row of rows) {
    const session = readSession(row, mic);
    if (session === undefined || session.day < start || session.day > end) continue;
    const ofSameDay = sessionsOf.get(session.day);
    if (ofSameDay) ofSameDay.push(session);
    else sessionsOf.set(session.day, [session]);
  }
  const days = [...sessionsOf.keys()].sort((a, b) => a - b);
  const [first] = days;
  if (first === undefined) return undefined;
  const last = days.at(-1)!;
  return {
    year,
    days,
    sessionsOf,
    gaps: gapsIn(days, mic),
    from: { mic, day: first - start > MAX_HOLIDAY_AT_START_DAYS ? first : start },
    to: { mic, day: end - last > MAX_HOLIDAY_AT_END_DAYS ? last : end },
  };
}

/**
 * When a session opens or closes; undefined if the text does not say it. Without an offset it is not known when that is
 * in any other place.
 */
export const sessionTime = (text: unknown): Instant | undefined =>
  typeof text === 'string' && hasOffset(text) ? instantFromIso(text) : undefined;

/** A record without times is a day without trading. An unreadable one makes every count doubtful, so it is an error. */
function readSession(row: Row, mic: string): TradingSession | undefined {
  const [opens, closes] = [sessionTime(row.open_time), sessionTime(row.close_time)];
  const day = dayFromIso(textOf(row.date).slice(0, 10));
  if (day !== undefined && row.open_time === null && row.close_time === null) return undefined;
  if (day === undefined || !opens || !closes || closes.utcMs <= opens.utcMs) {
    throw notAvailable(
      `The service sent trading hours of ${mic} that cannot be read: recalculate, or tell your provider`,
    );
  }
  return { day, opens, closes };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const commonDaysByPair = new WeakMap<TradingYear, WeakMap<TradingYear, TradingYear>>();

/**
 * The trading days that two exchanges share in one year. Computed once per pair: a column of formulas asks again and
 * again.
 */
export function commonDays(one: TradingYear, other: TradingYear): TradingYear {
  const ofOne = commonDaysByPair.get(one) ?? new WeakMap<TradingYear, TradingYear>();
  const common = ofOne.get(other) ?? intersect(one, other);
  commonDaysByPair.set(one, ofOne.set(other, common));
  return common;
}

function intersect(one: TradingYear, other: TradingYear): TradingYear {
  const days = new Set(other.days);
  return {
    year: one.year,
    days: one.days.filter((day) => days.has(day)),
    from: other.from.day > one.from.day ? other.from : one.from,
    to: other.to.day < one.to.day ? other.to : one.to,
    gaps: [...one.gaps, ...other.gaps],
  };
}

/** The number of trading days from start to end, both included. Throws #N/A if a calendar does not reach that far. */
export const countTradingDays = (calendars: readonly TradingYear[], start: number, end: number): number =>
  calendars.reduce((sum, calendar) => sum + countInYear(calendar, start, end), 0);

function countInYear(calendar: TradingYear, start: number, end: number): number {
  const [first, last] = [Math.max(start, firstDayOf(calendar.year)), Math.min(end, lastDayOf(calendar.year))];
  if (first > last) return 0;
  checkCovered(calendar, first, last);
  return countBefore(calendar.days, last + 1) - countBefore(calendar.days, first);
}

/** Result of a walk: the day reached, or the steps left at the end of the years. */
type Walk = { readonly day: number } | { readonly left: number };

/**
 * Walks from a day to later trading days, or to earlier ones if `steps` is negative, through years that follow each
 * other in that direction. Throws #N/A if a calendar does not reach that far.
 */
export function walkTradingDays(calendars: readonly TradingYear[], start: number, steps: number): Walk {
  let left = steps;
  for (const calendar of calendars) {
    const reached = walkYear(calendar, start, left);
    if ('day' in reached) return reached;
    left = reached.left;
  }
  return { left };
}

function walkYear(calendar: TradingYear, start: number, steps: number): Walk {
  const { year, days } = calendar;
  if (steps > 0) {
    const passed = countBefore(days, start + 1);
    const day = days[passed + steps - 1];
    checkCovered(calendar, Math.max(start + 1, firstDayOf(year)), day ?? lastDayOf(year));
    return day === undefined ? { left: steps - (days.length - passed) } : { day };
  }
  const ahead = countBefore(days, start);
  const day = days[ahead + steps];
  checkCovered(calendar, day ?? firstDayOf(year), Math.min(start - 1, lastDayOf(year)));
  return day === undefined ? { left: steps + ahead } : { day };
}

/** Throws #N/A unless the service's calendar covers every day from first to last. */
export function checkCovered({ from, to, gaps }: TradingYear, first: number, last: number): void {
  if (first < from.day)
    throw notAvailable(
      `The service has no trading hours of ${from.mic} before ${isoFromDay(from.day)}: choose later dates`,
    );
  if (last > to.day)
    throw notAvailable(
      `The service has no trading hours of ${to.mic} after ${isoFromDay(to.day)}: choose earlier dates`,
    );
  const gap = gaps.find((one) => first <= one.to && last >= one.from);
  if (gap)
    throw notAvailable(
      `The service's trading hours of ${gap.mic} leave out days from ${isoFromDay(gap.from)} to ${isoFromDay(gap.to)}: refresh in the MD pane, or tell your provider`,
    );
}

/** A period in which a calendar lacks trading days. */
interface Gap {
  /** The first and the last day about which nothing is certain. */
  readonly from: number;
  readonly to: number;
  /** The exchange whose calendar it is. */
  readonly mic: string;
}

/** No exchange closes for longer by plan: Lunar New Year took Taipei twelve days in 2023. */
const MAX_CLOSING_DAYS = 12;
/** An exchange trades on most of its trading weekdays: holidays take less than a tenth of them. */
const MIN_SHARE = 0.8;
/** In a shorter period a few holidays are a large share. */
const MIN_PERIOD_DAYS = 60;

/**
 * Finds periods that a calendar silently leaves out: stretches without a session that are too long for holidays, or the
 * whole calendar if too few days trade.
 *
 * @param days ascending trading days, each once
 * @internal
 */
export function gapsIn(days: readonly number[], mic: string): readonly Gap[] {
  const [first] = days;
  if (first === undefined) return [];
  const last = days.at(-1)!;
  if (isSparse(days, last - first + 1)) return [{ from: first, to: last, mic }];
  return days.flatMap((day, index) => {
    const next = days[index + 1] ?? day;
    return next - day - 1 > MAX_CLOSING_DAYS ? [{ from: day + 1, to: next - 1, mic }] : [];
  });
}

function isSparse(days: readonly number[], length: number): boolean {
  const weeks = length / DAYS_PER_WEEK;
  const counts = new Array<number>(DAYS_PER_WEEK).fill(0);
  for (const day of days) counts[weekdayOf(day)]!++;
  // A single Saturday that makes up for a lost day does not make Saturday a trading weekday.
  const tradingWeekdays = counts.filter((count) => count > weeks / DAYS_PER_WEEK).length;
  return length > MIN_PERIOD_DAYS && days.length < MIN_SHARE * weeks * tradingWeekdays;
}
