import { type ILocales, LocaleService, LocaleType } from '@univerjs/core';
import type { Spreadsheet } from '../sheet/spreadsheet';

type EngineTexts = Promise<{ readonly default: ILocales[string] }>;

/** The engine's own texts in the other languages of the pane. */
const TEXTS: Readonly<Record<string, () => EngineTexts>> = {
  de: () => import('@univerjs/preset-sheets-core/locales/de-DE'),
  es: () => import('@univerjs/preset-sheets-core/locales/es-ES'),
  fr: () => import('@univerjs/preset-sheets-core/locales/fr-FR'),
  ja: () => import('@univerjs/preset-sheets-core/locales/ja-JP'),
  zh: () => import('@univerjs/preset-sheets-core/locales/zh-CN'),
};

/** Shows the engine's menus in a language. What is typed is read as before: the engine does not learn which it is. */
export async function speak(sheet: Spreadsheet, tag: string): Promise<void> {
  const texts = await TEXTS[tag.slice(0, 2).toLowerCase()]?.();
  if (!texts) return;
  const locales = sheet.serviceOf(LocaleService);
  locales.load({ [LocaleType.EN_US]: texts.default });
  // A new sheet is called as the first one of a workbook is.
  locales.load({ [LocaleType.EN_US]: { sheets: { tabs: { sheet: 'Sheet' } } } });
  locales.setLocale(LocaleType.EN_US);
}
