import {
  CellValueType,
  type ICellData,
  type IRange,
  type IStyleData,
  type Nullable,
  ObjectMatrix,
} from '@univerjs/core';
import { ErrorType } from '@univerjs/preset-sheets-core';
import type { CellPosition } from './cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { isMarked } from '../../core/last-value-mark';
import type { CellWriting } from '../../app/host';

/** Control characters for the end and for links in rich texts, such as the result of HYPERLINK. */
const CONTROL = /\r\n$|[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

export type PlainValue = string | number | boolean;

const ERRORS = new Set<unknown>(Object.values(ErrorType));

/** The typed or calculated value: a number for a date, an error's code for an error, null for a blank cell. */
export function valueAt(sheet: Spreadsheet, position: CellPosition): PlainValue | null {
  const own = ownCell(sheet, position);
  if (own?.p?.body) return own.p.body.dataStream.replace(CONTROL, '').replaceAll('\r', '\n');
  const cell = own?.v === undefined || own.v === null ? spilledCell(sheet, position) : own;
  const value = cell?.v ?? null;
  return cell?.t === CellValueType.BOOLEAN ? Boolean(value) : value;
}

export function textAt(sheet: Spreadsheet, position: CellPosition): string {
  const value = valueAt(sheet, position);
  if (ownCell(sheet, position)?.p) return String(value);
  const shown = sheet.sheetOf(position)?.getCell(position.row, position.column)?.v ?? '';
  if (typeof value === 'boolean' && typeof shown !== 'string') return value ? 'TRUE' : 'FALSE';
  return String(shown);
}

/** Empty for a cell without a formula, and for cells of a spill except its first. */
export const formulaAt = (sheet: Pick<Spreadsheet, 'sheetOf'>, position: CellPosition): string =>
  ownCell(sheet, position)?.f ?? '';

/** The cells whose formula is meant. It is told the formula and the name of its sheet. */
export function cellsWithFormula(
  sheet: Spreadsheet,
  isMeant: (formula: string, sheetName: string) => boolean,
): CellPosition[] {
  const unitId = sheet.workbook.getUnitId();
  const positions: CellPosition[] = [];
  for (const [sheetId, formulas] of Object.entries(sheet.formulas.getFormulaData()[unitId] ?? {})) {
    const worksheet = sheet.workbook.getSheetBySheetId(sheetId);
    if (!worksheet) continue;
    new ObjectMatrix(formulas ?? {}).forValue((row, column, item) => {
      if (item && isMeant(item.f, worksheet.getName())) positions.push({ unitId, sheetId, row, column });
    });
  }
  return positions;
}

/** The displayed number format: the cell's own, or the one that came with a spill or marks a last value. */
export function formatAt(sheet: Spreadsheet, position: CellPosition): string {
  const spilled = sheet.workbook.getStyles().getStyleByCell(spilledCell(sheet, position))?.n?.pattern;
  return formatToShow(chosenFormat(sheet, position), keptMark(ownCell(sheet, position)) ?? spilled) ?? GENERAL;
}

/** The number format of a cell, or that of its column if the cell has none. */
export function chosenFormat(sheet: Spreadsheet, position: CellPosition): string | undefined {
  const own = sheet.workbook.getStyles().getStyleByCell(ownCell(sheet, position))?.n;
  return own === undefined ? columnFormat(sheet, position) : own?.pattern;
}

/** The number format that a cell shows without its formula. */
export function ownFormatAt(sheet: Spreadsheet, position: CellPosition): string {
  const chosen = chosenFormat(sheet, position);
  return chosen === undefined || chosen === keptResultFormat(ownCell(sheet, position)) ? GENERAL : chosen;
}

/** The number format of a column. A cell there without a format is General, since the engine drops what is null. */
export const columnFormat = (sheet: Spreadsheet, position: CellPosition): string | undefined =>
  sheet.sheetOf(position)?.getColumnStyle(position.column)?.n?.pattern;

export const GENERAL = 'General';

export const isErrorCode = (value: unknown): value is string => ERRORS.has(value);

const ownCell = (sheet: Pick<Spreadsheet, 'sheetOf'>, position: CellPosition): Nullable<ICellData> =>
  sheet.sheetOf(position)?.getCellRaw(position.row, position.column);

/** What the result of a formula, its own or another cell's, puts into a cell. */
export const spilledCell = (sheet: Spreadsheet, { unitId, sheetId, row, column }: CellPosition): Nullable<ICellData> =>
  sheet.formulas.getArrayFormulaCellData()[unitId]?.[sheetId]?.[row]?.[column];

/** Number formats that came with a formula's result. They are kept in its cell, and move with it. */
interface ResultFormats {
  /** It stands in the cell's style, which had none. */
  readonly result?: string | undefined;
  /** It marks a last value, beside the cell's own format. */
  readonly mark?: string | undefined;
}

const resultFormats = (cell: Nullable<ICellData>): ResultFormats => cell?.custom ?? {};

/** The marked format of the formula's result, kept beside the cell's own format. */
export const keptMark = (cell: Nullable<ICellData>): string | undefined => resultFormats(cell).mark;

/** The format of the formula's result, if the cell has none of its own. */
export const keptResultFormat = (cell: Nullable<ICellData>): string | undefined => resultFormats(cell).result;

/** What a formula's cell is in the opened file, kept in the cell until something is entered into it. */
interface OfFile {
  /** Its result brings no format: Excel gives one only to a cell that it is entered into. */
  readonly isGeneral?: boolean;
  /** The rows and columns that it fills as an array formula. */
  readonly array?: readonly [rows: number, columns: number] | undefined;
  /** The rows and columns that its result filled when it was stored, so that these wait with it. */
  readonly filled?: readonly [rows: number, columns: number] | undefined;
  /** The value of a formula with functions that the engine does not know, or the rows of values that it fills. */
  readonly kept?: PlainValue | readonly (readonly PlainValue[])[] | undefined;
}

export const keptOfFile = (facts: OfFile): Pick<ICellData, 'custom'> => ({ custom: { ...facts } });

const ofFile = (cell: Nullable<ICellData>): OfFile => cell?.custom ?? {};

/** Whether it came with its formula from a file, without a format, and nothing was entered into it since. */
export const isGeneralInFile = (cell: Nullable<ICellData>): boolean => ofFile(cell).isGeneral === true;

/** The rows and columns that its formula fills, whatever its result has. */
export const arraySizeOf = (cell: Nullable<ICellData>): OfFile['array'] => ofFile(cell).array;

/** What its result filled before the workbook was opened, until it is calculated. */
export const filledBefore = (cell: Nullable<ICellData>): OfFile['filled'] =>
  cell?.v === undefined || cell.v === null ? ofFile(cell).filled : undefined;

/** The value, or the rows of values, that a formula keeps, as the engine cannot calculate it. */
export const keptValueOf = (cell: Nullable<ICellData>): OfFile['kept'] => ofFile(cell).kept;

/** A formula that is filled into other cells is another one there. */
export function forgetKeptValue(cell: ICellData): void {
  if (keptValueOf(cell) !== undefined) cell.custom = { ...cell.custom, kept: undefined, mark: undefined };
}

/** Keeps what the result of a stored cell fills. */
export function keepFilled(cell: ICellData, range: Nullable<IRange>): void {
  const filled = range ? [range.endRow - range.startRow + 1, range.endColumn - range.startColumn + 1] : undefined;
  if (filled || ofFile(cell).filled) cell.custom = { ...cell.custom, filled };
}

/** From now on its formula's result brings its format, and fills as many cells as it has. */
export function noteEntered(cell: Nullable<ICellData>): void {
  const { isGeneral, array, filled, kept } = ofFile(cell);
  if (cell && (isGeneral || array || filled || kept !== undefined))
    cell.custom = { ...cell.custom, isGeneral: false, array: undefined, filled: undefined, kept: undefined };
}

/** How a cell looks by itself: a number format that came with its formula's result is no format, and therefore null. */
export function ownLook(sheet: Spreadsheet, cell: Nullable<ICellData>): IStyleData {
  const style = sheet.workbook.getStyles().getStyleByCell(cell) ?? {};
  const format = keptResultFormat(cell);
  // What somebody has chosen since is another one.
  return format !== undefined && style.n?.pattern === format ? { ...style, n: null } : style;
}

/** Keeps these formats in the cell instead of those before. */
export function keepFormats(cell: ICellData, { result, mark }: ResultFormats): void {
  if (result !== keptResultFormat(cell) || mark !== keptMark(cell)) cell.custom = { ...cell.custom, result, mark };
}

/** The format to show: the cell's own, unless it would hide that the value is a last value. */
export const formatToShow = (own: string | undefined, resultFormat: string | undefined): string | undefined =>
  resultFormat !== undefined && isMarked(resultFormat) ? resultFormat : (own ?? resultFormat);

/** Clears a cell, whatever it contains; its style stays. */
export const NOTHING: ICellData = { v: null, f: null, p: null, t: null };

/**
 * What to write into a cell → the engine's cell. A value has a type; otherwise the engine would read texts as formulas
 * or numbers.
 */
export function cellDataOf({ formula, value, format }: CellWriting): ICellData {
  const content =
    formula !== undefined
      ? { ...NOTHING, f: formula }
      : value !== undefined
        ? { ...NOTHING, ...toCellData(value) }
        : {};
  return format === undefined ? content : { ...content, s: { n: format === GENERAL ? null : { pattern: format } } };
}

function toCellData(value: string | number | boolean): ICellData {
  if (value === '') return {};
  if (typeof value === 'boolean') return { v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  return { v: value, t: typeof value === 'number' ? CellValueType.NUMBER : CellValueType.STRING };
}
