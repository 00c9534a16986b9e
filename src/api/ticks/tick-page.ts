import type { Row } from '../../core/columns';
import { utcMsFromIso } from '../../core/calendar/iso-dates';
import type { DecodedAnswer } from '../transport/decode';

export interface TickRows {
  readonly rows: readonly Row[];
  /** The time of each row, in milliseconds since 1970; NaN for a row without one. */
  readonly times: readonly number[];
}

export interface TickPage extends TickRows {
  /** The next page's cursor; null at the end of the window. */
  readonly next: string | null;
  /** Whether every tick has all fields. */
  readonly isValid: boolean;
}

export function tickPage({ rows, cursors }: DecodedAnswer): TickPage {
  let isValid = true;
  // In one pass, because a page may have a hundred thousand rows.
  const times = rows.map((row) => {
    const timeMs = timeOf(row);
    isValid &&= timeMs === timeMs && isPrice(row.ask) && isPrice(row.bid) && isPrice(row.mid);
    return timeMs;
  });
  return { rows, times, next: cursors?.next ?? null, isValid };
}

const isPrice = (value: unknown): boolean => typeof value === 'number' || value === null;

/** NaN if it is not a time. */
const timeOf = ({ time }: Row): number => (typeof time === 'string' ? utcMsFromIso(time) : NaN);

/** Whether the times never go back, starting at `fromMs`. NaN is never in order. */
export function isInOrder(times: readonly number[], fromMs: number): boolean {
  let lastMs = fromMs;
  for (const time of times) {
    if (!(time >= lastMs)) return false;
    lastMs = time;
  }
  return true;
}
