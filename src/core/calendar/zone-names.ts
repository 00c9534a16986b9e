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
