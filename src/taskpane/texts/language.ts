import type { Plural, Text, Texts } from './translation';

type Placeholders = Readonly<Record<string, string | number>>;

/** A spreadsheet's precision. */
const MAX_DIGITS = 15;

/** The texts in the user's language, and the user's formats of numbers and times. */
export class Language {
  readonly #plurals: Intl.PluralRules;
  readonly #numbers: Intl.NumberFormat;

  /**
   * @param code language of the texts: "de"
   * @param tag the user's locale: "de-CH". Numbers and times follow it even if there are no texts in that language
   */
  constructor(
    readonly code: string,
    readonly texts: Texts,
    private readonly tag: string,
  ) {
    this.#plurals = new Intl.PluralRules(knownTag(code));
    this.#numbers = new Intl.NumberFormat(knownTag(tag));
  }

  /** Fills the text's {placeholders}; a text with plurals uses the form for {count}. */
  fill(text: Text, values: Placeholders = {}): string {
    const form = typeof text === 'string' ? text : this.#formOf(text, Number(values.count));
    return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? this.number(value) : (value ?? whole);
    });
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  /** A number with all its decimals, such as a price. */
  decimal(value: number): string {
    return value.toLocaleString(knownTag(this.tag), { maximumSignificantDigits: MAX_DIGITS, useGrouping: false });
  }

  /** 0.0123 as "+1.23%". */
  percent(value: number): string {
    return value.toLocaleString(knownTag(this.tag), {
      style: 'percent',
      maximumFractionDigits: 2,
      signDisplay: 'exceptZero',
    });
  }

  /** @param at milliseconds since 1970 */
  time(at: number): string {
    return new Date(at).toLocaleTimeString(knownTag(this.tag));
  }

  /** @param at milliseconds since 1970 */
  dateTime(at: number): string {
    return new Date(at).toLocaleString(knownTag(this.tag), { dateStyle: 'medium', timeStyle: 'short' });
  }

  /** English needs two forms, Polish four, Arabic six. */
  #formOf(forms: Plural, count: number): string {
    return forms[this.#plurals.select(count)] ?? forms.other;
  }
}

/** The tag if the computer knows it; otherwise undefined, which means the computer's own locale. */
function knownTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
