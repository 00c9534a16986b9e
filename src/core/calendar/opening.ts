import { MS_PER_DAY } from './dates';
import { type Instant } from './iso-dates';
import { isLunchBreak } from './lunch-breaks';
import { countBefore, type ExchangeYear, yearOf } from './trading-days';

/** A moment in UTC, or what the exchange's own wall clock shows then; both in milliseconds as if since 1970. */
export interface Moment {
  readonly clock: 'utc' | 'exchange';
  readonly ms: number;
}

/** A session may begin on the evening before its date and last past midnight, and that date may be another in UTC. */
const REACH_DAYS = [-2, -1, 0, 1, 2] as const;

const onClock = ({ clock }: Moment, { utcMs, offsetMs }: Instant): number =>
  clock === 'utc' ? utcMs : utcMs + offsetMs;

/**
 * Whether a session of the year is on at the moment: from its opening, up to but without its closing. A session that the service lists over
 * the lunch break of the exchange is interrupted by it.
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

/** The years that it may be at an exchange at the moment: one, or two around New Year. */
export function yearsAt({ ms }: Moment): readonly number[] {
  const day = Math.floor(ms / MS_PER_DAY);
  return [...new Set([yearOf(day - 1), yearOf(day + 1)])];
}

/** The exchange's own date at the moment, by its offset in the session nearest to it. */
export function exchangeDayAt({ days, sessionsOf }: ExchangeYear, { clock, ms }: Moment): number {
  const nearest = days[Math.min(countBefore(days, Math.floor(ms / MS_PER_DAY)), days.length - 1)];
  const offsetMs =
    clock === 'exchange' || nearest === undefined ? 0 : (sessionsOf.get(nearest)?.[0]?.opens.offsetMs ?? 0);
  return Math.floor((ms + offsetMs) / MS_PER_DAY);
}
