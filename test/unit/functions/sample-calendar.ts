import { isoFromDay } from '../../../src/core/calendar/dates';
import { createTestSession, show } from '../../support/evaluate';
import type { StubService } from '../../support/stub-service';
import { session } from './sample-answers';

export interface SampleCalendar {
  readonly offset?: string;
  readonly holidays?: readonly string[];
  readonly opens?: string;
  readonly closes?: string;
  /** Sunday is 0. */
  readonly week?: readonly number[];
}

/** The sessions of a year: every day of the week's trading days but the holidays, as the service writes them. */
export function yearOfSessions(mic: string, year: number, calendar: SampleCalendar = {}): Record<string, unknown>[] {
  const { offset = '+00:00', holidays = [], opens = '09:30', closes = '16:00', week = [1, 2, 3, 4, 5] } = calendar;
  const sessions: Record<string, unknown>[] = [];
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 86_400_000) {
    const date = new Date(ms).toISOString().slice(0, 10);
    const trades = week.includes(new Date(ms).getUTCDay()) && date.slice(5) !== '01-01' && !holidays.includes(date);
    if (trades) sessions.push(session(mic, `${date}T${opens}:00${offset}`, `${date}T${closes}:00${offset}`));
  }
  return sessions;
}

const DAY_OF_1970 = 25_569;

/** The date that a formula shows, as an ISO text; an error as it is. */
export async function showDate(service: StubService, id: string, ...args: readonly unknown[]): Promise<unknown> {
  const shown = await show(createTestSession({ service }), id, ...args);
  return typeof shown === 'string' ? shown : isoFromDay((shown as number[][])[0]![0]! - DAY_OF_1970);
}
