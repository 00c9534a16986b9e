import { CellValueType, type ICellData, type IWorkbookData, type IWorksheetData, ObjectMatrix } from '@univerjs/core';
import { SheetsSelectionsService } from '@univerjs/preset-sheets-core';
import { a1, a1WithSheet, cellOf, parseA1 } from '../../core/sheet';
import { cellDataOf, formulaAt, ownLook } from '../engine/cell-contents';
import { chosenWidth } from '../sheet/result-widths';
import { isFormula, type LinkedBook, type LinkedCell, type LinkedSheet, type LinkedStyle } from './links';
import { emptyWorkbook } from '../sheet/sample-model';
import { resourceOfNames, type Spreadsheet } from '../sheet/spreadsheet';

const [SPARE_ROWS, SPARE_COLUMNS] = [100, 10];

/** A workbook from a link, for the engine to open. */
export function workbookOf({ name, sheets, names, styles = [] }: LinkedBook): Partial<IWorkbookData> {
  const usual = Object.values(emptyWorkbook().sheets!)[0]!;
  return {
    name,
    sheetOrder: sheets.map((_, index) => `sheet-${index + 1}`),
    sheets: Object.fromEntries(
      sheets.map((sheet, index) => [
        `sheet-${index + 1}`,
        { ...usual, id: `sheet-${index + 1}`, name: sheet.name, ...gridOf(sheet, styles) },
      ]),
    ),
    resources: [resourceOfNames(Object.entries(names).map(([defined, formula]) => ({ name: defined, formula })))],
  };
}

function gridOf(
  { cells, formats = {}, widths = {} }: LinkedSheet,
  styles: readonly LinkedStyle[],
): Partial<IWorksheetData> {
  const cellData = new ObjectMatrix<ICellData>();
  for (const [address, style] of Object.entries(formats)) {
    const { row, column, rows, columns } = parseA1(address, '')!;
    for (let down = 0; down < rows; down++)
      for (let across = 0; across < columns; across++)
        cellData.setValue(row + down, column + across, { s: styles[style] });
  }
  for (const [address, content] of Object.entries(cells)) {
    const { row, column } = parseA1(address, '')!;
    const value = typeof content === 'string' ? content.replace(/^'/, '') : content;
    const data = cellDataOf(isFormula(content) ? { formula: content } : { value });
    cellData.setValue(row, column, { ...cellData.getValue(row, column), ...data });
  }
  return {
    cellData: cellData.getMatrix(),
    columnData: Object.fromEntries(Object.entries(widths).map(([column, w]) => [column, { w }])),
    rowCount: Math.max(200, cellData.getLength() + SPARE_ROWS),
    columnCount: Math.max(26, cellData.getRange().endColumn + SPARE_COLUMNS),
  };
}

/** The open workbook as far as a link carries it. */
export function bookOf(sheet: Spreadsheet): LinkedBook {
  const { workbook } = sheet;
  const unitId = workbook.getUnitId();
  /** Numbers of styles by their texts. */
  const styles = new Map<string, number>();
  const sheets = workbook.getSheets().map((worksheet): LinkedSheet => {
    const cells: Record<string, LinkedCell> = {};
    const formats = new FormattedRuns();
    worksheet.getCellMatrix().forValue((row, column, cell) => {
      const position = { unitId, sheetId: worksheet.getSheetId(), row, column };
      const content = cell?.f || cell?.si ? formulaAt(sheet, position) : constantIn(cell ?? {});
      if (content !== undefined) cells[a1({ row, column, rows: 1, columns: 1 })] = content;
      const { n, ...others } = ownLook(sheet, cell);
      const style = JSON.stringify(n ? { ...others, n } : others);
      if (style === '{}') return;
      if (!styles.has(style)) styles.set(style, styles.size);
      formats.addCell(row, column, styles.get(style)!);
    });
    const widths = Array.from({ length: worksheet.getColumnCount() }, (_, column) => chosenWidth(worksheet, column));
    return {
      name: worksheet.getName(),
      cells,
      formats: formats.byAddress(),
      widths: Object.fromEntries(widths.flatMap((width, column) => (width ? [[column, width]] : []))),
    };
  });
  const selected = sheet.serviceOf(SheetsSelectionsService).getCurrentLastSelection()?.primary;
  return {
    name: workbook.name,
    ...(selected && {
      active: a1WithSheet(cellOf(workbook.getActiveSheet().getName(), selected.actualRow, selected.actualColumn)),
    }),
    styles: [...styles.keys()].map((style) => JSON.parse(style) as LinkedStyle),
    sheets,
    names: Object.fromEntries(
      sheet.definedNames.map(({ name, formulaOrRefString }) => [name, `=${formulaOrRefString.replace(/^=/, '')}`]),
    ),
  };
}

/** Cells of one style below one another are one entry: a link is short. */
class FormattedRuns {
  readonly #last = new Map<number, { readonly row: number; readonly style: number; rows: number }>();
  readonly #done: [string, number][] = [];

  /** Row by row. */
  addCell(row: number, column: number, style: number): void {
    const run = this.#last.get(column);
    if (run?.style === style && run.row + run.rows === row) run.rows++;
    else {
      this.#end(column);
      this.#last.set(column, { row, style, rows: 1 });
    }
  }

  byAddress(): Record<string, number> {
    for (const column of this.#last.keys()) this.#end(column);
    return Object.fromEntries(this.#done);
  }

  #end(column: number): void {
    const run = this.#last.get(column);
    if (run) this.#done.push([a1({ row: run.row, column, rows: run.rows, columns: 1 }), run.style]);
  }
}

function constantIn({ v, t, p }: Readonly<ICellData> = {}): LinkedCell | undefined {
  const value = p?.body?.dataStream.trim() ?? v;
  if (value === undefined || value === null || value === '') return undefined;
  if (t === CellValueType.BOOLEAN) return Boolean(value);
  return typeof value === 'string' ? `'${value}` : value;
}
