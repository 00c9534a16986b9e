import { CellValueType, type ICellData, type Nullable } from '@univerjs/core';
import { ErrorType } from '@univerjs/preset-sheets-core';
import type { CellPlace } from './cell-place';
import { heldMark, winnerOf } from './marked-format';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** Control characters for paragraphs and links in rich texts, such as the result of HYPERLINK. */
const CONTROL = /[\u0000-\u001f]/g;

type Value = string | number | boolean;

const ERRORS = new Set<unknown>(Object.values(ErrorType));

/** The typed or calculated value: a number for a date, an error's code for an error, null for a blank cell. */
export function valueAt(sheet: Spreadsheet, place: CellPlace): Value | null {
  const own = ownCell(sheet, place);
  if (own?.p?.body) return own.p.body.dataStream.replace(CONTROL, '');
  const cell = own?.v === undefined || own.v === null ? spilledCell(sheet, place) : own;
  const value = cell?.v ?? null;
  return cell?.t === CellValueType.BOOLEAN ? Boolean(value) : value;
}

/** The cell's displayed text. */
export function textAt(sheet: Spreadsheet, place: CellPlace): string {
  const value = valueAt(sheet, place);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (ownCell(sheet, place)?.p) return String(value);
  return String(sheet.sheetOf(place)?.getCell(place.row, place.column)?.v ?? '');
}

/** Empty for a cell without a formula, and for cells of a spill except its first. */
export const formulaAt = (sheet: Spreadsheet, { unitId, sheetId, row, column }: CellPlace): string =>
  sheet.formulas.getFormulaStringByCell(row, column, sheetId, unitId) ?? '';

/** The displayed number format: the cell's own, or the one that came with a spill or marks a last value. */
export function formatAt(sheet: Spreadsheet, place: CellPlace): string {
  const styles = sheet.workbook.getStyles();
  const patternOf = (cell: Nullable<ICellData>): string | undefined => styles.getStyleByCell(cell)?.n?.pattern;
  const own = ownCell(sheet, place);
  return winnerOf(patternOf(own), heldMark(own) ?? patternOf(spilledCell(sheet, place))) ?? GENERAL;
}

/** The format of a cell without one. */
export const GENERAL = 'General';

export const isErrorCode = (value: unknown): value is string => ERRORS.has(value);

const ownCell = (sheet: Spreadsheet, place: CellPlace): Nullable<ICellData> =>
  sheet.sheetOf(place)?.getCellRaw(place.row, place.column);

const spilledCell = (sheet: Spreadsheet, { unitId, sheetId, row, column }: CellPlace): Nullable<ICellData> =>
  sheet.formulas.getArrayFormulaCellData()[unitId]?.[sheetId]?.[row]?.[column];
