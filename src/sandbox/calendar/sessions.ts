import { fractionFromClock, isoFromInstant } from '../../core/calendar/iso-dates';
import { isWorkingDay, specialDay } from './calendar';
import type { Exchange } from '../exchanges/exchanges';
import { offsetOf } from '../../core/calendar/zones';
import { isoFromDay, MS_PER_DAY } from '../../core/calendar/dates';
import { RecentMap } from '../../core/basics';

export interface SimulatedSession {
  readonly day: number;
  readonly isEarlyClose: boolean;
  /** Name of the half day; null for a full day. */
  readonly name: string | null;
  readonly opensMs: number;
  readonly closesMs: number;
}

/** The session of a day; undefined if the market stays closed. */
export function sessionOf(exchange: Exchange, day: number): SimulatedSession | undefined {
  const special = specialDay(exchange, day);
  if (!isWorkingDay(exchange, day) || (special && !special.isEarlyClose)) return undefined;
  return {
    day,
    isEarlyClose: special !== undefined,
    name: special?.name ?? null,
    opensMs: momentAt(exchange.zone, day, exchange.open),
    closesMs: momentAt(exchange.zone, day, special ? (exchange.earlyClose ?? exchange.close) : exchange.close),
  };
}

/** The moment at which the zone's wall clock shows a time of a day. */
export function momentAt(zone: string, day: number, clock: string): number {
  const wallMs = day * MS_PER_DAY + Math.round((fractionFromClock(clock) ?? 0) * MS_PER_DAY);
  return wallMs - offsetAt(zone, wallMs - offsetAt(zone, wallMs));
}

/** The days from start to end, both included. */
export const daysBetween = (start: number, end: number): readonly number[] =>
  Array.from({ length: end - start + 1 }, (_, index) => start + index);

/** "2026-03-09T09:30:00-04:00". */
export const zonedText = (zone: string, utcMs: number): string =>
  isoFromInstant({ utcMs, offsetMs: offsetAt(zone, utcMs) });

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

/** A clock change of a zone: the offset is `offsetMs` from `atMs` on. */
interface ClockChange {
  readonly atMs: number;
  readonly offsetMs: number;
}

/** No zone here changes its clock twice in less time. */
const STEP_MS = 12 * MS_PER_DAY;

/** Computed once: they follow from zone and year alone. Twenty years of every zone fit. */
const computed = new RecentMap<string, readonly ClockChange[]>(5_000);

/** The offset at the start of a UTC year, then each change within it. */
function clockChanges(zone: string, year: number): readonly ClockChange[] {
  const name = `${zone} ${year}`;
  const [fromMs, toMs] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  const changes = computed.get(name) ?? [
    { atMs: fromMs, offsetMs: offsetOf(zone, fromMs) },
    ...search(zone, fromMs, toMs).filter(({ atMs }) => atMs < toMs),
  ];
  computed.set(name, changes);
  return changes;
}

/**
 * Milliseconds to add to UTC. Each year's changes are found once: asking Intl for every session would take most of an
 * answer's time.
 */
export function offsetAt(zone: string, utcMs: number): number {
  const changes = clockChanges(zone, new Date(utcMs).getUTCFullYear());
  return changes.findLast(({ atMs }) => atMs <= utcMs)?.offsetMs ?? 0;
}

/** The changes between two moments, by halves. */
function search(zone: string, startMs: number, endMs: number): readonly ClockChange[] {
  const offsetMs = offsetOf(zone, endMs);
  if (endMs - startMs <= STEP_MS && offsetOf(zone, startMs) === offsetMs) return [];
  if (endMs - startMs <= 1000) return [{ atMs: endMs, offsetMs }];
  const middleMs = Math.floor((startMs + endMs) / 2000) * 1000;
  return [...search(zone, startMs, middleMs), ...search(zone, middleMs, endMs)];
}
