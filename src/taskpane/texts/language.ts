import { MS_PER_DAY } from '../../core/calendar/dates';
import { inTime } from '../../core/waiting';
import { AREAS } from '../../api/interface/operation';
import type { NumberMarks } from '../../app/host';
import type lateEnglish from './late/en.json';
import en from './en.json';

type Placeholders = Readonly<Record<string, string | number>>;

/** The sentences of errors in a language, by the English ones that cells show. */
type Reasons = Readonly<Record<string, string>>;

/** A spreadsheet's precision, and how many digits it shows of a number without a format. */
const [MAX_DIGITS, GENERAL_DIGITS] = [15, 10];

/** The texts in the user's language, and the user's formats of numbers and times. */
export class Language {
  /** Those of what is loaded late are not there before `withLateTexts`. */
  readonly texts: Texts;
  readonly #plurals: Intl.PluralRules;
  readonly #numbers: Intl.NumberFormat;
  /** The user's locale, such as "de-CH". Numbers and times follow it even if there are no texts in that language. */
  readonly tag: string;
  #patterns: readonly (readonly [pattern: RegExp, text: string])[] | undefined;

  /**
   * @param code language of the texts: "de"
   * @param locale the user's, as the computer calls it
   * @param reasons in any order: if two fit an English sentence, the more specific one counts
   */
  constructor(
    readonly code: string,
    texts: FirstTexts,
    locale: string,
    private readonly reasons: Reasons = {},
  ) {
    this.texts = texts as Texts;
    this.tag = asTag(locale);
    this.#plurals = new Intl.PluralRules(asTag(code));
    this.#numbers = new Intl.NumberFormat(this.tag);
  }

  /** With the texts of what is loaded late, in this language or in English. Rejects if they cannot be loaded. */
  async withLateTexts(): Promise<Language> {
    const late = (Object.hasOwn(LATE_TEXTS, this.code) ? LATE_TEXTS[this.code] : undefined) ?? LATE_TEXTS.en;
    return new Language(this.code, { ...this.texts, ...(await late!()) }, this.tag, this.reasons);
  }

  /** Whether it has the texts of what is loaded late. */
  get hasLateTexts(): boolean {
    return 'activity' in this.texts;
  }

