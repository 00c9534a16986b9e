import { dayFromIso, SATURDAY, SUNDAY, weekdayOf } from '../../core/calendar/iso-dates';
import { yearOf } from '../../core/calendar/trading-days';
import type { Exchange, Week } from '../exchanges/exchanges';
import type { HolidayRule } from './holiday-rules';
import { RecentMap } from '../../core/basics';

interface SpecialDay {
  readonly day: number;
  readonly name: string;
  readonly isEarlyClose: boolean;
}

type SpecialDays = ReadonlyMap<number, SpecialDay>;

/** Computed once: they follow from exchange and year alone. Twenty years of every exchange fit. */
const computed = new RecentMap<string, SpecialDays>(5_000);

export const isWorkingDay = (exchange: Exchange, day: number): boolean =>
  weekAt(exchange, day).includes(weekdayOf(day));

/** The weekdays on which an exchange trades, as of that day. */
export const weekAt = ({ week, laterWeek }: Exchange, day: number): Week =>
  laterWeek && day >= (dayFromIso(laterWeek.from) ?? Infinity) ? laterWeek.week : week;

/** Closed days and half days of a year, in order, including closed days on a weekend. @internal */
export function specialDays(exchange: Exchange, year: number): SpecialDays {
  const name = `${exchange.mic} ${year}`;
  const days = computed.get(name) ?? compute(exchange, year);
  computed.set(name, days);
  return days;
}

/** What is special about the day; undefined for an ordinary day. */
export const specialDay = (exchange: Exchange, day: number): SpecialDay | undefined =>
  specialDays(exchange, yearOf(day)).get(day);

interface Occurrence {
  readonly rule: HolidayRule;
  readonly day: number;
}

function compute(exchange: Exchange, year: number): SpecialDays {
  const taken = new Map<number, SpecialDay>();
  const isFree = (day: number): boolean => isWorkingDay(exchange, day) && !taken.has(day);
  const take = ({ rule, day }: Occurrence): void => {
    if (!taken.has(day)) taken.set(day, { day, name: rule.name, isEarlyClose: rule.isEarlyClose === true });
  };
  const occurrences = [year - 1, year, year + 1]
    .flatMap((each) => exchange.holidays.flatMap((rule) => rule.days(each).map((day) => ({ rule, day }))))
    .sort((a, b) => a.day - b.day);
  const closed = occurrences.filter(({ rule }) => !rule.isEarlyClose);
  // Holidays that do not move come first: a shifted one must find a day that none of them takes.
  const mustMove = ({ rule, day }: Occurrence): boolean => moves(rule, day, exchange);
  closed.filter((occurrence) => !mustMove(occurrence)).forEach(take);
  closed.filter(mustMove).forEach(({ rule, day }) => take({ rule, day: shifted(rule, day, isFree) }));
  occurrences
    .filter(({ rule }) => rule.isEarlyClose)
    .forEach(({ rule, day }) => {
      const target = rule.shift === 'before' ? shifted(rule, day, isFree) : day;
      if (isFree(target)) take({ rule, day: target });
    });
  return new Map([...taken].filter(([day]) => yearOf(day) === year).sort(([a], [b]) => a - b));
}

function moves({ shift }: HolidayRule, day: number, exchange: Exchange): boolean {
  if (shift === undefined) return false;
  return shift === 'sunday' ? weekdayOf(day) === SUNDAY : !isWorkingDay(exchange, day);
}

function shifted({ shift }: HolidayRule, day: number, isFree: (day: number) => boolean): number {
  if (shift === 'nearest') return weekdayOf(day) === SATURDAY ? day - 1 : day + 1;
  const step = shift === 'before' ? -1 : 1;
  let target = day;
  while (!isFree(target)) target += step;
  return target;
}
