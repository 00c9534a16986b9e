import type { Instant } from './dates';
import { MS_PER_DAY } from './dates';
import type { ExchangeYear } from './trading-days';
import { countBefore } from './trading-days';

/** A moment in UTC, or what the exchange's own wall clock shows then; both in milliseconds as if since 1970. */
export interface Moment {
  readonly clock: 'utc' | 'exchange';
  readonly ms: number;
}

const onClock = ({ clock }: Moment, { utcMs, offsetMs }: Instant): number => (clock === 'utc' ? utcMs : utcMs + offsetMs);

/** Whether a session of the year is on at the moment: from its opening, up to but without its closing. */
export function isOpenAt({ sessionsOf }: ExchangeYear, moment: Moment): boolean {
  return daysAround(moment).some((day) => sessionsOf.get(day)?.some(({ opens, closes }) =>
    onClock(moment, opens) <= moment.ms && moment.ms < onClock(moment, closes)));
}

/** Days whose sessions may be on: the exchange may have another date than UTC, and a session may begin on the evening before its day. */
export function daysAround({ ms }: Moment): readonly [before: number, day: number, after: number] {
  const day = Math.floor(ms / MS_PER_DAY);
  return [day - 1, day, day + 1];
}

/** The exchange's own date at the moment, by its offset in the session nearest to it. */
export function exchangeDayAt({ days, sessionsOf }: ExchangeYear, moment: Moment): number {
  const [, day] = daysAround(moment);
  const nearest = days[Math.min(countBefore(days, day), days.length - 1)] ?? day;
  const offsetMs = moment.clock === 'exchange' ? 0 : sessionsOf.get(nearest)?.[0]?.opens.offsetMs ?? 0;
  return Math.floor((moment.ms + offsetMs) / MS_PER_DAY);
}
