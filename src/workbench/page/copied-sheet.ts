import { CopySheetCommand } from '@univerjs/preset-sheets-core';
import type { Attachments } from '../engine/attachments';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { tellUser } from './dialog';

/** When a sheet of the opened file is copied, says what of it the copy lacks: the file alone knows that. */
export function tellOfCopies(sheet: Spreadsheet, attachments: Attachments): void {
  sheet.commands.beforeCommandExecuted(({ id, params }) => {
    const { package: original } = attachments.file;
    if (id !== CopySheetCommand.id || original === undefined) return;
    const { subUnitId = '' } = { ...params } as { readonly subUnitId?: string };
    const copied = sheet.workbook.getSheetBySheetId(subUnitId) ?? sheet.workbook.getActiveSheet();
    const [name, sheetId] = [copied.getName(), copied.getSheetId()];
    void import('../xlsx/xlsx').then(async ({ missingInCopy }) => {
      const missing = await missingInCopy(original, sheetId);
      if (missing.length > 0)
        await tellUser(
          `A copy of ${name}`,
          `It has its cells, and not its ${missing.join(', ')}: only ${name} keeps them.`,
        );
    });
  });
}
