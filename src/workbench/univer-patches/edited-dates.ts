import { CellValueType, type ICellData, type Nullable, numfmt } from '@univerjs/core';
import {
  AFTER_CELL_EDIT,
  BEFORE_CELL_EDIT,
  type ISheetLocation,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** Beyond these a date has no text. */
const [FIRST_DAY, DAY_AFTER_LAST] = [1, 2_958_466];

/**
 * Mends: the engine edits a date as its cell shows it, and enters this text when the editor is left: 15 December became
 * the first in a cell that shows "Dec-25", and a text in one that shows "15.12.2025". Here, as in Excel, the editor and
 * the formula bar have the whole date, and what is left as it was does not change.
 *
 * Can go when test/unit/workbench/univer-patches/edited-dates.test.ts passes without it.
 */
export function editWholeDates(sheet: Spreadsheet): void {
  const { writeCellInterceptor } = sheet.serviceOf(SheetInterceptorService);
  const textOf = ({ workbook, worksheet, row, col }: ISheetLocation): string | undefined =>
    textToEdit(
      worksheet.getCellRaw(row, col),
      workbook.getStyles().getStyleByCell(worksheet.getCell(row, col))?.n?.pattern,
    );
  writeCellInterceptor.intercept(BEFORE_CELL_EDIT, {
    priority: 1,
    handler: (cell, location, next) => {
      const text = textOf(location);
      return next(text === undefined ? cell : { ...cell, v: text });
    },
  });
  writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
    priority: 2,
    handler: (cell, location, next) => {
      if (typeof cell?.v !== 'string' || cell.v !== textOf(location)) return next(cell);
      const { v, t } = location.worksheet.getCellRaw(location.row, location.col)!;
      return { ...cell, v, t };
    },
  });
}

/** What an editor has of a cell with a date or a time; undefined for any other. */
function textToEdit(cell: Nullable<ICellData>, pattern = ''): string | undefined {
  const value = cell?.v;
  if (cell?.f || cell?.si || cell?.t !== CellValueType.NUMBER || typeof value !== 'number') return undefined;
  const { type } = numfmt.getFormatInfo(pattern);
  if (type === 'time' && value >= 0 && value < DAY_AFTER_LAST) return numfmt.format('[h]:mm:ss', value);
  if (!type.startsWith('date') || value < FIRST_DAY || value >= DAY_AFTER_LAST) return undefined;
  return numfmt.format(type === 'date' && Number.isInteger(value) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss', value);
}
