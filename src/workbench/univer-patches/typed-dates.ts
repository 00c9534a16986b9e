/**
 * Mends: the engine takes "1.12.2026" for a date, although nobody knows which number is the month, shows euros as
 * "1.234,50" beside dollars as "1,234.50", months in English everywhere, and 1.005 with two decimals as 1.00. This file
 * stands for the package with which the engine reads and shows values: in the notation of the browser's language, as Excel
 * does in that of the system, and restricted by the product's rule for dates. The page's build replaces the package with it.
 *
 * Can go when test/unit/workbench/univer-patches/patches.test.ts says that the package itself reads no such text. How
 * dates should be read is discussed in https://github.com/dream-num/univer/issues/1313.
 */
import {
  addLocale,
  format as write,
  getFormatDateInfo,
  getLocale,
  isDateFormat,
  parseDate as readDate,
  parseNumber as readNumber,
  parseTime as readTime,
} from 'numfmt';
import { marksOf, numbersIn, OWN_SIGN, ownSigns, withMinusBefore, withOwnSign } from './local-numbers';
import { textBySystem, useDatesOf } from '../engine/system-dates';
import type { NumberMarks } from '../../app/host';

export * from 'numfmt';

const OWN = 'own';
/** With the digits of groups: India writes "1,00,000". */
let ownOptions: { readonly locale: string; readonly grouping: readonly number[] };
let marks: NumberMarks;
let numberOf: ReturnType<typeof numbersIn>;
let signs: readonly string[];

/** Reads and shows numbers and dates as a language does from now on. */
export function useNumbersOf(language: string): void {
  [marks, numberOf, signs] = [marksOf(language), numbersIn(language), ownSigns(language)];
  useDatesOf(language);
  // Excel of East Asia writes "Nov" and "Mon" in these formats.
  const { mmm, mmmm, ddd, dddd } = getLocale(/^(?:ja|zh|ko)\b/i.test(language) ? 'en' : language) ?? getLocale('en')!;
  const short = (names: readonly string[]): string[] => names.map((name) => shortName(name, language));
  addLocale(
    { group: marks.thousands, decimal: marks.decimal, preferMDY: true, mmm: short(mmm), mmmm, ddd: short(ddd), dddd },
    OWN,
  );
  const groups = new Intl.NumberFormat(language).formatToParts(1e9).filter(({ type }) => type === 'integer');
  ownOptions = { locale: OWN, grouping: groups.map(({ value }) => value.length).reverse() };
}
useNumbersOf('en-US');

/** "Mrz" of "März" and "Do" of "Do.", as Windows has it in German, and "nov" of "nov." elsewhere but in French. */
function shortName(name: string, language: string): string {
  if (language.startsWith('fr')) return name;
  return language.startsWith('de') ? name.replace('März', 'Mrz').slice(0, 3).replace('.', '') : name.replace('.', '');
}

export const marksHere = (): NumberMarks => marks;

const LANGUAGE = /\[\$-[^\]]*\]|(?<=\[\$[^\]-]*)-[^\]]*(?=\])/g;

/** A language stands for the names of months: in "[$€-407]0.00" the package takes another decimal sign for it. */
export function format(...[pattern, value, options]: Parameters<typeof write>): string {
  const bySystem = typeof value === 'number' && textBySystem(pattern, value);
  if (bySystem) return bySystem;
  const isOfNumbers = pattern.includes('[$') && !isDateFormat(pattern);
  const rounded: unknown = typeof value === 'number' ? roundable(onItsDay(pattern, value)) : value;
  return write(isOfNumbers ? pattern.replace(LANGUAGE, '') : pattern, rounded, { ...options, ...ownOptions });
}

/** As in Excel, a moment before midnight that is shown as 00:00 is so on the next day. The package shows it a day too early. */
function onItsDay(pattern: string, value: number): number {
  if (Number.isInteger(value) || !/[hs]/i.test(pattern)) return value;
  const { hours, minutes, seconds } = getFormatDateInfo(pattern);
  if (!hours && !minutes && !seconds) return value;
  const parts = 86_400 * 10 ** (/s\]?\.(0{1,3})/i.exec(pattern)?.[1]!.length ?? 0);
  return Math.round(value * parts) / parts;
}

/** "1'234.5" of "1.234,5" in German, which the package reads in English alone. */
export const inEnglish = (text: string): string => numberOf(text) ?? text;

/** Rounded by its 15 digits: the package rounds 1.005, which is a little less in the computer, to "1.00". */
const roundable = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(15)) * (1 + Number.EPSILON);

