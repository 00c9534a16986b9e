import { CellValueType, InterceptorEffectEnum } from '@univerjs/core';
import { INTERCEPTOR_POINT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { isDateFormat } from 'numfmt';
import { formatAt } from '../engine/cell-contents';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** The first day that Excel does not have: 10000-01-01. */
const END = 2_958_466;
/** After the engine has laid the spill's values over the cells, and before it turns numbers into text. */
const PRIORITY = 40;
/** Fill the cell where it is drawn. */
export const SIGNS = '########';

/**
 * Mends: the engine shows a date or a time that Excel does not have as another one: five days before 1900 began as
 * "1899-12-25", and a time below zero as "18:00". Excel shows signs.
 */
export function hideImpossibleDates(sheet: Spreadsheet): void {
  sheet.serviceOf(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: PRIORITY,
    effect: InterceptorEffectEnum.Value,
    handler: (cell, { unitId, subUnitId, row, col }, next) => {
      const shown = next(cell);
      if (!shown || typeof cell?.v !== 'number' || (cell.v >= 0 && cell.v < END)) return shown;
      const format = formatAt(sheet, { unitId, sheetId: subUnitId, row, column: col });
      // A number would be given its format once more.
      return isDateFormat(format) ? { ...shown, v: SIGNS, t: CellValueType.STRING } : shown;
    },
  });
}
