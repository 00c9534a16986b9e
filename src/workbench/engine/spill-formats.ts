import { INTERCEPTOR_POINT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { InterceptorEffectEnum } from '@univerjs/core';
import { keptMark, formatToShow } from './marked-format';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** After the engine has laid the spill's values over the cells, and before it turns numbers into text. */
const PRIORITY = 50;

/**
 * Gives every cell of a spill the number format that came with its value; the engine does so only for the first cell.
 * The formats are laid over the sheet and never written into it, so that they disappear with the spill. A format that
 * the user gave a cell takes precedence, except over a marked format, in spills and in single cells.
 */
export function showSpillFormats(sheet: Spreadsheet): void {
  sheet.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: PRIORITY,
    effect: InterceptorEffectEnum.Value | InterceptorEffectEnum.Style,
    handler: (cell, { unitId, subUnitId, row, col, workbook }, next) => {
      const spilled = sheet.formulas.getArrayFormulaCellData()[unitId]?.[subUnitId]?.[row]?.[col];
      const format = keptMark(cell) ?? (typeof spilled?.s === 'object' ? spilled.s?.n?.pattern : undefined);
      if (!cell || format === undefined) return next(cell);
      const style = workbook.getStyles().getStyleByCell(cell);
      const pattern = formatToShow(style?.n?.pattern, format)!;
      return next(pattern === style?.n?.pattern ? cell : { ...cell, s: { ...style, n: { pattern } } });
    },
  });
}
