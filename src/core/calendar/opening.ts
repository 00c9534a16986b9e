import { MS_PER_DAY } from './units';
import { type Instant } from './iso-dates';
import { isLunchBreak } from './lunch-breaks';
import { countBefore } from '../count-before';
import { type ExchangeYear, yearOf } from './trading-days';

/** A moment in UTC or on the exchange's own wall clock, in milliseconds since, or as if since, 1970. */
export interface Moment {
  readonly clock: 'utc' | 'exchange';
  readonly ms: number;
}

/** A session may begin the evening before its date and last past midnight, and in UTC its date may differ. */
const REACH_DAYS = [-2, -1, 0, 1, 2] as const;

const onClock = ({ clock }: Moment, { utcMs, offsetMs }: Instant): number =>
  clock === 'utc' ? utcMs : utcMs + offsetMs;

/**
 * Whether a session of the year is on at the moment; the opening is included, the close is not. If the service lists a
 * session that spans the exchange's lunch break, the break interrupts it.
 */
export function isOpenAt({ sessionsOf, from: { mic } }: ExchangeYear, moment: Moment): boolean {
  const day = Math.floor(moment.ms / MS_PER_DAY);
  return REACH_DAYS.some((reach) =>
    sessionsOf
      .get(day + reach)
      ?.some(
        (session) =>
          onClock(moment, session.opens) <= moment.ms &&
          moment.ms < onClock(moment, session.closes) &&
          !isLunchBreak(mic, session, moment.clock === 'utc' ? moment.ms + session.opens.offsetMs : moment.ms),
      ),
  );
}

/** The years that the exchange's date may be in at the moment: one, or two around New Year. */
export function yearsAt({ ms }: Moment): readonly number[] {
  const day = Math.floor(ms / MS_PER_DAY);
  return [...new Set([yearOf(day - 1), yearOf(day + 1)])];
}

/** The exchange's own date at the moment, by its UTC offset in the nearest session. */
export function exchangeDayAt({ days, sessionsOf }: ExchangeYear, { clock, ms }: Moment): number {
  const nearest = days[Math.min(countBefore(days, Math.floor(ms / MS_PER_DAY)), days.length - 1)];
  const offsetMs =
    clock === 'exchange' || nearest === undefined ? 0 : (sessionsOf.get(nearest)?.[0]?.opens.offsetMs ?? 0);
  return Math.floor((ms + offsetMs) / MS_PER_DAY);
}
