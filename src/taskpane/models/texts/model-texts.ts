import en from './en.json';

/** All texts of the models in one language: shared ones, and those of each model. */
export type ModelTexts = {
  readonly [Section in keyof typeof en]: Readonly<Record<keyof (typeof en)[Section], string>>;
};

/** In the same script as the pane's other texts. */
const LANGUAGES: Readonly<Record<string, () => Promise<ModelTexts>>> = {
  de: async () => (await import(/* webpackChunkName: "pane-de" */ './de.json')).default,
  es: async () => (await import(/* webpackChunkName: "pane-es" */ './es.json')).default,
  fr: async () => (await import(/* webpackChunkName: "pane-fr" */ './fr.json')).default,
  ja: async () => (await import(/* webpackChunkName: "pane-ja" */ './ja.json')).default,
  zh: async () => (await import(/* webpackChunkName: "pane-zh" */ './zh.json')).default,
};

/** English if there are no texts in the language. Rejects if they cannot be loaded. */
export const loadModelTexts = async (code: string): Promise<ModelTexts> =>
  Object.hasOwn(LANGUAGES, code) ? LANGUAGES[code]!() : en;
