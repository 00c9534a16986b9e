import type { ICommand } from '@univerjs/core';
import { RemoveSheetCommand, RemoveSheetConfirmCommand } from '@univerjs/preset-sheets-core';
import { tokensIn } from '../../app/workbook/formulas';
import { a1WithSheet, quoteSheet } from '../../core/sheet';
import type { Attachments } from '../engine/attachments';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { formulasOn } from '../sheet/univer-workbook';
import { askUser, count } from './dialog';

/** At most this many cells are named. */
const MAX_NAMED = 5;

/** The engine's command that asks before it deletes a sheet. */
const asking = RemoveSheetConfirmCommand as Pick<ICommand<{ readonly subUnitId?: string }>, 'handler'>;

/** Before a sheet is deleted to which something refers, it asks with what becomes #REF! then. */
export function warnOfReferences(sheet: Spreadsheet, attachments: Attachments): void {
  const ask = asking.handler;
  asking.handler = async (accessor, params) => {
    const worksheet = sheet.workbook.getSheetBySheetId(params?.subUnitId ?? '') ?? sheet.workbook.getActiveSheet();
    const subUnitId = worksheet.getSheetId();
    const lost = await referencesTo(sheet, attachments, subUnitId);
    if (lost.length === 0) return ask(accessor, { subUnitId });
    const sentence = `What refers to it becomes #REF!: ${lost.join(', ')}.`;
    const isWanted = await askUser(`Delete ${worksheet.getName()}?`, sentence, [
      { text: 'Delete', answer: true },
      { text: 'Cancel', answer: false },
    ]);
    return isWanted && sheet.commands.executeCommand(RemoveSheetCommand.id, { subUnitId });
  };
}

async function referencesTo(sheet: Spreadsheet, { file }: Attachments, sheetId: string): Promise<string[]> {
  const { workbook } = sheet;
  const prefix = `${quoteSheet(workbook.getSheetBySheetId(sheetId)!.getName())}!`.toUpperCase();
  const refersTo = (formula: string): boolean =>
    formula.toUpperCase().includes(prefix) &&
    tokensIn(formula).some(({ text }) => text.toUpperCase().startsWith(prefix));
  const cells = workbook
    .getSheets()
    .filter((worksheet) => worksheet.getSheetId() !== sheetId)
    .flatMap(formulasOn)
    .flatMap(({ cell, formula }) => (refersTo(formula) ? [a1WithSheet(cell)] : []));
  const names = sheet.definedNames.filter(({ formulaOrRefString }) => refersTo(`=${formulaOrRefString}`));
  const ofFile =
    file.package === undefined ? [] : await (await import('../xlsx/xlsx')).referencesInFile(file.package, sheetId);
  const more = cells.length - MAX_NAMED;
  return [
    ...cells.slice(0, MAX_NAMED),
    ...(more > 0 ? [count(more, 'more formula')] : []),
    ...names.map(({ name }) => `the name ${name}`),
    ...ofFile,
  ];
}
