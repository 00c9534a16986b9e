import type { Row } from '../columns';
import { isoFromDay, MS_PER_DAY } from './dates';
import { dayFromIso, hasOffset, type Instant, instantFromIso, DAYS_PER_WEEK } from './iso-dates';
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
 * A year may begin and end with holidays: ten days in Moscow, three in Tokyo. A longer gap means that the calendar does
 * not reach the beginning or end of the year. Then the missing days must not count as closed.
 */
const MAX_HOLIDAY_AT_START_DAYS = 10;
const MAX_HOLIDAY_AT_END_DAYS = 5;

/**
 * The service's session records of one exchange for one year; undefined if none is of that year. Half days count as
 * days.
 * @param holidays days on which the service says that the exchange is closed: they explain why sessions are missing
 */
export function readExchangeYear(
  rows: readonly Row[],
  mic: string,
  year: number,
  holidays: Iterable<number> = [],
): ExchangeYear | undefined {
  const [start, end] = [firstDayOf(year), lastDayOf(year)];
  const sessionsOf = new Map<number, TradingSession[]>();
  const closed = new Set(holidays);
  for (const row of rows) {
    const [day, session] = readDay(row, mic);
    if (session === undefined) closed.add(day);
    if (session === undefined || day < start || day > end) continue;
    const ofSameDay = sessionsOf.get(day);
    if (ofSameDay) ofSameDay.push(session);
    else sessionsOf.set(day, [session]);
  }
  const days = [...sessionsOf.keys()].sort((a, b) => a - b);
  const [first] = days;
  if (first === undefined) return undefined;
  const last = days.at(-1)!;
  const isMissing = (from: number, to: number, maxDays: number): boolean =>
    to - from + 1 > maxDays && !isExplained({ from, to }, sessionsOf, closed);
  return {
    year,
    days,
    sessionsOf,
    gaps: gapsIn(days, mic, closed),
    from: { mic, day: isMissing(start, first - 1, MAX_HOLIDAY_AT_START_DAYS) ? first : start },
    to: { mic, day: isMissing(last + 1, end, MAX_HOLIDAY_AT_END_DAYS) ? last : end },
  };
}

export const isWhole = ({ year, gaps, from, to }: TradingYear): boolean =>
  gaps.length === 0 && from.day === firstDayOf(year) && to.day === lastDayOf(year);

/**
 * When a session opens or closes; undefined if the text has no offset or is no date-time. Without an offset the moment
 * is unknown.
 */
export const sessionTime = (text: unknown): Instant | undefined =>
  typeof text === 'string' && hasOffset(text) ? instantFromIso(text) : undefined;

/** A record without times is a day without trading. An unreadable one makes every count doubtful, so it is an error. */
function readDay(row: Row, mic: string): readonly [day: number, TradingSession | undefined] {
  const [opens, closes] = [sessionTime(row.open_time), sessionTime(row.close_time)];
  const day = dayFromIso(textOf(row.date).slice(0, 10));
  if (day !== undefined && isNoTime(row.open_time) && isNoTime(row.close_time)) return [day, undefined];
  if (day === undefined || !opens || !closes || closes.utcMs <= opens.utcMs)
    throw notAvailable(
      `The service sent trading hours of ${mic} that cannot be read: recalculate, or tell your provider`,
    );
  return [day, { day, opens, closes }];
}

const isNoTime = (value: unknown): boolean => value === null || value === '';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const commonDaysByPair = new WeakMap<TradingYear, WeakMap<TradingYear, TradingYear>>();

/**
 * The trading days that two exchanges share in one year. Computed once per pair, because a column of formulas asks
 * repeatedly.
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
 * Walks from a day to later trading days, or to earlier ones if `steps` is negative. The years follow each other in
 * that direction. Throws #N/A if a calendar does not reach that far.
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
  /** The first and the last uncertain day. */
  readonly from: number;
  readonly to: number;
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
 * whole calendar if too few days trade. A stretch that known closed days explain is not a gap.
 * @param days ascending trading days, each once
 * @internal
 */
export function gapsIn(days: readonly number[], mic: string, closed: Days = new Set()): readonly Gap[] {
  const [first] = days;
  if (first === undefined) return [];
  const last = days.at(-1)!;
  const trading = new Set(days);
  if (isSparse(first, last, trading, closed)) return [{ from: first, to: last, mic }];
  return days.flatMap((day, index) => {
    const gap = { from: day + 1, to: (days[index + 1] ?? day + 1) - 1, mic };
    return gap.to - day > MAX_CLOSING_DAYS && !isExplained(gap, trading, closed) ? [gap] : [];
  });
}

interface Days {
  has(day: number): boolean;
}

function isSparse(first: number, last: number, trading: Days, closed: Days): boolean {
  if (last - first + 1 <= MIN_PERIOD_DAYS) return false;
  const usual = daysFrom(first, last).filter(
    (day) => trading.has(day) || (!closed.has(day) && isUsualWeekday(day, trading)),
  );
  return usual.filter((day) => trading.has(day)).length < MIN_SHARE * usual.length;
}

/** Whether all usual trading days of a stretch without a session are known as closed. */
function isExplained({ from, to }: Omit<Gap, 'mic'>, trading: Days, closed: Days): boolean {
  const days = daysFrom(from, to);
  return (
    days.some((day) => closed.has(day)) &&
    days.every(
      (day) =>
        closed.has(day) ||
        // Judged by the weeks beside the stretch, however long it is.
        !(
          tradesInWeeks(from + ((day - from) % DAYS_PER_WEEK), -1, trading) ||
          tradesInWeeks(to - ((to - day) % DAYS_PER_WEEK), 1, trading)
        ),
    )
  );
}

const daysFrom = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * Whether an exchange usually trades on the weekday of a day, around that day: in the weeks before, or in those after,
 * since it may have changed its week.
 */
const isUsualWeekday = (day: number, trading: Days): boolean =>
  tradesInWeeks(day, -1, trading) || tradesInWeeks(day, 1, trading);

/** Whether a trading day lies on a weekday that is usually without trading, such as a Saturday for the state's budget. */
export const isSpecialSession = (day: number, trading: Days): boolean =>
  !isUsualWeekday(day, trading) && busiest(day, -1, trading) + busiest(day, 1, trading) > 1;

type Side = 1 | -1;

/** Some weeks have a holiday on the weekday, and one or two may have a special session. */
const tradesInWeeks = (day: number, side: Side, trading: Days): boolean =>
  2 * sessionsInWeeks(day, side, trading, DAYS_PER_WEEK) > busiest(day, side, trading);

/** The number of sessions of the weekday that has most of them. */
const busiest = (day: number, side: Side, trading: Days): number =>
  Math.max(...daysFrom(1, DAYS_PER_WEEK).map((distance) => sessionsInWeeks(day, side, trading, distance)));

const WEEKS = 4;

const sessionsInWeeks = (day: number, side: Side, trading: Days, distance: number): number =>
  daysFrom(0, WEEKS - 1).filter((week) => trading.has(day + side * (distance + week * DAYS_PER_WEEK))).length;
