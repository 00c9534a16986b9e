import { SheetsSelectionsService } from '@univerjs/preset-sheets-core';
import { a1, cellOf } from '../core/a1';
import type { CallLedger } from './call-ledger';
import { messageAt } from './messages';
import type { Spreadsheet } from './spreadsheet';

/** Tells the sentence behind the selected cell when it is an error, for those who do not hover; an empty text otherwise. */
export function followSelection(sheet: Spreadsheet, ledger: CallLedger, show: (message: string) => void): void {
  sheet.get(SheetsSelectionsService).selectionChanged$.subscribe((selections) => {
    const cell = selections?.at(-1)?.primary;
    if (!cell) return;
    const place = {
      unitId: sheet.workbook.getUnitId(), sheetId: sheet.workbook.getActiveSheet().getSheetId(),
      row: cell.actualRow, column: cell.actualColumn,
    };
    const message = messageAt(place, sheet, ledger);
    show(message === '' ? '' : `${a1(cellOf('', place.row, place.column))}: ${message}`);
  });
}
