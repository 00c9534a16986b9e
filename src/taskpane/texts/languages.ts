import en from './en.json';
import { Language } from './language';
import type { Texts } from './translation';

/** How to load the texts of each language except English. */
export type Languages = Readonly<Record<string, () => Promise<Texts>>>;

/** Loaded on demand: only English is in the pane's first script. */
export const LANGUAGES: Languages = {
  de: async () => (await import(/* webpackChunkName: "pane-de" */ './de.json')).default,
  es: async () => (await import(/* webpackChunkName: "pane-es" */ './es.json')).default,
  fr: async () => (await import(/* webpackChunkName: "pane-fr" */ './fr.json')).default,
  ja: async () => (await import(/* webpackChunkName: "pane-ja" */ './ja.json')).default,
  zh: async () => (await import(/* webpackChunkName: "pane-zh" */ './zh.json')).default,
};

/** The language for a user's locale such as "de-CH"; English if it has no texts, or they cannot be loaded. */
export async function loadLanguage(tag: string, languages: Languages = LANGUAGES): Promise<Language> {
  const code = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  const load = Object.hasOwn(languages, code) ? languages[code] : undefined;
  try {
    if (load) return new Language(code, await load(), tag);
  } catch {
    // English is better than no pane.
  }
  return english(tag);
}

export const english = (tag = 'en-US'): Language => new Language('en', en, tag);
