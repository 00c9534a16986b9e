import { isoFromDay } from '../calendar/dates';
import { dayFromIso, twoDigits, withIsoDate } from '../calendar/iso-dates';
import { type Given, literalOf, textLiteral, Untranslatable, writtenOf } from './given';
import type { Vendor } from './vendors';

/** Dates in the form of our functions: the first day, and the day after the last. */
export interface WrittenDate {
  readonly written: string;
  /** Days since 1970, if it is a literal. */
  readonly day?: number;
}

const ofDay = (day: number): WrittenDate => ({ written: textLiteral(isoFromDay(day)), day });
const TODAY: WrittenDate = { written: 'TODAY()' };
const MONTHS_OF = { M: 1, Q: 3, Y: 12 } as const;

export function dateIn(given: Given, vendor: Vendor): WrittenDate {
  const literal = literalOf(given);
  if (literal !== undefined) return dateOfText(literal, vendor);
  const wrong =
    given.length === 1 ? given[0]!.values?.find((value) => typeof value === 'string' && !isoDay(value)) : undefined;
  if (wrong !== undefined) throw new Untranslatable('noDate', String(wrong));
  const written = writtenOf(given);
  return { written: given.length > 1 ? `(${written})` : written };
}

const isoDay = (text: string): number | undefined => dayFromIso(withIsoDate(text.trim()));

function dateOfText(text: string, vendor: Vendor): WrittenDate {
  const date = text.trim().toUpperCase();
  if (/^(?:|0D?|NOW|TODAY)$/.test(date)) return TODAY;
  const [, count = '', unit = ''] =
    /^(?:ED)?-(\d+)C?([DW])$/.exec(date.replace(/^(-\d+)D$/, '')) ?? /^(?:ED)?-(\d+)[AC]?([WMQY])$/.exec(date) ?? [];
  if (unit === 'D' || unit === 'W') return { written: `TODAY()-${Number(count) * (unit === 'W' ? 7 : 1)}` };
  if (unit === 'M' || unit === 'Q' || unit === 'Y')
    return { written: `EDATE(TODAY(),-${Number(count) * MONTHS_OF[unit]})` };
  const day = isoDay(date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')) ?? dayOfParts(date, vendor);
  if (day !== undefined) return ofDay(day);
  // A serial of Excel.
  if (/^\d{5}$/.test(date)) return { written: date };
  throw new Untranslatable('noDate', text);
}

/** "11/27/2026": undefined if it may as well be another day. */
function dayOfParts(text: string, { isMonthFirst = false }: Vendor): number | undefined {
  const [, one = '', other = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const days = [
    [one, other],
    [other, one],
  ].map(([month = '', day = '']) => dayFromIso(`${year}-${twoDigits(month)}-${twoDigits(day)}`));
  if (isMonthFirst) return days[0];
  const [first, second] = days;
  return first === undefined || second === undefined || first === second ? (first ?? second) : undefined;
}

export const dayAfter = ({ written, day }: WrittenDate, days = 1): string =>
  day === undefined ? `${written}+${days}` : ofDay(day + days).written;

/** Texts with cells in them, "P_PRICE("&A1&")": each cell is one character, to be found again. */
export class Template {
  readonly text: string;

  constructor(private readonly given: Given) {
    this.text = given.map(({ literal }, index) => (literal === undefined ? mark(index) : String(literal))).join('');
  }

  dateIn(part: string, vendor: Vendor): WrittenDate {
    const index = part.trim().charCodeAt(0) - FIRST_MARK;
    const piece = part.trim().length === 1 ? this.given[index] : undefined;
    if (piece) return dateIn([piece], vendor);
    if (/[\uE000-\uE0FF]/.test(part)) throw new Untranslatable('noDate', writtenOf(this.given));
    return dateOfText(part, vendor);
  }
}

const FIRST_MARK = 0xe000;
const mark = (index: number): string => String.fromCharCode(FIRST_MARK + index);
