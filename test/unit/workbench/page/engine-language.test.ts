import { LocaleService } from '@univerjs/core';
import { speak } from '../../../../src/workbench/page/engine-language';
import { LANGUAGES } from '../../../../src/taskpane/texts/language';
import { OpenedWorkbook } from '../../../support/opened-workbook';

/** A text of the engine for somebody with this language, the name of a new sheet, and the engine's own language. */
async function shownTo(tag: string): Promise<string[]> {
  const { sheet } = new OpenedWorkbook();
  await speak(sheet, tag);
  const locales = sheet.serviceOf(LocaleService);
  return [locales.t('sheets.tabs.sheetCopy'), locales.t('sheets.tabs.sheet'), locales.getCurrentLocale()];
}

test('the engine has texts in each language of the pane, and goes on to read what is typed in one way', async () => {
  const shown = await Promise.all(Object.keys(LANGUAGES).map(shownTo));
  expect(shown.map(([text]) => text)).toEqual(['(Kopie{0})', '(Copia{0})', '(Copie{0})', '(コピー{0})', '（副本{0}）']);
  expect(new Set(shown.map(([, , locale]) => locale))).toEqual(new Set(['enUS']));
});

test('a new sheet is called alike in each language, as the first one of a workbook is', async () => {
  const shown = await Promise.all(Object.keys(LANGUAGES).map(shownTo));
  expect(new Set(shown.map(([, name]) => name))).toEqual(new Set(['Sheet']));
});

test('a language that the pane has not is English', async () => {
  expect(await shownTo('pt-BR')).toEqual(['(Copy{0})', 'Sheet', 'enUS']);
});
