import { momentAt, offsetAt, sessionOf } from '../calendar/sessions';
import { type Exchange, exchangeOf } from '../exchanges/exchanges';
import { RecentMap } from '../../core/basics';
import type { Span } from '../../core/calendar/bars';
import { MS_PER_DAY } from '../../core/calendar/dates';
import { FRIDAY, SATURDAY, SUNDAY, weekdayOf } from '../../core/calendar/iso-dates';
import { lunchBreakOn } from '../../core/calendar/opening';

/** Coins trade always, currencies and commodities on weekdays, and the rest in the hours of an exchange, by its MIC. */
export type Hours = string;
export const [ALWAYS, WEEKDAYS] = ['always', 'weekdays'];

const NEW_YORK = 'America/New_York';
/** Weekdays end on Friday and begin on Sunday, both at 17:00 in New York. */
const WEEKEND_AT = '17:00';
/** No exchange stays closed for this long. */
const DAYS_BACK = 30;

/** The moment of the last price: now during trading, otherwise the end of the last session. */
export function lastTradeMs(hours: Hours, nowMs: number): number {
  if (hours === ALWAYS) return nowMs;
  const exchange = exchangeOf(hours);
  return exchange ? lastInSession(exchange, nowMs) : beforeWeekend(nowMs);
}

function beforeWeekend(nowMs: number): number {
  const today = Math.floor((nowMs + offsetAt(NEW_YORK, nowMs)) / MS_PER_DAY);
  const weekday = weekdayOf(today);
  const friday = today - ((weekday - FRIDAY + 7) % 7);
  const isWeekend =
    weekday === SATURDAY ||
    (weekday === FRIDAY && nowMs >= momentAt(NEW_YORK, today, WEEKEND_AT)) ||
    (weekday === SUNDAY && nowMs < momentAt(NEW_YORK, today, WEEKEND_AT));
  return isWeekend ? momentAt(NEW_YORK, friday, WEEKEND_AT) : nowMs;
}

function lastInSession(exchange: Exchange, nowMs: number): number {
  const today = Math.floor(nowMs / MS_PER_DAY) + 1;
  for (let day = today; day > today - DAYS_BACK; day--) {
    const span = tradingOn(exchange, day).findLast(({ fromMs }) => fromMs <= nowMs);
    if (span) return Math.min(nowMs, span.toMs);
  }
  return nowMs;
}

/** Computed once for the price of each tick: a month of every exchange fits. */
const computed = new RecentMap<string, readonly Span[]>(2_000);

/** When an exchange trades on a day: twice with a lunch break, not at all on a closed day. */
export function tradingOn(exchange: Exchange, day: number): readonly Span[] {
  const name = `${exchange.mic} ${day}`;
  const spans = computed.get(name) ?? compute(exchange, day);
  computed.set(name, spans);
  return spans;
}

function compute(exchange: Exchange, day: number): readonly Span[] {
  const session = sessionOf(exchange, day);
  if (!session) return [];
  const { opensMs: fromMs, closesMs: toMs } = session;
  const offsetMs = offsetAt(exchange.zone, fromMs);
  const ends = { opens: { utcMs: fromMs, offsetMs }, closes: { utcMs: toMs, offsetMs } };
  const [pauseMs, resumeMs] = lunchBreakOn(exchange.mic, ends, day) ?? [];
  if (pauseMs === undefined || resumeMs === undefined) return [{ fromMs, toMs }];
  return [
    { fromMs, toMs: pauseMs - offsetMs },
    { fromMs: resumeMs - offsetMs, toMs },
  ];
}
