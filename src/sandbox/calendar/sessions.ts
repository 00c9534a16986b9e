import { MS_PER_DAY } from '../../core/calendar/units';
import { fractionFromClock } from '../../core/calendar/iso-dates';
import { isWorkingDay, specialDay } from './calendar';
import type { Exchange } from './exchange';
import { offsetAt } from './offsets';

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
  const guessMs = wallMs - offsetAt(zone, wallMs);
  return wallMs - offsetAt(zone, guessMs);
}

/** "-0500". */
export function offsetText(offsetMs: number, separator = ''): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const digits = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${digits(minutes / 60)}${separator}${digits(minutes % 60)}`;
}

/** "2026-03-09T09:30:00-04:00". */
export function zonedText(zone: string, utcMs: number): string {
  const offsetMs = offsetAt(zone, utcMs);
  return `${new Date(utcMs + offsetMs).toISOString().slice(0, 19)}${offsetText(offsetMs, ':')}`;
}

/** The days from start to end, both included. */
export const daysBetween = (start: number, end: number): readonly number[] =>
  Array.from({ length: end - start + 1 }, (_, index) => start + index);
