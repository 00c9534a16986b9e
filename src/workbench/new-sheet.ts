import { BooleanNumber } from '@univerjs/core';
import type { ICellData, IStyleData, IWorksheetData } from '@univerjs/core';
import type { NewCell, NewSheet } from '../app/workbook';
import { cellDataOf } from './cell-writing';
import { BAND, FONT, HEADER, INPUT, LABEL, NOTE, TITLE, TOTAL } from './sample-styles';

const STYLES: Readonly<Record<NonNullable<NewCell['style']>, IStyleData>> = {
  title: TITLE, heading: HEADER, label: LABEL, input: INPUT, note: NOTE, total: TOTAL,
};

/** Room for what a reader adds below and beside. */
const [SPARE_ROWS, SPARE_COLUMNS] = [100, 10];
const TITLE_HEIGHT = 34;
/** As Excel measures: a character of the usual font, and the padding of the cell. */
const [CHARACTER_PX, PADDING_PX] = [7, 5];

/** A sheet to add → the engine's sheet. */
export function worksheetOf({ rows, columnWidths }: NewSheet, name: string): Partial<IWorksheetData> {
  const width = Math.max(columnWidths.length, ...rows.map((row) => row.length));
  return {
    name,
    rowCount: rows.length + SPARE_ROWS,
    columnCount: width + SPARE_COLUMNS,
    defaultStyle: FONT,
    defaultRowHeight: 20,
    showGridlines: BooleanNumber.FALSE,
    rowData: isTitle(rows[0]?.[0]) ? { 0: { h: TITLE_HEIGHT } } : {},
    columnData: Object.fromEntries(columnWidths.map((characters, column) => [column, { w: pixelsOf(characters) }])),
    cellData: Object.fromEntries(rows.map((row, index) => [index, cellsOf(row, width)])),
  };
}

const pixelsOf = (characters: number): number => Math.round(characters * CHARACTER_PX) + PADDING_PX;

function cellsOf(row: readonly (NewCell | undefined)[], width: number): Record<number, ICellData> {
  const cells: Record<number, ICellData> = {};
  // The band of a title reaches over the whole sheet, as a reader expects of a heading.
  if (isTitle(row[0])) for (let column = 0; column < width; column++) cells[column] = { s: BAND };
  row.forEach((cell, column) => { if (cell) cells[column] = styled(cell); });
  return cells;
}

const isTitle = (cell: NewCell | undefined): boolean => cell?.style === 'title';

function styled(cell: NewCell): ICellData {
  const { s, ...data } = cellDataOf(cell);
  return { ...data, s: { ...(cell.style && STYLES[cell.style]), ...(s as IStyleData | undefined) } };
}
