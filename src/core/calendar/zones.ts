import { MS_PER_DAY } from './dates';
import { type Instant } from './iso-dates';

/** Whose wall clock a time is shown on: the exchange's, UTC, the computer's, or an IANA name such as "Europe/Paris". */
export type Zone = 'exchange' | 'utc' | 'local' | (string & {});

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    ...(zone === 'local' ? {} : { timeZone: zone }),
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, clock);
  return clock;
}

/** Whether the computer knows the IANA zone. */
export function isKnownZone(zone: string): boolean {
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds to add to UTC for the wall clock of an IANA zone (or "local") at that moment. */
export function offsetOf(zone: string, utcMs: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of clockOf(zone).formatToParts(utcMs)) part[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return wallMs - Math.floor(utcMs / 1000) * 1000;
}

/**
 * The moment at which the wall clock of an IANA zone (or "local") shows that time, in milliseconds. Of two such moments, when
 * clocks are set back, the earlier; a time that is skipped, when they are set forward, is counted from the hour before.
 */
export function utcMsOf(zone: string, wallMs: number): number {
  const [before, after] = [offsetOf(zone, wallMs - MS_PER_DAY), offsetOf(zone, wallMs + MS_PER_DAY)];
  const moments = before === after ? [] : [wallMs - Math.max(before, after), wallMs - Math.min(before, after)];
  return moments.find((utcMs) => utcMs + offsetOf(zone, utcMs) === wallMs) ?? wallMs - before;
}

/** The moment on the zone's wall clock, in days since 1970 with a fraction. */
export function wallDays(instant: Instant, zone: Zone): number {
  if (zone === 'utc') return instant.utcMs / MS_PER_DAY;
  if (zone === 'exchange') return (instant.utcMs + instant.offsetMs) / MS_PER_DAY;
  return (instant.utcMs + offsetOf(zone, instant.utcMs)) / MS_PER_DAY;
}

/** The date on the zone's wall clock, as a day. */
export const dayIn = (zone: string, utcMs: number): number => Math.floor((utcMs + offsetOf(zone, utcMs)) / MS_PER_DAY);
