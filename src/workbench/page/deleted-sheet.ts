import { IConfirmService } from '@univerjs/core';
import { RemoveSheetConfirmCommand } from '@univerjs/preset-sheets-core';
import { tokensIn } from '../../app/workbook/formulas';
import { a1WithSheet, cellOf, quoteSheet } from '../../core/sheet';
import type { Attachments } from '../engine/attachments';
import { formulaAt } from '../engine/cell-contents';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { askUser, count } from './dialog';

/** At most this many cells are named. */
const MAX_NAMED = 5;

/** Before a sheet is deleted to which something refers, it asks with what becomes #REF! then. */
export function warnOfReferences(sheet: Spreadsheet, attachments: Attachments): void {
  const questions = sheet.serviceOf(IConfirmService);
  const ask = questions.confirm.bind(questions);
  let sheetId: string | undefined;
  sheet.commands.beforeCommandExecuted(({ id, params }) => {
    if (id === RemoveSheetConfirmCommand.id) sheetId = (params as { subUnitId?: string } | undefined)?.subUnitId;
  });
  questions.confirm = async (question) => {
    const worksheet = sheet.workbook.getSheetBySheetId(sheetId ?? '') ?? sheet.workbook.getActiveSheet();
    const isDeletion = (question as { id: string }).id === 'sheet.confirm.remove-sheet';
    const lost = isDeletion ? await referencesTo(sheet, attachments, worksheet.getSheetId()) : [];
    if (lost.length === 0) return ask(question);
    return askUser(`Delete ${worksheet.getName()}?`, `What refers to it becomes #REF!: ${lost.join(', ')}.`, [
      { text: 'Delete', answer: true },
      { text: 'Cancel', answer: false },
    ]);
  };
}

/** What refers to a sheet, in words. */
async function referencesTo(sheet: Spreadsheet, { file }: Attachments, sheetId: string): Promise<string[]> {
  const { workbook } = sheet;
  const prefix = `${quoteSheet(workbook.getSheetBySheetId(sheetId)!.getName())}!`.toUpperCase();
  const refersTo = (formula: string): boolean =>
    formula.toUpperCase().includes(prefix) &&
    tokensIn(formula).some(({ text }) => text.toUpperCase().startsWith(prefix));
  const cells: string[] = [];
  for (const worksheet of workbook.getSheets())
    worksheet.getCellMatrix().forValue((row, column, cell) => {
      const position = { unitId: workbook.getUnitId(), sheetId: worksheet.getSheetId(), row, column };
      if ((cell?.f || cell?.si) && position.sheetId !== sheetId && refersTo(formulaAt(sheet, position)))
        cells.push(a1WithSheet(cellOf(worksheet.getName(), row, column)));
    });
  const names = sheet.definedNames.filter(({ formulaOrRefString }) => refersTo(`=${formulaOrRefString}`));
  const ofFile =
    file.package === undefined ? [] : await (await import('../xlsx/xlsx')).referencesInFile(file.package, sheetId);
  const more = cells.length - MAX_NAMED;
  return [
    ...cells.slice(0, MAX_NAMED),
    ...(more > 0 ? [`${count(more, 'more formula')}`] : []),
    ...names.map(({ name }) => `the name ${name}`),
    ...ofFile,
  ];
}
