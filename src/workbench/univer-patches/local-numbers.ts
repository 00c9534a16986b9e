import { getNumfmtParseValueFilter } from '@univerjs/core';

/** Undefined of a text that is no number in the user's notation. */
type NumberOf = (text: string) => string | undefined;

const NUMBER = /^[-+]?[$€£¥]?(?:[1-9]\d{0,2}(?:G\d{3})+|\d*)(?:D\d+)?%?[$€£¥]?$/;
const BLANK_BESIDE_SIGN = /(?<=^[-+]?[$€£¥])\s|\s(?=[%$€£¥]$)/g;

/**
 * What numbers in the notation of a language are in the grid, which is English: "1,234.5" of "1.234,5" in German.
 * Undefined of texts without marks, and of all where the marks are those of English.
 */
export function numbersIn(language: string): NumberOf {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const [group = '', decimal = ''] = ['group', 'decimal'].map(
    (type) => parts.find((part) => part.type === type)?.value,
  );
  if (group === ',' && decimal === '.') return () => undefined;
  const own = group.trim() === '' ? String.raw`\s` : group.replace(/[’']/, "’'");
  // Points divide groups also where a language prefers blanks, as in Austria.
  const groups = new RegExp(`[${own}${decimal === ',' ? '.' : ''}]`, 'g');
  return (text) => {
    const marked = text.trim().replaceAll(BLANK_BESIDE_SIGN, '').replaceAll(groups, 'G').replace(decimal, 'D');
    return NUMBER.test(marked) && /[GD]/.test(marked) ? marked.replaceAll('G', ',').replace('D', '.') : undefined;
  };
}

/** A number with a decimal point. */
const HAS_POINT = /^\D*\d[\d,]*\.\d+\D*$/;

/**
 * What the user's numbers are in the grid. A decimal comma of the user's is one here: "0,125" would be 125 in English. What
 * is entered together with a number that only English has is read as the user's only if English cannot read it. "1.200" is
 * another number in English, which the grid shows and takes: it is read as the user's only beside a number that proves the
 * notation. Groups are divided by apostrophes: the grid takes them, and to nobody they are decimal marks.
 *
 * @param texts what is entered together
 */
export function numbersAmong(texts: readonly string[], numberOf: NumberOf): NumberOf {
  const isEnglish = texts.some(
    (text) => HAS_POINT.test(text) && numberOf(text) === undefined && getNumfmtParseValueFilter(text) !== null,
  );
  const certain: NumberOf = (text) => {
    const number = numberOf(text);
    return (number?.includes('.') && !isEnglish) || !getNumfmtParseValueFilter(text) ? number : undefined;
  };
  const isProven = !isEnglish && texts.some((text) => certain(text) !== undefined);
  // With three decimals it would look like a group again.
  return (text) =>
    (isProven ? numberOf : certain)(text)
      ?.replaceAll(',', "'")
      .replace(/(\.\d{3})(?!\d)/, '$10');
}
