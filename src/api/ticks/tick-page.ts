import type { Row } from '../../core/columns';
import { utcMsFromIso } from '../../core/calendar/iso-dates';
import type { DecodedAnswer } from '../transport/decode';

export interface TickRows {
  readonly rows: readonly Row[];
  /** Of each row, in milliseconds since 1970; NaN where it has none. */
  readonly times: readonly number[];
}

export interface TickPage extends TickRows {
  /** The cursor of the page after it; null at the end of its window. */
  readonly next: string | null;
  /** Whether no tick lacks a field. */
  readonly isSound: boolean;
}

export function tickPage({ rows, cursors }: DecodedAnswer): TickPage {
  let isSound = true;
  // In one pass, because a page may hold a hundred thousand.
  const times = rows.map((row) => {
    const timeMs = timeOf(row);
    isSound &&= timeMs === timeMs && isPrice(row.ask) && isPrice(row.bid) && isPrice(row.mid);
    return timeMs;
  });
  return { rows, times, next: cursors?.next ?? null, isSound };
}

const isPrice = (value: unknown): boolean => typeof value === 'number' || value === null;

/** NaN where it is none. */
const timeOf = ({ time }: Row): number => (typeof time === 'string' ? utcMsFromIso(time) : NaN);

/** Whether times never go back, beginning at one. NaN is in no order. */
export function isInOrder(times: readonly number[], fromMs: number): boolean {
  let lastMs = fromMs;
  for (const time of times) {
    if (!(time >= lastMs)) return false;
    lastMs = time;
  }
  return true;
}
