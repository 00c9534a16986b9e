import { IActiveDirtyManagerService } from '@univerjs/preset-sheets-core';
import { FILTER_MUTATIONS } from '@univerjs/sheets-filter';
import { ObjectMatrix } from '@univerjs/core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** What calculates with rows that a filter leaves. */
const OF_SHOWN_ROWS = /\b(?:SUBTOTAL|AGGREGATE)\(/i;

/**
 * Mends: after each change of a filter the engine calculates all of its rows again, so that cells would ask the service
 * again for what is only hidden. Here the functions that depend on hidden rows are calculated, as in Excel.
 *
 * Can go when test/browser/workbench-rows-and-columns.test.ts, "a filter hides rows, and no cell asks again", passes
 * without it. The engine does so since https://github.com/dream-num/univer/pull/4238.
 */
export function calculateSubtotalsAlone(sheet: Spreadsheet): void {
  for (const commandId of FILTER_MUTATIONS)
    sheet.serviceOf(IActiveDirtyManagerService).register(commandId, {
      commandId,
      getDirtyData: () => ({ dirtyRanges: subtotals(sheet) }),
    });
}

function subtotals(sheet: Spreadsheet) {
  const unitId = sheet.workbook.getUnitId();
  return Object.entries(sheet.formulas.getFormulaData()[unitId] ?? {}).flatMap(([sheetId, formulas]) => {
    const cells: { startRow: number; endRow: number; startColumn: number; endColumn: number }[] = [];
    new ObjectMatrix(formulas ?? {}).forValue((row, column, item) => {
      if (item && OF_SHOWN_ROWS.test(item.f))
        cells.push({ startRow: row, endRow: row, startColumn: column, endColumn: column });
    });
    return cells.map((range) => ({ unitId, sheetId, range }));
  });
}
