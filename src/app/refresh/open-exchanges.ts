import { calendarOf } from '../../api/calendars';
import { Cancellation } from '../../core/cancellation';
import { isoFromDay } from '../../core/calendar/dates';
import { instantFromIso } from '../../core/calendar/iso-dates';
import type { Session } from '../session';
import { MS_PER_DAY, MS_PER_MINUTE } from '../../core/calendar/units';

/** Long enough that every exchange has a session in it, whatever its holidays. */
const [DAYS_BEFORE, DAYS_AFTER] = [7, 1];
/** Closing prices arrive a little later than the close. */
const AFTER_CLOSE_MS = 15 * MS_PER_MINUTE;

/** The exchanges that the service's calendar knows, by MIC, and whether each is open now. */
export type Exchanges = ReadonlyMap<string, boolean>;

/** One request a day tells it of all exchanges. Undefined if the service does not tell. */
export async function exchangesNow(session: Session): Promise<Exchanges | undefined> {
  const { client } = session;
  if (!client) return undefined;
  const nowMs = session.now();
  const day = Math.floor(nowMs / MS_PER_DAY);
  const question = { mic: undefined, start: isoFromDay(day - DAYS_BEFORE), end: isoFromDay(day + DAYS_AFTER) };
  const call = { isPreview: false, cancellation: new Cancellation() };
  try {
    const rows = await calendarOf(client, 'GET /stocks/markets/hours').read(question, call);
    const exchanges = new Map<string, boolean>();
    for (const { mic, open_time: opens, close_time: closes } of rows) {
      const [from, to] = [opens, closes].map((time) => (typeof time === 'string' ? instantFromIso(time) : undefined));
      if (typeof mic !== 'string' || !from || !to) continue;
      const isOpen = nowMs >= from.utcMs && nowMs < to.utcMs + AFTER_CLOSE_MS;
      exchanges.set(mic, (exchanges.get(mic) ?? false) || isOpen);
    }
    return exchanges.size === 0 ? undefined : exchanges;
  } catch {
    return undefined;
  }
}
