import { type DateSystem, daysFromSerial, LAST_DAY, MS_PER_DAY } from '../../core/calendar/dates';
import { dayFromIso, hasOffset, instantFromIso, withIsoDate } from '../../core/calendar/iso-dates';
import { wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';
import { readNumber, readText, SINGLE, valueGiven } from './values';
import { isKnownZone, type Zone, placeMeant } from '../../core/calendar/zones';
import { didYouMean, nearest } from '../../core/nearest';

/** The end of the error sentence for a text that is not a date, or is ambiguous. */
export const DATE_ALLOWED =
  'a date: give an Excel date, or a text as yyyy-mm-dd ("2026-11-20") or with the name of the month ("20 Nov 2026")';

interface DateReading<T> {
  readonly input: 'date' | 'date-time';
  /** The end of the error sentence. */
  readonly allowed: string;
  readonly ofSerial: (serial: number, system: DateSystem) => T | undefined;
  readonly ofText: (text: string) => T | undefined;
}

/** A date of Excel, or a text that states one; undefined if omitted, empty or 0, which is an empty cell's value. */
const dateParameter = <T>({ input, allowed, ofSerial, ofText }: DateReading<T>): Parameter<T | undefined> => ({
  ...SINGLE,
  input,
  read(argument, name, { dateSystem }) {
    const raw = valueGiven(argument, name);
    if (raw === undefined || raw === 0) return undefined;
    const text = withIsoDate(String(raw).trim());
    const value = typeof raw === 'number' ? ofSerial(raw, dateSystem) : ofText(text);
    if (value !== undefined && !IS_YEAR.test(text)) return value;
    throw wrongArgument(name, raw, IS_ISO.test(text) ? A_DAY : IN_WORDS.test(text) ? CALCULATED : allowed);
  },
});

/** "2026" as a serial would be a day in 1905. */
export const IS_YEAR = /^(?:19|2[01])\d\d$/;
const IS_ISO = /^\d{4}-\d\d-\d\d$/;
const A_DAY = 'a day of the calendar';
const IN_WORDS = /^(?:today|now|yesterday|tomorrow)$/i;
const CALCULATED = 'a date: write TODAY(), NOW() or a calculation such as TODAY()-1, without quotation marks';

/** A date as whole days since 1970, without its time of day; undefined if omitted or empty. */
export const date = (): Parameter<number | undefined> =>
  dateParameter({ input: 'date', allowed: DATE_ALLOWED, ofSerial: dayOfSerial, ofText: dayOfText });

function dayOfSerial(serial: number, system: DateSystem): number | undefined {
  const day = Math.floor(daysFromSerial(serial, system));
  return serial >= 1 && day <= LAST_DAY ? day : undefined;
}

const dayOfText = (text: string): number | undefined =>
  dayFromIso(text) ?? (instantFromIso(text) ? dayFromIso(text.slice(0, 10)) : undefined);

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

function ofText(text: string): DateTime | undefined {
  const day = dayFromIso(text);
  if (day !== undefined) return { wallMs: day * MS_PER_DAY, offsetMs: undefined };
  const instant = instantFromIso(text);
  if (!instant) return undefined;
  return { wallMs: instant.utcMs + instant.offsetMs, offsetMs: hasOffset(text) ? instant.offsetMs : undefined };
}

/**
 * A number of days, negative for earlier days. Fractions are cut off, as in Excel's own date functions. Undefined if
 * omitted or empty.
 */
export const dayCount = (maxDays: number): Parameter<number | undefined> => ({
  ...SINGLE,
  input: 'number',
  role: 'quantity',
  read(argument, name) {
    const days = readNumber(
      argument,
      name,
      `a number of days from -${maxDays} to ${maxDays}`,
      (number) => Math.abs(number) < maxDays + 1,
    );
    return days === undefined ? undefined : Math.trunc(days);
  },
});

const ZONE_WORDS: readonly string[] = ['exchange', 'utc', 'local'];
const ALLOWED_ZONES = `one of ${ZONE_WORDS.join(', ')}, or a time zone such as "Europe/Paris"`;

/** The time zone in which times are shown or read; undefined if omitted. */
export const zone = (byDefault: 'exchange' | 'local' = 'exchange'): Parameter<Zone | undefined> => ({
  ...SINGLE,
  excelType: 'string',
  input: 'suggestion',
  default: byDefault,
  dropDown: { id: 'ZONE', words: ZONE_WORDS },
  read(argument, name) {
    const text = readText(argument, name, ALLOWED_ZONES);
    if (text === undefined) return undefined;
    const lowerCased = text.toLowerCase();
    if (ZONE_WORDS.includes(lowerCased)) return lowerCased;
    if (lowerCased === 'gmt') return 'utc';
    // Intl also knows short names, by which it means other places than people do.
    if (text.includes('/') && isKnownZone(text)) return text;
    throw wrongArgument(name, text, ALLOWED_ZONES + didYouMean(placeMeant(text) ?? nearestZone(lowerCased)));
  },
});

/** Finds a zone by its city alone: "Paris". */
function nearestZone(name: string): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone');
  const city = `/${name.replaceAll(' ', '_')}`;
  return zones.find((zone) => zone.toLowerCase().endsWith(city)) ?? nearest(name, [...ZONE_WORDS, ...zones]);
}
