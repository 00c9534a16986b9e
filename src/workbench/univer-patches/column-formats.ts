import { INumfmtService } from '@univerjs/preset-sheets-core';
import { chosenFormat } from '../engine/cell-contents';
import type { Spreadsheet } from '../sheet/spreadsheet';

/**
 * Mends: the engine gives a cell every look of its column but the number format, so that all cells of a formatted column
 * would need one of their own.
 *
 * Can go when test/browser/workbench-whole-grid.test.ts, "a blank cell of a styled column shows its number as the column
 * says", passes without it.
 */
export function showColumnFormats(sheet: Spreadsheet): void {
  sheet.serviceOf(INumfmtService).getValue = (unitId, sheetId, row, column) => {
    const pattern = chosenFormat(sheet, { unitId, sheetId, row, column });
    return pattern === undefined ? null : { pattern };
  };
}
