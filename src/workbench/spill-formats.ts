import { INTERCEPTOR_POINT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { InterceptorEffectEnum } from '@univerjs/core';
import type { Spreadsheet } from './spreadsheet';

/** After the engine has laid the spill's values over the cells, before it turns numbers into text. */
const PRIORITY = 50;

/**
 * Dresses every cell of a spill in the number format that came with its value; the engine by itself does so only for
 * the first one. The formats are laid over the sheet, never written into it, so that they go when the spill goes, and
 * a format that the user gave a cell wins.
 */
export function showSpillFormats(sheet: Spreadsheet): void {
  sheet.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: PRIORITY,
    effect: InterceptorEffectEnum.Value | InterceptorEffectEnum.Style,
    handler: (cell, { unitId, subUnitId, row, col, workbook }, next) => {
      const spilled = sheet.formulas.getArrayFormulaCellData()[unitId]?.[subUnitId]?.[row]?.[col];
      const format = typeof spilled?.s === 'object' ? spilled.s?.n : undefined;
      if (!cell || !format) return next(cell);
      const style = workbook.getStyles().getStyleByCell(cell);
      return next(style?.n ? cell : { ...cell, s: { ...style, n: format } });
    },
  });
}