const MANTISSA = /^\D*\d[\d.,']{15,}/;

const FRACTION = /^\s*(-?)(\d+) +(\d+)\/(\d+)\s*$/;

/** As in Excel, each digit after the fifteenth counts as 0, "500-" is less than 0, "0 1/2" a half, and "5 zł" money. */
function readTyped(typed: string): ReturnType<typeof readNumber> {
  const [, sign, whole, over, under] = FRACTION.exec(typed) ?? [];
  const share = Number(over) / Number(under);
  if (Number.isFinite(share))
    return { v: Number(`${sign}1`) * (Number(whole) + share), z: Number(under) < 10 ? '# ?/?' : '# ??/??' };
  const text = withMinusBefore(withOwnSign(typed, signs));
  let significant = 0;
  const digit = (found: string): string => ((significant || found !== '0') && ++significant > 15 ? '0' : found);
  const read = readNumber(text.replace(MANTISSA, (mantissa) => mantissa.replaceAll(/\d/g, digit)));
  // "5 €", not "5€".
  const z = read?.z
    ?.replace(/(?<=0)\p{Sc}$/u, ' $&')
    .replace(/^¤/, '$& ')
    .replace('¤', `"${signs[0] ?? OWN_SIGN}"`);
  return read && z ? { ...read, z } : read;
}
export { readTyped as parseNumber };

/** Formats of certain dates: with the year first, or with the month's name. */
const UNAMBIGUOUS = /^yyyy([-/])mm?\1d|mmm/;

/** As Japanese and Chinese write dates; the parser knows them with slashes. */
const WITH_CHARACTERS = /^(\d{4})年(\d{1,2})月(\d{1,2})日(?= |$)/;

/**
 * The engine asks for every text that it draws, pastes or lists: most are formulas or have no digit, and need no
 * parser.
 */
const MAY_BE_DATE = /^[^=].*[\d０-９]|^[\d０-９]/;

/** A month's name and a number of one or two digits, on either side, and perhaps a time. */
const DAY_FIRST = /^(\d{1,2})[-/ ]+(\p{L}+)(?=$| +\d+:)/u;
const MONTH_FIRST = /^(\p{L}+)\.?[-/, ]+(\d{1,2})(?=$| +\d+:)/u;

/** As in Excel, "Dec-2026" is shown as "Dec-26", not as "1-Dec". */
const MONTH_AND_YEAR = /^\p{L}+\.?[-/, ]+\d{4}$/u;

/** As in Excel, "36:00" is a day and a half. The package takes it for a text, and shows "24:30" as "00:30". */
const OF_DAYS = /^\s*(\d{2,4}):([0-5]?\d)(?::([0-5]?\d(?:\.\d+)?))?\s*$/;

export function parseTime(text: string): ReturnType<typeof readTime> {
  const [whole, hours, minutes, seconds = 0] = OF_DAYS.exec(text) ?? [];
  if (whole === undefined || Number(hours) < 24) return readTime(text);
  return { v: (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400, z: '[h]:mm:ss' };
}

/** In "1.12.2026" nobody knows which number is the month, so it stays a text. */
export function parseDate(text: string): ReturnType<typeof readDate> {
  if (!MAY_BE_DATE.test(text)) return null;
  const narrow = text.trim().normalize('NFKC');
  const withYear = /^\d{1,2}月\d/.test(narrow) ? `${new Date().getFullYear()}年${narrow}` : narrow;
  const written = withYear.replace(/月$/, '月1日').replace(WITH_CHARACTERS, '$1/$2/$3');
  const parsed = parseDayOfThisYear(written) ?? (DAY_FIRST.test(written) ? null : readDate(written));
  if (!UNAMBIGUOUS.test(parsed?.z ?? '')) return null;
  return parsed && MONTH_AND_YEAR.test(written) && write('d', parsed.v) === '1' ? { ...parsed, z: 'mmm-yy' } : parsed;
}

/**
 * As in Excel, "Dec-25" and "25-Dec" are that day of this year: the number is a year if the month has no such day, as in
 * "Dec-32". The package takes "Dec-25" for December 2025, and "29-Feb" for the first of March.
 */
function parseDayOfThisYear(written: string): ReturnType<typeof readDate> {
  const dayFirst = written.replace(MONTH_FIRST, (_, month: string, day: string) => `${+day}-${month}`);
  const day = DAY_FIRST.exec(dayFirst)?.[1];
  const parsed = day === undefined ? null : readDate(dayFirst);
  return parsed && write('d', parsed.v) === String(+day!) ? parsed : null;
}
