import { INTERCEPTOR_POINT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { InterceptorEffectEnum } from '@univerjs/core';
import { heldMark, winnerOf } from './marked-format';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** After the engine has laid the spill's values over the cells, before it turns numbers into text. */
const PRIORITY = 50;

/**
 * Dresses every cell of a spill in the number format that came with its value; the engine by itself does so only for
 * the first one. The formats are laid over the sheet, never written into it, so that they go when the spill goes, and
 * a format that the user gave a cell wins. Only a marked format wins over that one, in a spill and in a single cell.
 */
export function showSpillFormats(sheet: Spreadsheet): void {
  sheet.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: PRIORITY,
    effect: InterceptorEffectEnum.Value | InterceptorEffectEnum.Style,
    handler: (cell, { unitId, subUnitId, row, col, workbook }, next) => {
      const spilled = sheet.formulas.getArrayFormulaCellData()[unitId]?.[subUnitId]?.[row]?.[col];
      const format = heldMark(cell) ?? (typeof spilled?.s === 'object' ? spilled.s?.n?.pattern : undefined);
      if (!cell || format === undefined) return next(cell);
      const style = workbook.getStyles().getStyleByCell(cell);
      const pattern = winnerOf(style?.n?.pattern, format)!;
      return next(pattern === style?.n?.pattern ? cell : { ...cell, s: { ...style, n: { pattern } } });
    },
  });
}
