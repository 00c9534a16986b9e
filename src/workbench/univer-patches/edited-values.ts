import { CellValueType, type ICellData, type Nullable, numfmt } from '@univerjs/core';
import {
  AFTER_CELL_EDIT,
  BEFORE_CELL_EDIT,
  type ISheetLocation,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import { ownFormatAt } from '../engine/cell-contents';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** Beyond these a date has no text. */
const [FIRST_DAY, DAY_AFTER_LAST] = [1, 2_958_466];

/** Only the value itself comes later. */
const AFTER_ALL = -0.5;

/** "12" and "0.5", but not ".5", nor the date "1.12.2026". */
const FROM_DIGIT = /^\s*[-+(]?\d(?!.*\.\d{1,2}\.)[\d.,'’\s]*\)?\s*$/;
const LAST_MARK = /[.,]?\s*(\)?)\s*$/;

/**
 * Mends: the engine edits a value as its cell shows it, and enters this text when the editor is left: 15 December became
 * the first in a cell that shows "Dec-25", a text in one that shows "15.12.2025", and a number lost digits. Here, as in
 * Excel, the editor and the formula bar have the whole date, or 15 digits, and what is left as it was does not change.
 * And in a cell of percent, what is typed is one: "12" was 1200%.
 */
export function editWholeValues(sheet: Spreadsheet): void {
  const { writeCellInterceptor } = sheet.serviceOf(SheetInterceptorService);
  const patternOf = ({ unitId, subUnitId: sheetId, row, col: column }: ISheetLocation): string =>
    ownFormatAt(sheet, { unitId, sheetId, row, column });
  const edited = (location: ISheetLocation): ReturnType<typeof valueToEdit> =>
    valueToEdit(location.worksheet.getCellRaw(location.row, location.col), patternOf(location));
  writeCellInterceptor.intercept(BEFORE_CELL_EDIT, {
    priority: 1,
    handler: (cell, location, next) => {
      const v = edited(location);
      return next(v === undefined ? cell : { ...cell, v });
    },
  });
  writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
    priority: 2,
    handler: (cell, location, next) => {
      const typed = cell?.v;
      if (typeof typed !== 'string') return next(cell);
      if (typed === String(edited(location))) return { ...cell, ...valueIn(location) };
      const isShare = FROM_DIGIT.test(typed) && numfmt.getFormatInfo(patternOf(location)).isPercent;
      return next(isShare ? { ...cell, v: typed.replace(LAST_MARK, '%$1') } : cell);
    },
  });
  writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
    priority: AFTER_ALL,
    handler: (cell, location, next) => {
      const { v, t } = valueIn(location);
      // Left as it was, in the user's notation.
      const isLeft = edited(location) !== undefined && cell?.v === withDigits(Number(v));
      return next(isLeft ? { ...cell, v, t } : cell);
    },
  });
}

const valueIn = ({ worksheet, row, col }: ISheetLocation): Pick<ICellData, 'v' | 't'> => {
  const { v, t } = worksheet.getCellRaw(row, col) ?? {};
  return { v, t };
};

const withDigits = (value: number): number => Number(value.toPrecision(15));

/** What an editor has of a cell with a number; undefined for any other. */
function valueToEdit(cell: Nullable<ICellData>, pattern: string): string | number | undefined {
  const value = cell?.v;
  if (cell?.f || cell?.t !== CellValueType.NUMBER || typeof value !== 'number') return undefined;
  const { type, isPercent } = numfmt.getFormatInfo(pattern);
  if (type === 'time' && value >= 0 && value < DAY_AFTER_LAST) return numfmt.format('[h]:mm:ss', value);
  if (type.startsWith('date') && value >= FIRST_DAY && value < DAY_AFTER_LAST)
    return numfmt.format(type === 'date' && Number.isInteger(value) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss', value);
  return isPercent ? `${withDigits(value * 100)}%` : withDigits(value);
}