  /** Fills the text's {placeholders}; a text with plurals uses the form for {count}. */
  fill(text: Text, values: Placeholders = {}): string {
    const form = typeof text === 'string' ? text : this.#formOf(text, Number(values.count));
    return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? this.number(value) : (value ?? whole);
    });
  }

  /** An error's English sentence, or a part of one, in this language; undefined if the language does not have it. */
  reason(sentence: string): string | undefined {
    this.#patterns ??= Object.entries(this.reasons)
      .sort(([one], [other]) => saidBy(other) - saidBy(one))
      .map(([english, text]) => [patternOf(english), text]);
    for (const [pattern, text] of this.#patterns) {
      const match = pattern.exec(sentence);
      if (match)
        return text.replace(/\{(\w+)\}/g, (_, name: string) => {
          const part = match.groups?.[name] ?? '';
          const area = AREAS.find((one) => name === 'area' && one === part);
          if (IN_ENGLISH.test(part))
            return part.includes('.') ? this.decimal(Number(part)) : this.number(Number(part.replaceAll(',', '')));
          return this.reason(part) ?? (area ? this.texts.settings[area] : part);
        });
    }
    return undefined;
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  /** A number with all its decimals, such as a price. */
  decimal(value: number): string {
    return value.toLocaleString(this.tag, { maximumSignificantDigits: MAX_DIGITS, useGrouping: false });
  }

  /**
   * A number with the decimals, groups and percent of a cell's number format; the rest of the format does not count.
   *
   * @param isWhole with all its decimals, however few the format has
   */
  figure(value: number, format: string, isWhole = false): string {
    const [section = ''] = format.replace(/"[^"]*"|[\\_*].|\[[^\]]*\]/g, '').split(';');
    const [, whole, decimals = '', percent] = /([0#?,]*[0#?])(?:\.([0#?]+))?(%|E)?/i.exec(section) ?? [];
    if (whole === undefined || /e/i.test(percent ?? '')) return isWhole ? this.decimal(value) : this.#general(value);
    return value.toLocaleString(this.tag, {
      minimumFractionDigits: Math.min(decimals.split('0').length - 1, isWhole ? 2 : Infinity),
      maximumFractionDigits: isWhole ? MAX_DIGITS : decimals.length,
      useGrouping: whole.includes(','),
      style: percent ? 'percent' : 'decimal',
    });
  }

  /** A number without a format has no more digits in a cell than these, unless it is as long before its decimals. */
  #general(value: number): string {
    return this.decimal(Math.abs(value) < 10 ** GENERAL_DIGITS ? Number(value.toPrecision(GENERAL_DIGITS)) : value);
  }

  /** Between the parts of a number as `number` and `decimal` write it, for reading one that is typed beside them. */
  get numberMarks(): NumberMarks {
    const parts = this.#numbers.formatToParts(12_345.6);
    const markOf = (type: 'decimal' | 'group'): string => parts.find((part) => part.type === type)?.value ?? '';
    return { decimal: markOf('decimal'), thousands: markOf('group') };
  }

  /** 0.0123 as "+1.23%". No change is so small that it looks like none. */
  percent(value: number): string {
    return value.toLocaleString(this.tag, {
      style: 'percent',
      maximumFractionDigits: 2,
      maximumSignificantDigits: 2,
      roundingPriority: 'morePrecision',
      signDisplay: 'exceptZero',
    });
  }

  /** @param at milliseconds since 1970 */
  time(at: number): string {
    return new Date(at).toLocaleTimeString(this.tag);
  }

  /** A date, or a date and time, as cells have it: in UTC. */
  cellTime(at: number): string {
    const isDate = at % MS_PER_DAY === 0;
    const timeStyle = isDate ? undefined : 'medium';
    return new Date(at).toLocaleString(this.tag, { timeZone: 'UTC', dateStyle: 'medium', timeStyle });
  }

  /**
   * With the zone: the cells beside it have times in UTC.
   *
   * @param at milliseconds since 1970
   */
  dateTime(at: number): string {
    return new Date(at).toLocaleString(this.tag, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
  }

  /** @param day counted from Sunday, 0 */
  weekday(day: number): string {
    // 1 January 2023 was a Sunday.
    return new Date(Date.UTC(2023, 0, 1 + day)).toLocaleDateString(asTag(this.code), {
      weekday: 'long',
      timeZone: 'UTC',
    });
  }

  /** English needs two forms, Polish four, Arabic six. */
  #formOf(forms: Plural, count: number): string {
    return forms[this.#plurals.select(count)] ?? forms.other;
  }
}

/** A number as English sentences have it: 1,700 would be read as 1.7 in German, and 2.5 as no number. */
const IN_ENGLISH = /^-?(\d+(,\d{3})+|\d+\.\d+)$/;

/** How many characters of a sentence stay the same. */
const saidBy = (english: string): number => english.replace(/\{\w+\}/g, '').length;

/** Placeholders of numbers alone, where … stands for any. */
const OF_NUMBERS = /^(?:count|most|least|height|width|status|years|year|actual|left)$/;

/** @internal */
export const patternOf = (english: string): RegExp =>
  new RegExp(
    `^${english
      .split(/\{(\w+)\}/)
      .map((part, index) => {
        if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        return `(?<${part}>${OF_NUMBERS.test(part) ? '[-\\d.,e+…]+' : '.+?'})`;
      })
      .join('')}$`,
    's',
  );

/** How to load the texts of each language except English. */
export type Languages = Readonly<Record<string, () => Promise<FirstTexts>>>;

/** Loaded on demand: only English is in the pane's first script. */
export const LANGUAGES: Languages = {
  de: async () => (await import(/* webpackChunkName: "pane-de" */ './de.json')).default,
  es: async () => (await import(/* webpackChunkName: "pane-es" */ './es.json')).default,
  fr: async () => (await import(/* webpackChunkName: "pane-fr" */ './fr.json')).default,
  ja: async () => (await import(/* webpackChunkName: "pane-ja" */ './ja.json')).default,
  zh: async () => (await import(/* webpackChunkName: "pane-zh" */ './zh.json')).default,
};

/** In the same scripts. @internal */
export const REASONS: Readonly<Record<string, () => Promise<Reasons>>> = {
  de: async () => (await import(/* webpackChunkName: "pane-de" */ './reasons/de.json')).default,
  es: async () => (await import(/* webpackChunkName: "pane-es" */ './reasons/es.json')).default,
  fr: async () => (await import(/* webpackChunkName: "pane-fr" */ './reasons/fr.json')).default,
  ja: async () => (await import(/* webpackChunkName: "pane-ja" */ './reasons/ja.json')).default,
  zh: async () => (await import(/* webpackChunkName: "pane-zh" */ './reasons/zh.json')).default,
};

/** The texts of the late-loaded parts of the pane, in every language. @internal */
export const LATE_TEXTS: Record<string, () => Promise<LateTexts>> = {
  de: async () => (await import(/* webpackChunkName: "tools-de" */ './late/de.json')).default,
  en: async () => (await import(/* webpackChunkName: "tools-en" */ './late/en.json')).default,
  es: async () => (await import(/* webpackChunkName: "tools-es" */ './late/es.json')).default,
  fr: async () => (await import(/* webpackChunkName: "tools-fr" */ './late/fr.json')).default,
  ja: async () => (await import(/* webpackChunkName: "tools-ja" */ './late/ja.json')).default,
  zh: async () => (await import(/* webpackChunkName: "tools-zh" */ './late/zh.json')).default,
};

/** The pane stays blank until its texts are there. */
const MAX_LOAD_MS = 10_000;

/** The language for a user's locale such as "de-CH"; English if it has no texts, or they cannot be loaded in time. */
export async function loadLanguage(tag: string, languages: Languages = LANGUAGES): Promise<Language> {
  const code = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  const load = Object.hasOwn(languages, code) ? languages[code] : undefined;
  try {
    if (load) {
      const [texts, reasons] = await inTime(() => Promise.all([load(), REASONS[code]?.()]), MAX_LOAD_MS);
      return new Language(code, texts, tag, reasons);
    }
  } catch {
    // English is better than no pane.
  }
  return english(tag);
}

export const english = (tag = 'en-US'): Language => new Language('en', en, tag);

/**
 * A text that depends on the number {count}: a form for each plural category of its language that differs from `other`.
 */
type Plural = Readonly<Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>> & {
  readonly other: string;
};

export type Text = string | Plural;

/** A section of the English texts in another language: the same keys, and the same {placeholders} in each text. */
type Translated<Section> = { readonly [Key in keyof Section]: Section[Key] extends string ? string : Plural };

type InLanguage<English> = { readonly [Section in keyof English]: Translated<English[Section]> };

type FirstTexts = InLanguage<typeof en>;
export type LateTexts = InLanguage<typeof lateEnglish>;
export type Texts = FirstTexts & LateTexts;

/** The tag as formats take it: "de-DE" for "de_DE.UTF-8". US English if it is none, such as "C". */
export const asTag = (language: string): string =>
  knownTag(language) ?? knownTag(language.replace(/[.@].*/, '').replaceAll('_', '-')) ?? 'en-US';

/** The tag if the computer knows it; otherwise undefined, which means the computer's own locale. */
function knownTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
