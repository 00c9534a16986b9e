import { getNumfmtParseValueFilter } from '@univerjs/core';
import type { NumberMarks } from '../../app/host';

/** Undefined of a text that is no number in the user's notation. */
type NumberOf = (text: string) => string | undefined;

const ENGLISH: NumberMarks = { decimal: '.', thousands: ',' };

/** The marks of a language; those of English where it has others than points and commas, as Arabic has. */
export function marksOf(language: string): NumberMarks {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const [group = '', decimal = ''] = ['group', 'decimal'].map(
    (type) => parts.find((part) => part.type === type)?.value,
  );
  return /^[.,]$/.test(decimal) ? { decimal, thousands: group } : ENGLISH;
}

/** "12,5" of "12.5" in German: a number without groups. */
export const withDecimalMark = (number: string, { decimal }: NumberMarks): string => number.replace('.', decimal);

/** Stands for the sign of the user's own currency where that has letters. */
export const OWN_SIGN = '¤';

/**
 * How the currency of a language's country is written where it has letters: "zł", "R$", or both "kr." and "kr". The code
 * of a currency begins with that of its country.
 */
export function ownSigns(language: string): readonly string[] {
  const { region = '?' } = new Intl.Locale(language).maximize();
  return Intl.supportedValuesOf('currency')
    .filter((currency) => currency.startsWith(region))
    .flatMap((currency) =>
      (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
        new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay }).formatToParts(0),
      ),
    )
    .flatMap(({ type, value }) =>
      type === 'currency' && /\p{L}/u.test(value) ? [value, value.replace(/\.$/, '')] : [],
    );
}

export const withOwnSign = (text: string, signs: readonly string[]): string =>
  text.replace(signs.find((sign) => text.includes(sign)) ?? OWN_SIGN, OWN_SIGN);

/** "-1.234,50" of "1.234,50-", as SAP writes it. */
export const withMinusBefore = (text: string): string => text.replace(/^\s*(\d[\d\s.,'’]*)-\s*$/, '-$1');

const NUMBER =
  /^(?=\(.*\)$|[^()]*$)\(?[-+]?\p{Sc}?[-+]?(?:[1-9]\d{0,2}(?:G\d{3})+|\d*)(?:D\d+)?(?:E[-+]?\d+)?%?\p{Sc}?\)?$/iu;
const BLANK_BESIDE_SIGN = /(?<=^[-+(]?\p{Sc})\s|\s(?=[%\p{Sc}]\)?$)/gu;

/**
 * What numbers in the notation of a language are in English, which the engine reads: "1'234.5" of "1.234,5" in German.
 * Undefined of texts without marks, and of all where the marks are those of English.
 */
export function numbersIn(language: string): NumberOf {
  const numberOf = narrowNumbersIn(language);
  if (!/^(?:ja|zh|ko)\b/i.test(language)) return numberOf;
  return (text) => {
    const narrow = text.normalize('NFKC').trim();
    if (narrow === text.trim() || !NARROW.test(narrow)) return numberOf(text);
    return numberOf(narrow) ?? narrow;
  };
}

/** A number of East Asia in characters as wide as any other: "１２．５％", "￥１，５００". */
const NARROW = /^\(?[-+]?¥?[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?<=\d)(?:E[-+]?\d+)?%?\)?$/i;

function narrowNumbersIn(language: string): NumberOf {
  const { decimal, thousands: group } = marksOf(language);
  if (group === ',') return () => undefined;
  const own = group.trim() === '' ? String.raw`\s` : group.replace(/[’']/, "’'");
  const groups = new RegExp(`[${own}]`, 'g');
  const signs = ownSigns(language);
  // Beside a decimal comma, points divide groups in every language.
  const allGroups = new RegExp(`[${own}.'’]`, 'g');
  return (text) => {
    const marked = withOwnSign(withMinusBefore(text), signs)
      .trim()
      .replaceAll(BLANK_BESIDE_SIGN, '')
      .replaceAll(decimal === ',' && text.includes(',') ? allGroups : groups, 'G')
      .replace(decimal, 'D');
    if (!NUMBER.test(marked) || !/[GD]/.test(marked)) return undefined;
    return unmistakable(marked.replaceAll('G', ',').replace('D', '.'));
  };
}

/**
 * A number of English that is none in another notation: the engine divides groups by apostrophes, too, and with three
 * decimals it would look like a group.
 */
const unmistakable = (number: string): string => number.replaceAll(',', "'").replace(/(\.\d{3})(?!\d)/, '$10');

const HAS_ENGLISH_MARKS = /^\D*\d[\d,]*[.,]\d+(?:E[-+]?\d+)?\D*$/i;
/** "1.200" and "1,200" are numbers in both notations, if not the same. */
const IS_EITHER = /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/;

/** Whether a text is a number in English, and none in the user's notation. */
const isOfEnglish = (text: string, numberOf: NumberOf): boolean =>
  HAS_ENGLISH_MARKS.test(text) && numberOf(text) === undefined && getNumfmtParseValueFilter(text) !== null;

/**
 * Whether what is typed stays a text, as in Excel: where points divide groups, "5.424" is 5424, and "5.42" beside it is no
 * number.
 */
export const isAnotherNotation = (text: string, language: string, numberOf: NumberOf): boolean =>
  marksOf(language).thousands === '.' && isOfEnglish(text, numberOf);

/**
 * What the user's numbers are in the grid. Those that are entered together with one that only English has, as in a table
 * of an English page, are English where they can be, unless another proves the user's notation.
 *
 * @param texts what is entered together
 */
export function numbersAmong(texts: readonly string[], numberOf: NumberOf): NumberOf {
  const isOwn = (text: string): boolean => numberOf(text) !== undefined && !IS_EITHER.test(text);
  const areEnglish = texts.some((text) => isOfEnglish(text, numberOf)) && !texts.some(isOwn);
  return areEnglish ? (text) => numberOf(text) && unmistakable(text) : numberOf;
}
