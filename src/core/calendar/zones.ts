import { type Instant } from './iso-dates';
import { MS_PER_DAY } from './dates';

/** Whose wall clock shows a time: the exchange's, UTC, the computer's, or an IANA zone such as "Europe/Paris". */
export type Zone = 'exchange' | 'utc' | 'local' | (string & {});

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone);
  if (cached) return cached;
  const clock = new Intl.DateTimeFormat('en-US', {
    ...(zone === 'local' ? {} : { timeZone: zone }),
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, clock);
  return clock;
}

export function isKnownZone(zone: string): boolean {
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds to add to UTC to get the wall clock of an IANA zone (or "local") at that moment. */
export function offsetOf(zone: string, utcMs: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of clockOf(zone).formatToParts(utcMs)) part[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return wallMs - Math.floor(utcMs / 1000) * 1000;
}

/**
 * The moment at which the wall clock of an IANA zone (or "local") shows a time, in milliseconds. When clocks are set
 * back, a time occurs twice and the earlier one counts. When clocks are set forward, a skipped time is counted from the
 * hour before.
 */
export function utcMsOf(zone: string, wallMs: number): number {
  const [before, after] = [offsetOf(zone, wallMs - MS_PER_DAY), offsetOf(zone, wallMs + MS_PER_DAY)];
  const moments = before === after ? [] : [wallMs - Math.max(before, after), wallMs - Math.min(before, after)];
  return moments.find((utcMs) => utcMs + offsetOf(zone, utcMs) === wallMs) ?? wallMs - before;
}

/** The zone's wall-clock time, in days since 1970 with a fraction. */
export function wallDays(instant: Instant, zone: Zone): number {
  if (zone === 'utc') return instant.utcMs / MS_PER_DAY;
  if (zone === 'exchange') return (instant.utcMs + instant.offsetMs) / MS_PER_DAY;
  return (instant.utcMs + offsetOf(zone, instant.utcMs)) / MS_PER_DAY;
}

export const dayIn = (zone: string, utcMs: number): number => Math.floor((utcMs + offsetOf(zone, utcMs)) / MS_PER_DAY);

/**
 * Names of time zones without a slash, as people and programs use them. Many mean several places (BST is summer time in
 * London and standard time in Dhaka), so none is accepted: this table only suggests the probable place. Sources: the
 * database of time zones (IANA) with its links from before 1993, and the short names of ICU.
 */
const PLACES: readonly string[] = [
  'America/New_York EST EDT ET EST5EDT',
  'America/Chicago CST CDT CT CST6CDT',
  'America/Denver MST MDT MT MST7MDT NAVAJO',
  'America/Los_Angeles PST PDT PT PST8PDT',
  'America/Phoenix PNT',
  'America/Anchorage AKST AKDT',
  'Pacific/Honolulu HST',
  'America/Halifax AST ADT',
  'America/St_Johns NST CNT',
  'America/Indiana/Indianapolis IET',
  'America/Puerto_Rico PRT',
  'America/Sao_Paulo BRT BET',
  'America/Argentina/Buenos_Aires ART AGT',
  'America/Havana CUBA',
  'Europe/London BST GB GB-EIRE UK',
  'Europe/Dublin EIRE',
  'Europe/Lisbon WET WEST PORTUGAL',
  'Europe/Paris CET CEST MET MEST ECT',
  'Europe/Athens EET EEST',
  'Europe/Warsaw POLAND',
  'Europe/Istanbul TURKEY',
  'Europe/Moscow MSK W-SU',
  'Atlantic/Reykjavik ICELAND',
  'Africa/Cairo EGYPT',
  'Africa/Tripoli LIBYA',
  'Africa/Johannesburg SAST',
  'Africa/Maputo CAT',
  'Africa/Nairobi EAT',
  'Asia/Jerusalem IDT ISRAEL',
  'Asia/Tehran IRAN',
  'Asia/Yerevan NET',
  'Asia/Karachi PKT PLT',
  'Asia/Kolkata IST',
  'Asia/Ho_Chi_Minh VST',
  'Asia/Shanghai CTT PRC',
  'Asia/Hong_Kong HKT HONGKONG',
  'Asia/Taipei ROC',
  'Asia/Singapore SGT',
  'Asia/Seoul KST ROK',
  'Asia/Tokyo JST JAPAN',
  'Australia/Sydney AEST AEDT AET',
  'Australia/Darwin ACT',
  'Australia/Adelaide ACST ACDT',
  'Australia/Perth AWST',
  'Pacific/Auckland NZ NZST NZDT NEW_ZEALAND',
  'Pacific/Chatham NZ-CHAT',
  'Pacific/Apia MIT',
  'Pacific/Pago_Pago SST',
  'utc UCT Z ZULU UNIVERSAL GREENWICH GMT0 GMT+0 GMT-0 UTC0 UTC+0 UTC-0',
];

const PLACE_BY_NAME = new Map(
  PLACES.flatMap((line) => {
    const [place = '', ...names] = line.split(' ');
    return names.map((name) => [name, place] as const);
  }),
);

/** The name of the zone that a name without a slash probably means: "BST" → "Europe/London". */
export const placeMeant = (name: string): string | undefined =>
  PLACE_BY_NAME.get(name.trim().toUpperCase().replaceAll(/\s+/g, '_')) ?? placeOfOffset(name);

/** "UTC+2" → "Etc/GMT-2": the database counts the other way round. */
function placeOfOffset(name: string): string | undefined {
  const [, sign, hours] = /^(?:UTC|GMT)?([+-])0?(1?\d)(?::?00)?$/i.exec(name) ?? [];
  return hours === undefined ? undefined : `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`;
}
