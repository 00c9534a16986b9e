import { dayIn, offsetOf } from '../../core/zones';
import { isoFromDay, MS_PER_DAY } from '../../core/dates';
import { yearOf } from './days';

const STEP_DAYS = 10;
const REACH_DAYS = 400;

export interface Summer {
  readonly isObserved: boolean;
  /** Dates on the zone's own calendar; null where the clocks are not changed. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Daylight saving time of a zone at a moment. */
export function summerTime(zone: string, utcMs: number): Summer {
  const year = yearOf(Math.floor(utcMs / MS_PER_DAY));
  const standardMs = Math.min(offsetOf(zone, Date.UTC(year, 0, 1)), offsetOf(zone, Date.UTC(year, 6, 1)));
  return {
    isObserved: offsetOf(zone, utcMs) > standardMs,
    previous: transition(zone, utcMs, -1),
    next: transition(zone, utcMs, 1),
  };
}

function transition(zone: string, utcMs: number, direction: 1 | -1): string | null {
  const stepMs = direction * STEP_DAYS * MS_PER_DAY;
  for (let from = utcMs; Math.abs(from - utcMs) < REACH_DAYS * MS_PER_DAY; from += stepMs) {
    if (offsetOf(zone, from) !== offsetOf(zone, from + stepMs)) return dateOfChange(zone, from, from + stepMs);
  }
  return null;
}

function dateOfChange(zone: string, oneMs: number, otherMs: number): string {
  let [beforeMs, afterMs] = oneMs < otherMs ? [oneMs, otherMs] : [otherMs, oneMs];
  const offsetBefore = offsetOf(zone, beforeMs);
  while (afterMs - beforeMs > 1000) {
    const middleMs = Math.floor((beforeMs + afterMs) / 2);
    if (offsetOf(zone, middleMs) === offsetBefore) beforeMs = middleMs;
    else afterMs = middleMs;
  }
  return isoFromDay(dayIn(zone, afterMs));
}
