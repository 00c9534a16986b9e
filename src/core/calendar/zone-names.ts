/**
 * What people and programs call a place's time, without a slash. Many of these names mean several places (BST is summer
 * in London and standard time in Dhaka), so none is accepted: this only says which place is probably meant. Sources:
 * the database of time zones (IANA) with its links from before 1993, and the short names of ICU.
 */
const PLACES: Readonly<Record<string, string>> = {
  'America/New_York': 'EST EDT ET EASTERN EST5EDT',
  'America/Chicago': 'CST CDT CT CENTRAL CST6CDT',
  'America/Denver': 'MST MDT MT MOUNTAIN MST7MDT NAVAJO',
  'America/Los_Angeles': 'PST PDT PT PACIFIC PST8PDT',
  'America/Phoenix': 'PNT ARIZONA',
  'America/Anchorage': 'AKST AKDT ALASKA',
  'Pacific/Honolulu': 'HST HAST HAWAII',
  'America/Halifax': 'AST ADT ATLANTIC',
  'America/St_Johns': 'NST NDT CNT NEWFOUNDLAND',
  'America/Indiana/Indianapolis': 'IET',
  'America/Puerto_Rico': 'PRT',
  'America/Sao_Paulo': 'BRT BRST BET BRAZIL',
  'America/Argentina/Buenos_Aires': 'ART AGT ARGENTINA',
  'America/Santiago': 'CLT CLST CHILE',
  'America/Bogota': 'COT',
  'America/Lima': 'PET',
  'America/Havana': 'CUBA',
  'America/Jamaica': 'JAMAICA',
  'Europe/London': 'BST GB GB-EIRE UK ENGLAND BRITAIN',
  'Europe/Dublin': 'EIRE IRELAND',
  'Europe/Lisbon': 'WET WEST PORTUGAL',
  'Europe/Paris': 'CET CEST MET MEST ECT FRANCE',
  'Europe/Berlin': 'MEZ MESZ GERMANY',
  'Europe/Zurich': 'SWITZERLAND',
  'Europe/Athens': 'EET EEST GREECE',
  'Europe/Warsaw': 'POLAND',
  'Europe/Istanbul': 'TRT TURKEY',
  'Europe/Moscow': 'MSK MSD W-SU RUSSIA',
  'Atlantic/Reykjavik': 'ICELAND',
  'Africa/Cairo': 'EGYPT',
  'Africa/Tripoli': 'LIBYA',
  'Africa/Johannesburg': 'SAST',
  'Africa/Lagos': 'WAT',
  'Africa/Maputo': 'CAT',
  'Africa/Nairobi': 'EAT',
  'Asia/Jerusalem': 'IDT ISRAEL',
  'Asia/Tehran': 'IRST IRDT IRAN',
  'Asia/Dubai': 'GST',
  'Asia/Yerevan': 'NET',
  'Asia/Karachi': 'PKT PLT PAKISTAN',
  'Asia/Kolkata': 'IST INDIA',
  'Asia/Jakarta': 'WIB',
  'Asia/Bangkok': 'ICT THAILAND',
  'Asia/Ho_Chi_Minh': 'VST',
  'Asia/Shanghai': 'CTT PRC CHINA',
  'Asia/Hong_Kong': 'HKT HONGKONG',
  'Asia/Taipei': 'ROC TAIWAN',
  'Asia/Manila': 'PHT PHST',
  'Asia/Singapore': 'SGT',
  'Asia/Kuala_Lumpur': 'MYT MALAYSIA',
  'Asia/Seoul': 'KST ROK KOREA',
  'Asia/Tokyo': 'JST JAPAN',
  'Australia/Sydney': 'AEST AEDT AET AUSTRALIA',
  'Australia/Darwin': 'ACT',
  'Australia/Adelaide': 'ACST ACDT',
  'Australia/Perth': 'AWST',
  'Pacific/Auckland': 'NZ NZST NZDT NEW_ZEALAND',
  'Pacific/Chatham': 'NZ-CHAT',
  'Pacific/Apia': 'MIT',
  'Pacific/Pago_Pago': 'SST',
  'Pacific/Kwajalein': 'KWAJALEIN',
  utc: 'UCT Z ZULU UNIVERSAL GREENWICH GMT0 GMT+0 GMT-0 UTC0 UTC+0 UTC-0',
};

const PLACE_BY_NAME = new Map(
  Object.entries(PLACES).flatMap(([place, names]) => names.split(' ').map((name) => [name, place] as const)),
);

/** The name of the zone that a name without a slash probably means: "BST" → "Europe/London". */
export const placeMeant = (name: string): string | undefined =>
  PLACE_BY_NAME.get(name.trim().toUpperCase().replaceAll(/\s+/g, '_')) ?? placeOfOffset(name);

/** "UTC+2" → "Etc/GMT-2": the database counts the other way round. */
function placeOfOffset(name: string): string | undefined {
  const [, sign, hours] = /^(?:UTC|GMT)?([+-])0?(1?\d)(?::?00)?$/i.exec(name) ?? [];
  return hours === undefined ? undefined : `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`;
}
