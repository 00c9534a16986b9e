import type { Row } from '../core/columns';
import { utcMsFromIso } from '../core/dates';
import type { Answer } from './decode';

/** A page of ticks with their times in milliseconds since 1970. */
export interface TickPage {
  readonly rows: readonly Row[];
  readonly times: readonly number[];
  /** The cursor of the page after it; null at the end of its window. */
  readonly next: string | null;
  /** Whether no tick lacks a field. */
  readonly isSound: boolean;
}

export function tickPage({ rows, cursors }: Answer): TickPage {
  const times = rows.map(timeOf);
  const isSound = rows.every((row, index) => !Number.isNaN(times[index]) && isPrice(row.ask) && isPrice(row.bid) && isPrice(row.mid));
  return { rows, times, next: cursors?.next ?? null, isSound };
}

const isPrice = (value: unknown): boolean => typeof value === 'number' || value === null;

/** The time of a tick; NaN where it is none. */
export const timeOf = ({ time }: Row): number => (typeof time === 'string' ? utcMsFromIso(time) : NaN);

/** Whether times never go back, beginning at one. NaN is in no order. */
export function isInOrder(times: readonly number[], fromMs: number): boolean {
  let lastMs = fromMs;
  for (const time of times) {
    if (!(time >= lastMs)) return false;
    lastMs = time;
  }
  return true;
}
