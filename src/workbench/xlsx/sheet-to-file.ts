import { type IStyleData, ObjectMatrix, type Worksheet } from '@univerjs/core';
import type { CellObject, WorkSheet } from '@e965/xlsx';
import { a1, cellOf } from '../../core/sheet/a1';
import type { CellPosition } from '../engine/cell-position';
import { isMdFormula } from '../engine/md-cells';
import { blockOfEngineRange } from '../engine/ranges';
import { formatAt, formulaAt, isErrorCode, valueAt } from '../engine/shown-cell';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { dayShift } from './days-from-1904';
import type { FormulaPosition, FormulasToFile } from './formulas-to-file';
import type { StylesToFile } from './styles-to-file';

/**
 * A cell in the package's form. `D`, which its types omit, means that the formula spills by itself (a dynamic array).
 */
type FileCell = CellObject & { D?: boolean };

/** The package drops blank cells with their styles, but writes a number without a value, which is blank. */
const BLANK: FileCell = { t: 'n', v: '' };

/** Units in files: heights in points, widths in digits of the default font, plus the cell's padding. */
export const [POINTS_PER_PIXEL, PIXELS_PER_CHARACTER] = [0.75, 7];

/**
 * Errors as numbers. Errors that the file format does not know become #VALUE!, and are calculated again when the file
 * is opened.
 */
const ERROR_NUMBERS: Readonly<Record<string, number>> = {
  '#NULL!': 0,
  '#DIV/0!': 7,
  '#VALUE!': 15,
  '#REF!': 23,
  '#NAME?': 29,
  '#NUM!': 36,
  '#N/A': 42,
  '#GETTING_DATA': 43,
};

interface SheetWriting {
  readonly styles: StylesToFile;
  readonly formulas: FormulasToFile;
  readonly countsFrom1904: boolean;
}

/** A sheet in the package's form, and the styles of its cells, which the package does not write, by address. */
export interface WrittenSheet {
  readonly file: WorkSheet;
  readonly styles: ReadonlyMap<string, number>;
}

/** A sheet with its values (including spills), formulas, styles, sizes and merged cells. */
export function sheetToFile(sheet: Spreadsheet, worksheet: Worksheet, writing: SheetWriting): WrittenSheet {
  const [unitId, sheetId] = [sheet.workbook.getUnitId(), worksheet.getSheetId()];
  const file: WorkSheet = {};
  let [lastRow, lastColumn] = [0, 0];
  const styles = new Map<string, number>();
  const add = (row: number, column: number): void => {
    const position = { unitId, sheetId, row, column };
    const style = writing.styles.indexOf(styleAt(worksheet, row, column), formatAt(sheet, position));
    const cell = cellToFile(sheet, position, writing) ?? (style > 0 ? BLANK : undefined);
    if (!cell) return;
    const address = a1(cellOf('', row, column));
    file[address] = { ...cell };
    styles.set(address, style);
    [lastRow, lastColumn] = [Math.max(lastRow, row), Math.max(lastColumn, column)];
  };
  worksheet.getCellMatrix().forValue(add);
  new ObjectMatrix(sheet.formulas.getArrayFormulaCellData()[unitId]?.[sheetId] ?? {}).forValue(add);
  file['!ref'] = a1({ row: 0, column: 0, rows: lastRow + 1, columns: lastColumn + 1 });
  const { columnData, rowData } = worksheet.getConfig();
  file['!cols'] = sizesOf(columnData, lastColumn, (column) => ({
    width: worksheet.getColumnWidth(column) / PIXELS_PER_CHARACTER,
    hidden: !worksheet.getColVisible(column),
  }));
  file['!rows'] = sizesOf(rowData, lastRow, (row) => ({
    hpt: worksheet.getRowHeight(row) * POINTS_PER_PIXEL,
    hidden: !worksheet.getRowRawVisible(row),
  }));
  file['!merges'] = worksheet.getMergeData().map(({ startRow, startColumn, endRow, endColumn }) => ({
    s: { r: startRow, c: startColumn },
    e: { r: endRow, c: endColumn },
  }));
  return { file, styles };
}

function cellToFile(
  sheet: Spreadsheet,
  position: CellPosition,
  { formulas, countsFrom1904 }: SheetWriting,
): FileCell | undefined {
  const [value, formula] = [valueAt(sheet, position), formulaAt(sheet, position)];
  if (value === null && formula === '') return undefined;
  const isMovedDate = countsFrom1904 && typeof value === 'number';
  return {
    ...valueToFile(isMovedDate ? value - dayShift(formatAt(sheet, position)) : (value ?? '')),
    ...(formula === ''
      ? {}
      : { f: formulas.write(formula, positionIn(sheet, position)), ...spillToFile(sheet, position, formula) }),
  };
}

/** With what the cell has from its sheet, row and column. */
const styleAt = (worksheet: Worksheet, row: number, column: number): IStyleData =>
  worksheet.getComposedCellStyleByCellData(row, column, worksheet.getCellRaw(row, column));

/** Those of all rows or columns in use, and of those beyond that have a size of their own or are hidden. */
function sizesOf<Size>(own: object, last: number, read: (index: number) => Size): Size[] {
  const sizes = Array.from({ length: last + 1 }, (_, index) => read(index));
  for (const index of Object.keys(own).map(Number)) if (index > last) sizes[index] = read(index);
  return sizes;
}

const positionIn = (sheet: Spreadsheet, position: CellPosition): FormulaPosition => ({
  ...position,
  sheet: sheet.sheetOf(position)?.getName() ?? '',
});

function valueToFile(value: string | number | boolean): FileCell {
  if (typeof value === 'number') return { t: 'n', v: value };
  if (typeof value === 'boolean') return { t: 'b', v: value };
  return isErrorCode(value) ? { t: 'e', v: ERROR_NUMBERS[value] ?? 15 } : { t: 's', v: value };
}

/**
 * Without this flag Excel would read the formula as one from before dynamic arrays, and show only one cell of its
 * result.
 */
function spillToFile(
  sheet: Spreadsheet,
  { unitId, sheetId, row, column }: CellPosition,
  formula: string,
): Partial<FileCell> {
  const spill = sheet.formulas.getArrayFormulaRange()[unitId]?.[sheetId]?.[row]?.[column];
  if (spill) return { F: a1(blockOfEngineRange('', spill)), D: true };
  return isMdFormula(formula) ? { F: a1(cellOf('', row, column)), D: true } : {};
}
