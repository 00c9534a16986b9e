import { type DateSystem, daysFromSerial } from '../../core/calendar/dates';
import { MS_PER_DAY } from '../../core/calendar/units';
import { dayFromIso, instantFromIso } from '../../core/calendar/iso-dates';
import type { Parameter } from '../define';
import { dateParameter } from './dates';

/** A date and time as written. The function knows whose clock it is, unless the text states an offset. */
export interface DateTime {
  /** The wall-clock time, in milliseconds as if since 1970 in UTC. */
  readonly wallMs: number;
  /** Offset from UTC; undefined for Excel's dates and for texts without an offset. */
  readonly offsetMs: number | undefined;
}

const ALLOWED =
  'a date and time: give an Excel date, or a text as yyyy-mm-dd hh:mm, such as "2026-11-20 09:30", ' +
  '"2026-11-20T09:30:00-05:00" or "20 Nov 2026 09:30"';

/** A date and time, to the millisecond; a date alone is its midnight. Undefined if omitted or empty. */
export const dateTime = (): Parameter<DateTime | undefined> =>
  dateParameter({ input: 'date-time', allowed: ALLOWED, ofSerial, ofText });

const END_OF_DATES_MS = (dayFromIso('9999-12-31')! + 1) * MS_PER_DAY;

function ofSerial(serial: number, system: DateSystem): DateTime | undefined {
  // Rounded, because a time such as 9:30 is not exact as a fraction of a day.
  const wallMs = Math.round(daysFromSerial(serial, system) * MS_PER_DAY);
  return serial >= 1 && wallMs < END_OF_DATES_MS ? { wallMs, offsetMs: undefined } : undefined;
}

const WITH_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;

function ofText(text: string): DateTime | undefined {
  const day = dayFromIso(text);
  if (day !== undefined) return { wallMs: day * MS_PER_DAY, offsetMs: undefined };
  const instant = instantFromIso(text);
  if (!instant) return undefined;
  return { wallMs: instant.utcMs + instant.offsetMs, offsetMs: WITH_OFFSET.test(text) ? instant.offsetMs : undefined };
}
