import { CellValueType, type ICellData, type IWorkbookData, type IWorksheetData, ObjectMatrix } from '@univerjs/core';
import { a1, parseA1 } from '../../core/sheet';
import { cellDataOf, formulaAt } from '../engine/cell-contents';
import { isFormula, type LinkedBook, type LinkedCell, type LinkedSheet } from './links';
import { emptyWorkbook } from '../sheet/sample-model';
import { resourceOfNames, type Spreadsheet } from '../sheet/spreadsheet';

const [SPARE_ROWS, SPARE_COLUMNS] = [100, 10];

/** A workbook from a link, for the engine to open. */
export function workbookOf({ name, sheets, names }: LinkedBook): Partial<IWorkbookData> {
  const usual = Object.values(emptyWorkbook().sheets!)[0]!;
  return {
    name,
    sheetOrder: sheets.map((_, index) => `sheet-${index + 1}`),
    sheets: Object.fromEntries(
      sheets.map((sheet, index) => [
        `sheet-${index + 1}`,
        { ...usual, id: `sheet-${index + 1}`, name: sheet.name, ...gridOf(sheet) },
      ]),
    ),
    resources: [resourceOfNames(Object.entries(names).map(([defined, formula]) => ({ name: defined, formula })))],
  };
}

function gridOf({ cells }: LinkedSheet): Partial<IWorksheetData> {
  const cellData = new ObjectMatrix<ICellData>();
  for (const [address, content] of Object.entries(cells)) {
    const { row, column } = parseA1(address, '')!;
    const value = typeof content === 'string' ? content.replace(/^'/, '') : content;
    cellData.setValue(row, column, cellDataOf(isFormula(content) ? { formula: content } : { value }));
  }
  return {
    cellData: cellData.getMatrix(),
    rowCount: Math.max(200, cellData.getLength() + SPARE_ROWS),
    columnCount: Math.max(26, cellData.getRange().endColumn + SPARE_COLUMNS),
  };
}

/** The open workbook as far as a link carries it. */
export function bookOf(sheet: Spreadsheet): LinkedBook {
  const { workbook } = sheet;
  const unitId = workbook.getUnitId();
  return {
    name: workbook.name,
    sheets: workbook.getSheets().map((worksheet) => {
      const cells: Record<string, LinkedCell> = {};
      worksheet.getCellMatrix().forValue((row, column, cell) => {
        const position = { unitId, sheetId: worksheet.getSheetId(), row, column };
        const content = cell?.f || cell?.si ? formulaAt(sheet, position) : constantIn(cell ?? {});
        if (content !== undefined) cells[a1({ row, column, rows: 1, columns: 1 })] = content;
      });
      return { name: worksheet.getName(), cells };
    }),
    names: Object.fromEntries(
      sheet.definedNames.map(({ name, formulaOrRefString }) => [name, `=${formulaOrRefString.replace(/^=/, '')}`]),
    ),
  };
}

function constantIn({ v, t, p }: Readonly<ICellData> = {}): LinkedCell | undefined {
  const value = p?.body?.dataStream.trim() ?? v;
  if (value === undefined || value === null || value === '') return undefined;
  if (t === CellValueType.BOOLEAN) return Boolean(value);
  return typeof value === 'string' ? `'${value}` : value;
}
