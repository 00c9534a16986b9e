import { LocaleService, LocaleType } from '@univerjs/core';
import type { Spreadsheet } from '../../../../src/workbench/sheet/spreadsheet';
import { speak } from '../../../../src/workbench/page/engine-language';

/** The engine's texts after it was told the language. */
async function textsIn(language: string): Promise<(key: string) => string> {
  const locales = new LocaleService();
  locales.load({ [LocaleType.EN_US]: {} });
  await speak({ serviceOf: () => locales } as unknown as Spreadsheet, language);
  return (key) => locales.t(key);
}

/** The entries of the menu of cells. */
const ENTRIES = ['copy', 'cut', 'paste', 'copySpecial', 'pasteSpecial', 'clearSelection', 'insert', 'delete', 'freeze'];

test.each(['de', 'es', 'fr', 'ja', 'zh'])(
  'no two entries of the menu of cells have the same name: %s',
  async (language) => {
    const text = await textsIn(language);
    const names = ENTRIES.map((entry) => text(`sheets-ui.rightClick.${entry}`));
    expect(new Set(names).size).toBe(ENTRIES.length);
  },
);

test.each([
  ['de-DE', 'Fenster fixieren', 'Bestätigen'],
  ['fr-FR', 'Figer les volets', 'Confirmer'],
  ['zh-CN', '冻结窗格', '确认'],
])('panes and filters are called as in Excel and in the language: %s', async (language, panes, confirm) => {
  const text = await textsIn(language);
  expect([text('sheets-ui.rightClick.freeze'), text('sheets-filter-ui.panel.confirm')]).toEqual([panes, confirm]);
});

test('a new sheet is called as the first one of a workbook is', async () =>
  expect((await textsIn('de'))('sheets.tabs.sheet')).toBe('Sheet'));

test.each(['de', 'es', 'fr', 'ja', 'zh'])('why no sheet is called History is said in %s', async (language) => {
  expect((await textsIn(language))('sheets-ui.sheetConfig.sheetNameReserved')).toContain('History');
});
