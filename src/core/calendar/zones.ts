import { type Instant } from './iso-dates';
import { MS_PER_DAY } from './dates';

/** Whose wall clock shows a time: the exchange's, UTC, the computer's, or an IANA zone such as "Europe/Paris". */
export type Zone = 'exchange' | 'utc' | 'local' | (string & {});

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone);
  if (cached) return cached;
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

export function isKnownZone(zone: string): boolean {
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds to add to UTC to get the wall clock of an IANA zone (or "local") at that moment. */
export function offsetOf(zone: string, utcMs: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of clockOf(zone).formatToParts(utcMs)) part[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return wallMs - Math.floor(utcMs / 1000) * 1000;
}

/**
 * The moment at which the wall clock of an IANA zone (or "local") shows a time, in milliseconds. When clocks are set
 * back, a time occurs twice and the earlier one counts. When clocks are set forward, a skipped time is counted from the
 * hour before.
 */
export function utcMsOf(zone: string, wallMs: number): number {
  const [before, after] = [offsetOf(zone, wallMs - MS_PER_DAY), offsetOf(zone, wallMs + MS_PER_DAY)];
  const moments = before === after ? [] : [wallMs - Math.max(before, after), wallMs - Math.min(before, after)];
  return moments.find((utcMs) => utcMs + offsetOf(zone, utcMs) === wallMs) ?? wallMs - before;
}

/** The zone's wall-clock time, in days since 1970 with a fraction. */
export function wallDays(instant: Instant, zone: Zone): number {
  if (zone === 'utc') return instant.utcMs / MS_PER_DAY;
  if (zone === 'exchange') return (instant.utcMs + instant.offsetMs) / MS_PER_DAY;
  return (instant.utcMs + offsetOf(zone, instant.utcMs)) / MS_PER_DAY;
}

export const dayIn = (zone: string, utcMs: number): number => Math.floor((utcMs + offsetOf(zone, utcMs)) / MS_PER_DAY);
