import { FontCache, getFontStyleString } from '@univerjs/preset-sheets-core';
import {
  BooleanNumber,
  type ICellData,
  type IStyleData,
  type IWorksheetData,
  BorderStyleTypes,
  HorizontalAlign,
  VerticalAlign,
} from '@univerjs/core';
import type { NewCell, NewSheet, PrintSetup } from '../../app/host';
import { cellDataOf } from '../engine/cell-contents';

/** Free rows and columns, so that the user can add to the sheet. */
const [SPARE_ROWS, SPARE_COLUMNS] = [100, 10];
const TITLE_HEIGHT = 34;
/** As Excel measures: a digit of the usual font, and the padding of the cell. */
const [MIN_DIGIT_PX, PADDING_PX] = [7, 5];

/**
 * A sheet to add → the engine's sheet; it has neither charts nor formats by condition, and keeps the page for a
 * download.
 */
export function worksheetOf(
  { rows, columnWidths, frozenRows = 0, frozenColumns = 0, print }: NewSheet,
  name: string,
): Partial<IWorksheetData> {
  const width = Math.max(columnWidths.length, ...rows.map((row) => row.length));
  return {
    name,
    rowCount: rows.length + SPARE_ROWS,
    columnCount: width + SPARE_COLUMNS,
    defaultStyle: FONT,
    defaultRowHeight: 20,
    showGridlines: BooleanNumber.FALSE,
    ...(print && { custom: { [PAGE]: pageFor(print) } }),
    ...(frozenRows > 0 && {
      freeze: { xSplit: frozenColumns, ySplit: frozenRows, startRow: frozenRows, startColumn: frozenColumns || -1 },
    }),
    rowData: isTitle(rows[0]?.[0]) ? { 0: { h: TITLE_HEIGHT } } : {},
    columnData: Object.fromEntries(columnWidths.map((characters, column) => [column, { w: pixelsOf(characters) }])),
    cellData: Object.fromEntries(rows.map((row, index) => [index, cellsOf(row, width)])),
  };
}

/** The width of a column in which that many characters fit, in the font that this computer has for a look. */
export function pixelsOf(characters: number, look: IStyleData = FONT): number {
  const digit = Math.max(MIN_DIGIT_PX, FontCache.getMeasureText('0', getFontStyleString(look).fontCache).width);
  return Math.round(characters * digit) + PADDING_PX;
}

function cellsOf(row: readonly (NewCell | undefined)[], width: number): Record<number, ICellData> {
  const cells: Record<number, ICellData> = {};
  // A title's band spans the whole sheet, as users expect of a heading.
  if (isTitle(row[0])) for (let column = 0; column < width; column++) cells[column] = { s: BAND };
  row.forEach((cell, column) => {
    if (cell) cells[column] = styled(cell);
  });
  return cells;
}

const isTitle = (cell: NewCell | undefined): boolean => cell?.style === 'title';

function styled(cell: NewCell): ICellData {
  const { s, ...data } = cellDataOf(cell);
  return {
    ...data,
    s: {
      ...(cell.style && STYLES[cell.style]),
      ...(cell.align && ALIGNMENTS[cell.align]),
      ...(s as IStyleData | undefined),
    },
  };
}

/** Where a sheet keeps its page: the engine has none, and leaves alone what it finds there. */
export const PAGE = 'page';

/** How a sheet is printed, as a file has it. */
export interface PageSetup {
  /** Elements of the file's sheet, from the print options to the footer. */
  readonly xml: string;
  /** Whether it is made to fit on pages. */
  readonly isFitted: boolean;
  /** Rows and columns on every page: "$11:$11". */
  readonly titles?: string;
  readonly area?: string;
}

/** As wide as the page, as many pages as it takes, each with the headings, the sheet's name and its number. */
const pageFor = ({ area, orientation, titleRows }: PrintSetup): PageSetup => ({
  xml: `<pageMargins left="0.5" right="0.5" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup orientation="${orientation}" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>`,
  isFitted: true,
  titles: titleRows.replace(/\d+/g, '$$$&'),
  area: area.replace(/[A-Z]+|\d+/g, '$$$&'),
});

const YES = BooleanNumber.TRUE;
const NAVY = { rgb: '#17324d' };
const GREY = { rgb: '#5b6673' };
const WHITE = { rgb: '#ffffff' };
/** Modellers write inputs in blue and calculations in black. */
const INPUT_BLUE = { rgb: '#0b45c4' };
const PALE = { rgb: '#eef2f6' };

const line = (s: BorderStyleTypes, cl: { rgb: string }): { s: BorderStyleTypes; cl: { rgb: string } } => ({ s, cl });

export const FONT: IStyleData = { ff: 'Arial', fs: 10, vt: VerticalAlign.MIDDLE };
export const BAND: IStyleData = { bg: NAVY, cl: WHITE };
export const TITLE: IStyleData = { ...BAND, bl: YES, fs: 15 };
export const BAND_LABEL: IStyleData = { ht: HorizontalAlign.RIGHT, cl: { rgb: '#c5d3e0' } };
export const SECTION: IStyleData = { bl: YES, cl: NAVY, bd: { b: line(BorderStyleTypes.MEDIUM, NAVY) } };
export const FORMULA_NOTE: IStyleData = { bl: BooleanNumber.FALSE, cl: GREY, fs: 8, ff: 'Consolas, Menlo, monospace' };
const LABEL: IStyleData = { cl: { rgb: '#3a4654' } };
export const HEADER: IStyleData = { bl: YES, fs: 9, bg: PALE };
export const RIGHT: IStyleData = { ht: HorizontalAlign.RIGHT };
export const LEFT: IStyleData = { ht: HorizontalAlign.LEFT };
export const CENTER: IStyleData = { ht: HorizontalAlign.CENTER };
export const INPUT: IStyleData = { cl: INPUT_BLUE };
export const TOTAL: IStyleData = {
  bl: YES,
  bd: { t: line(BorderStyleTypes.THIN, NAVY), b: line(BorderStyleTypes.MEDIUM, NAVY) },
};
export const NOTE: IStyleData = { cl: GREY, it: YES, fs: 9 };

export const numbers = (pattern: string): IStyleData => ({ n: { pattern }, ...RIGHT });

const STYLES: Readonly<Record<NonNullable<NewCell['style']>, IStyleData>> = {
  title: TITLE,
  heading: HEADER,
  label: LABEL,
  input: INPUT,
  note: NOTE,
  total: TOTAL,
};

const ALIGNMENTS: Readonly<Record<NonNullable<NewCell['align']>, IStyleData>> = {
  left: LEFT,
  center: CENTER,
  right: RIGHT,
};
