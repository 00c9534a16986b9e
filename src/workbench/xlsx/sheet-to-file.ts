import { ObjectMatrix, type Worksheet } from '@univerjs/core';
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

/** A sheet with its values (including spills), formulas, styles, sizes and merged cells. */
export function sheetToFile(sheet: Spreadsheet, worksheet: Worksheet, writing: SheetWriting): WorkSheet {
  const [unitId, sheetId] = [sheet.workbook.getUnitId(), worksheet.getSheetId()];
  const file: WorkSheet = {};
  let [lastRow, lastColumn] = [0, 0];
  const add = (row: number, column: number): void => {
    const cell = cellToFile(sheet, { unitId, sheetId, row, column }, writing);
    if (!cell) return;
    file[a1(cellOf('', row, column))] = cell;
    [lastRow, lastColumn] = [Math.max(lastRow, row), Math.max(lastColumn, column)];
  };
  worksheet.getCellMatrix().forValue(add);
  new ObjectMatrix(sheet.formulas.getArrayFormulaCellData()[unitId]?.[sheetId] ?? {}).forValue(add);
  file['!ref'] = a1({ row: 0, column: 0, rows: lastRow + 1, columns: lastColumn + 1 });
  file['!cols'] = Array.from({ length: lastColumn + 1 }, (_, column) => ({
    width: worksheet.getColumnWidth(column) / PIXELS_PER_CHARACTER,
    hidden: !worksheet.getColVisible(column),
  }));
  file['!rows'] = Array.from({ length: lastRow + 1 }, (_, row) => ({
    hpt: worksheet.getRowHeight(row) * POINTS_PER_PIXEL,
    hidden: !worksheet.getRowRawVisible(row),
  }));
  file['!merges'] = worksheet.getMergeData().map(({ startRow, startColumn, endRow, endColumn }) => ({
    s: { r: startRow, c: startColumn },
    e: { r: endRow, c: endColumn },
  }));
  return file;
}

function cellToFile(
  sheet: Spreadsheet,
  position: CellPosition,
  { styles, formulas, countsFrom1904 }: SheetWriting,
): FileCell | undefined {
  const [value, formula, format] = [valueAt(sheet, position), formulaAt(sheet, position), formatAt(sheet, position)];
  const style = sheet.workbook
    .getStyles()
    .getStyleByCell(sheet.sheetOf(position)?.getCellRaw(position.row, position.column));
  const mark = styles.markOf(style, format);
  // The package drops blank cells with their styles, but writes a number without a value, which is blank.
  if (value === null && formula === '') return mark === undefined ? undefined : { t: 'n', v: '', z: mark };
  return {
    ...valueToFile(countsFrom1904 && typeof value === 'number' ? value - dayShift(format) : (value ?? '')),
    ...(mark === undefined ? {} : { z: mark }),
    ...(formula === ''
      ? {}
      : { f: formulas.write(formula, positionIn(sheet, position)), ...spillToFile(sheet, position, formula) }),
  };
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
