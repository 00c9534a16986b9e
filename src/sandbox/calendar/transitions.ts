import { isoFromDay } from '../../core/calendar/dates';
import { MS_PER_DAY } from '../../core/calendar/units';
import { type ClockChange, clockChanges, offsetAt } from './offsets';

interface Summer {
  readonly isObserved: boolean;
  /** Dates on the zone's own calendar; null if the clocks do not change. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Daylight saving time of a zone at a moment. */
export function summerTime(zone: string, utcMs: number): Summer {
  const year = new Date(utcMs).getUTCFullYear();
  const standardMs = Math.min(offsetAt(zone, Date.UTC(year, 0, 1)), offsetAt(zone, Date.UTC(year, 6, 1)));
  // A year's first entry only states its offset; it is not a change.
  const changes = [year - 1, year, year + 1].flatMap((each) => clockChanges(zone, each).slice(1));
  return {
    isObserved: offsetAt(zone, utcMs) > standardMs,
    previous: dateOf(changes.findLast(({ atMs }) => atMs <= utcMs)),
    next: dateOf(changes.find(({ atMs }) => atMs > utcMs)),
  };
}

const dateOf = (change: ClockChange | undefined): string | null =>
  change ? isoFromDay(Math.floor((change.atMs + change.offsetMs) / MS_PER_DAY)) : null;
