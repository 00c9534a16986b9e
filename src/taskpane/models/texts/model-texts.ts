import type en from './en.json';

/** All texts of the models in one language: shared ones, and those of each model. */
export type ModelTexts = {
  readonly [Section in keyof typeof en]: Readonly<Record<keyof (typeof en)[Section], string>>;
};

const LANGUAGES: Readonly<Record<string, () => Promise<ModelTexts>>> = {
  de: async () => (await import(/* webpackChunkName: "models-de" */ './de.json')).default,
  es: async () => (await import(/* webpackChunkName: "models-es" */ './es.json')).default,
  fr: async () => (await import(/* webpackChunkName: "models-fr" */ './fr.json')).default,
  ja: async () => (await import(/* webpackChunkName: "models-ja" */ './ja.json')).default,
  zh: async () => (await import(/* webpackChunkName: "models-zh" */ './zh.json')).default,
};

/** Loaded when a model is inserted. English if there are no texts in the language. Rejects if they cannot be loaded. */
export async function loadModelTexts(code: string): Promise<ModelTexts> {
  if (Object.hasOwn(LANGUAGES, code)) return LANGUAGES[code]!();
  return (await import(/* webpackChunkName: "models-en" */ './en.json')).default;
}
