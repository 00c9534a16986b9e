import { MS_PER_DAY } from '../../core/calendar/units';
import { offsetOf } from '../../core/calendar/zones';
import { RecentMap } from '../../core/recent-map';

/** A clock change of a zone: the offset is `offsetMs` from `atMs` on. */
export interface ClockChange {
  readonly atMs: number;
  readonly offsetMs: number;
}

/** No zone here changes its clock twice in less time. */
const STEP_MS = 10 * MS_PER_DAY;

/** Computed once: they follow from zone and year alone. Twenty years of every zone fit. */
const computed = new RecentMap<string, readonly ClockChange[]>(5_000);

/** The offset at the start of a UTC year, then each change within it. */
export function clockChanges(zone: string, year: number): readonly ClockChange[] {
  const name = `${zone} ${year}`;
  const changes = computed.get(name) ?? search(zone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1));
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

function search(zone: string, fromMs: number, toMs: number): readonly ClockChange[] {
  const changes: ClockChange[] = [{ atMs: fromMs, offsetMs: offsetOf(zone, fromMs) }];
  for (let startMs = fromMs; startMs < toMs; startMs += STEP_MS) {
    const endMs = Math.min(startMs + STEP_MS, toMs);
    if (offsetOf(zone, startMs) !== offsetOf(zone, endMs)) changes.push(between(zone, startMs, endMs));
  }
  return changes.filter(({ atMs }) => atMs < toMs);
}

function between(zone: string, startMs: number, endMs: number): ClockChange {
  let [beforeMs, afterMs] = [startMs, endMs];
  const offsetBefore = offsetOf(zone, beforeMs);
  while (afterMs - beforeMs > 1000) {
    const middleMs = Math.floor((beforeMs + afterMs) / 2000) * 1000;
    if (offsetOf(zone, middleMs) === offsetBefore) beforeMs = middleMs;
    else afterMs = middleMs;
  }
  return { atMs: afterMs, offsetMs: offsetOf(zone, afterMs) };
}
