import { type ILocales, LocaleService, LocaleType } from '@univerjs/core';
import type { Spreadsheet } from '../sheet/spreadsheet';

type EngineTexts = Promise<{ readonly default: ILocales[string] }>;

/** The engine's own texts, and those of its filters, in the other languages of the pane. */
const TEXTS: Readonly<Record<string, () => readonly EngineTexts[]>> = {
  de: () => [
    import('@univerjs/preset-sheets-core/locales/de-DE'),
    import('@univerjs/sheets-filter/locale/de-DE'),
    import('@univerjs/sheets-filter-ui/locale/de-DE'),
  ],
  es: () => [
    import('@univerjs/preset-sheets-core/locales/es-ES'),
    import('@univerjs/sheets-filter/locale/es-ES'),
    import('@univerjs/sheets-filter-ui/locale/es-ES'),
  ],
  fr: () => [
    import('@univerjs/preset-sheets-core/locales/fr-FR'),
    import('@univerjs/sheets-filter/locale/fr-FR'),
    import('@univerjs/sheets-filter-ui/locale/fr-FR'),
  ],
  ja: () => [
    import('@univerjs/preset-sheets-core/locales/ja-JP'),
    import('@univerjs/sheets-filter/locale/ja-JP'),
    import('@univerjs/sheets-filter-ui/locale/ja-JP'),
  ],
  zh: () => [
    import('@univerjs/preset-sheets-core/locales/zh-CN'),
    import('@univerjs/sheets-filter/locale/zh-CN'),
    import('@univerjs/sheets-filter-ui/locale/zh-CN'),
  ],
};

/** What the engine calls otherwise than Excel: entries with the same name, and panes like the pane's frozen formulas. */
const AS_IN_EXCEL: ILocales = {
  de: {
    rightClick: {
      insert: 'Zellen einfügen',
      delete: 'Zellen löschen',
      clearSelection: 'Inhalte oder Formate löschen',
      freeze: 'Fenster fixieren',
      freezeCol: 'Bis Spalte {0} fixieren',
      freezeRow: 'Bis Zeile {0} fixieren',
      freezeFirstCol: 'Erste Spalte fixieren',
      freezeFirstRow: 'Erste Zeile fixieren',
      cancelFreeze: 'Fixierung aufheben',
    },
    sheetConfig: { sheetNameReserved: 'Den Namen „History“ behält sich Excel vor.' },
  },
  es: { sheetConfig: { sheetNameReserved: 'Excel reserva para sí el nombre «History».' } },
  fr: {
    rightClick: { copySpecial: 'Copie spéciale', freeze: 'Figer les volets', cancelFreeze: 'Libérer les volets' },
    sheetConfig: { sheetNameReserved: 'Excel se réserve le nom « History ».' },
  },
  ja: { sheetConfig: { sheetNameReserved: '"History" は Excel が使う名前です。' } },
  zh: {
    rightClick: { freeze: '冻结窗格', cancelFreeze: '取消冻结窗格' },
    sheetConfig: { sheetNameReserved: 'Excel 保留了“History”这个名称。' },
  },
};

/** Shows the engine's menus in a language. What is typed is read as before: the engine does not learn which it is. */
export async function speak(sheet: Spreadsheet, tag: string): Promise<void> {
  const language = tag.slice(0, 2).toLowerCase();
  const texts = await Promise.all(TEXTS[language]?.() ?? []);
  // The grid would be drawn again while somebody types.
  if (texts.length === 0) return;
  const locales = sheet.serviceOf(LocaleService);
  for (const one of texts) locales.load({ [LocaleType.EN_US]: one.default });
  // A new sheet is called as the first one of a workbook is.
  const sheets = { tabs: { sheet: 'Sheet' } };
  locales.load({ [LocaleType.EN_US]: { sheets, 'sheets-ui': AS_IN_EXCEL[language] ?? {} } });
  locales.setLocale(LocaleType.EN_US);
}
