import type { Area } from '../../api/interface/operation';
import { dayIn } from '../../core/calendar/zones';
import { momentAt, sessionOf } from '../calendar/sessions';
import { exchangeOf } from '../exchanges/exchanges';
import type { Instrument } from './instrument';
import { MS_PER_DAY } from '../../core/calendar/dates';
import { FRIDAY, SATURDAY, SUNDAY, weekdayOf } from '../../core/calendar/iso-dates';

const NEW_YORK = 'America/New_York';
/** Currencies and commodities pause from Friday to Sunday, both at 17:00 in New York. */
const WEEKEND_AT = '17:00';
/** No exchange stays closed for this long. */
const DAYS_BACK = 30;

/**
 * The moment of the last price: now during trading, otherwise the end of the last session. Coins trade all the time.
 */
export function lastTradeMs(area: Area, { mic }: Instrument, nowMs: number): number {
  switch (area) {
    case 'crypto':
      return nowMs;
    case 'currencies':
    case 'commodities':
      return beforeWeekend(nowMs);
    case 'stocks':
    case 'indices':
      return lastInSession(mic ?? '', nowMs);
  }
}

function beforeWeekend(nowMs: number): number {
  const today = dayIn(NEW_YORK, nowMs);
  const weekday = weekdayOf(today);
  const friday = today - ((weekday - FRIDAY + 7) % 7);
  const isWeekend =
    weekday === SATURDAY ||
    (weekday === FRIDAY && nowMs >= momentAt(NEW_YORK, today, WEEKEND_AT)) ||
    (weekday === SUNDAY && nowMs < momentAt(NEW_YORK, today, WEEKEND_AT));
  return isWeekend ? momentAt(NEW_YORK, friday, WEEKEND_AT) : nowMs;
}

function lastInSession(mic: string, nowMs: number): number {
  const exchange = exchangeOf(mic);
  if (!exchange) return beforeWeekend(nowMs);
  const today = Math.floor(nowMs / MS_PER_DAY) + 1;
  for (let day = today; day > today - DAYS_BACK; day--) {
    const session = sessionOf(exchange, day);
    if (session && session.opensMs <= nowMs) return Math.min(nowMs, session.closesMs);
  }
  return nowMs;
}
