import { CellValueType, type ICellData, type IWorkbookData, type IWorksheetData, ObjectMatrix } from '@univerjs/core';
import { groupBy } from '../../core/basics';
import { a1, type Block, cellOf, parseA1, runsOf } from '../../core/sheet';
import { cellDataOf, ownLook } from '../engine/cell-contents';
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
  /** Numbers of styles by their texts. */
  const styles = new Map<string, number>();
  const sheets = workbook.getSheets().map((worksheet): LinkedSheet => {
    const cells: Record<string, LinkedCell> = {};
    const styled: { readonly cell: Block; readonly style: number }[] = [];
    worksheet.getCellMatrix().forValue((row, column, cell) => {
      const content = cell?.f ?? constantIn(cell ?? {});
      if (content !== undefined) cells[a1({ row, column, rows: 1, columns: 1 })] = content;
      const { n, ...others } = ownLook(sheet, cell);
      const style = JSON.stringify(n ? { ...others, n } : others);
      if (style === '{}') return;
      if (!styles.has(style)) styles.set(style, styles.size);
      styled.push({ cell: cellOf('', row, column), style: styles.get(style)! });
    });
    const widths = Array.from({ length: worksheet.getColumnCount() }, (_, column) => chosenWidth(worksheet, column));
    return {
      name: worksheet.getName(),
      cells,
      // Neighbours are one entry: a link is short.
      formats: Object.fromEntries(
        groupBy(styled, ({ style }) => String(style)).flatMap((same) =>
          runsOf(same.map(({ cell }) => cell)).map((block) => [a1(block), same[0]!.style]),
        ),
      ),
      widths: Object.fromEntries(widths.flatMap((width, column) => (width ? [[column, width]] : []))),
    };
  });
  const { activeCell } = sheet;
  return {
    name: workbook.name,
    ...(activeCell && { active: sheet.addressOf(activeCell)! }),
    styles: [...styles.keys()].map((style) => JSON.parse(style) as LinkedStyle),
    sheets,
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
