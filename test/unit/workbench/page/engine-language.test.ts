import { LocaleService } from '@univerjs/core';
import { speak } from '../../../../src/workbench/page/engine-language';
import { LANGUAGES } from '../../../../src/taskpane/texts/language';
import { OpenedWorkbook } from '../../../support/opened-workbook';

/** An entry of the engine's menus, for somebody with this language, and the engine's own language. */
async function shownTo(tag: string): Promise<string[]> {
  const { sheet } = new OpenedWorkbook();
  await speak(sheet, tag);
  const locales = sheet.serviceOf(LocaleService);
  return [locales.t('sheets.tabs.sheet'), locales.getCurrentLocale()];
}

test('the engine has texts in each language of the pane, and goes on to read what is typed in one way', async () => {
  const shown = await Promise.all(Object.keys(LANGUAGES).map(shownTo));
  expect(shown.map(([text]) => text)).toEqual(['Blatt', 'Hoja', 'Feuille', 'シート', '工作表']);
  expect(new Set(shown.map(([, locale]) => locale))).toEqual(new Set(['enUS']));
});

test('a language that the pane has not is English', async () => {
  expect(await shownTo('pt-BR')).toEqual(['Sheet', 'enUS']);
});
