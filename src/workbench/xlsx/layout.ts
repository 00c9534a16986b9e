import {
  BooleanNumber,
  type IColumnData,
  type IObjectArrayPrimitiveType,
  type IRange,
  type IRowData,
  type IStyleData,
  type IWorksheetData,
  type Worksheet,
} from '@univerjs/core';
import type { FileName } from './formulas';
import { attributes, child, children, isOff, isOn, MAIN } from './package';
import type { ElementText } from './xml-text';
import { colorToFile } from './styles';
import { blockOfEngineRange, partOnSheet } from '../engine/cell-position';
import { PAGE, type PageSetup } from '../sheet/new-sheet';
import { a1, type Block, cellOf, MAX_COLUMNS, MAX_ROWS, parseA1, quoteSheet } from '../../core/sheet';

/** Units in files: heights in points, widths in digits of the default font, plus the cell's padding. */
export const POINTS_PER_PIXEL = 0.75;
export const PIXELS_PER_CHARACTER = 7;
/** What a sheet that only a macro can unhide has in the engine's field for such data. */
export const IS_VERY_HIDDEN = 'isVeryHidden';
/** Those of Excel where a file names none. */
const [USUAL_WIDTH_PX, USUAL_HEIGHT_PX] = [64, 20];
const [TITLES, AREA] = ['_xlnm.Print_Titles', '_xlnm.Print_Area'];

const numberIn = (element: ElementText | undefined, name: string): number => Number(element?.getAttribute(name) ?? 0);
const widthIn = (element: ElementText | undefined, name: string): number =>
  Math.round(numberIn(element, name) * PIXELS_PER_CHARACTER);
const heightIn = (element: ElementText | undefined, name: string): number =>
  Math.round(numberIn(element, name) / POINTS_PER_PIXEL);
const hiddenIn = (element: ElementText): { hd?: BooleanNumber } =>
  isOn(element.getAttribute('hidden')) ? { hd: BooleanNumber.TRUE } : {};

/** Grid lines, zoom, frozen rows and columns and the usual sizes. */
export function readView(sheet: ElementText): Partial<IWorksheetData> {
  const view = child(child(sheet, 'sheetViews'), 'sheetView');
  const pane = child(view, 'pane');
  const sizes = child(sheet, 'sheetFormatPr');
  const [xSplit, ySplit] = [numberIn(pane, 'xSplit'), numberIn(pane, 'ySplit')];
  return {
    showGridlines: isOff(view?.getAttribute('showGridLines')) ? BooleanNumber.FALSE : BooleanNumber.TRUE,
    defaultColumnWidth: widthIn(sizes, 'defaultColWidth') || USUAL_WIDTH_PX,
    defaultRowHeight: heightIn(sizes, 'defaultRowHeight') || USUAL_HEIGHT_PX,
    zoomRatio: (numberIn(view, 'zoomScale') || 100) / 100,
    ...(pane?.getAttribute('state') === 'frozen' && {
      freeze: { xSplit, ySplit, startColumn: xSplit > 0 ? xSplit : -1, startRow: ySplit > 0 ? ySplit : -1 },
    }),
  };
}

/** Grid lines and zoom, as attributes in a file. */
export function viewOf({ showGridlines, zoomRatio = 1 }: Partial<IWorksheetData>): Record<string, number | undefined> {
  const zoomScale = Math.round(zoomRatio * 100);
  return {
    showGridLines: showGridlines === BooleanNumber.FALSE ? 0 : undefined,
    zoomScale: zoomScale === 100 ? undefined : zoomScale,
  };
}

function viewXml(worksheet: Worksheet): string {
  const { defaultColumnWidth, defaultRowHeight } = worksheet.getConfig();
  const view = attributes({ ...viewOf(worksheet.getConfig()), workbookViewId: 0 });
  const sizes = attributes({
    defaultColWidth: defaultColumnWidth / PIXELS_PER_CHARACTER,
    defaultRowHeight: defaultRowHeight * POINTS_PER_PIXEL,
    customHeight: 1,
  });
  return `<sheetViews><sheetView${view}>${paneXml(worksheet)}</sheetView></sheetViews><sheetFormatPr${sizes}/>`;
}

/** The frozen rows and columns; empty if there are none. */
export function paneXml(worksheet: Worksheet): string {
  const { xSplit, ySplit } = worksheet.getFreeze();
  const pane = attributes({
    xSplit: xSplit > 0 ? xSplit : undefined,
    ySplit: ySplit > 0 ? ySplit : undefined,
    topLeftCell: a1(cellOf('', ySplit, xSplit)),
    activePane: xSplit > 0 && ySplit > 0 ? 'bottomRight' : ySplit > 0 ? 'bottomLeft' : 'topRight',
    state: 'frozen',
  });
  return xSplit > 0 || ySplit > 0 ? `<pane${pane}/>` : '';
}

/** @param styles those of the file: a column has one, if its blank cells have another than the usual style */
export function readColumns(
  sheet: ElementText,
  styles: readonly IStyleData[],
): IObjectArrayPrimitiveType<Partial<IColumnData>> {
  const columns: IObjectArrayPrimitiveType<Partial<IColumnData>> = {};
  for (const element of children(child(sheet, 'cols'), 'col')) {
    const s = styles[numberIn(element, 'style') || NaN];
    for (let column = numberIn(element, 'min') - 1; column < Math.min(numberIn(element, 'max'), MAX_COLUMNS); column++)
      columns[column] = {
        ...(element.getAttribute('width') !== undefined && { w: widthIn(element, 'width') }),
        ...hiddenIn(element),
        ...(s && { s }),
      };
  }
  return columns;
}

/** Undefined for a row without a height of its own that is shown. */
export function readRowSize(row: ElementText): Partial<IRowData> | undefined {
  const h = heightIn(row, 'ht');
  const size = { ...(row.getAttribute('ht') !== undefined && { h }), ...hiddenIn(row) };
  return Object.keys(size).length > 0 ? size : undefined;
}

/** The engine keeps each cell of merged cells: those beyond the sheet, of which there may be millions, are left out. */
export const readMerges = (sheet: ElementText, size: { rowCount: number; columnCount: number }): Map<string, string> =>
  new Map(
    children(child(sheet, 'mergeCells'), 'mergeCell').flatMap((merge) => {
      const block = parseA1(merge.getAttribute('ref') ?? '', '');
      return block ? [[a1(partOnSheet(block, size)), a1(block)] as const] : [];
    }),
  );

/**
 * Cells of a sheet as a file has them.
 *
 * @param inFile blocks as the sheet has them → as the file had them; such as reach beyond the sheet, or to the end of all,
 * end wherever it ends now
 */
export function blocksInFile(worksheet: Worksheet, inFile: ReadonlyMap<string, string>): (range: IRange) => Block {
  const beyond = [...inFile]
    .map((pair) => pair.map((one) => parseA1(one, '')!))
    .filter(
      ([shown, whole]) =>
        a1(shown!) !== a1(whole!) ||
        whole!.row + whole!.rows === MAX_ROWS ||
        whole!.column + whole!.columns === MAX_COLUMNS,
    );
  const isAt = (end: number, shown: number, whole: number, last: number): boolean =>
    end >= Math.min(shown, last) && end <= whole;
  return (range) => {
    const block = blockOfEngineRange('', range);
    const { row, column, rows, columns } = block;
    const pair = beyond.find(
      ([shown, whole]) =>
        shown!.row === row &&
        shown!.column === column &&
        isAt(rows, shown!.rows, whole!.rows, worksheet.getRowCount() - row) &&
        isAt(columns, shown!.columns, whole!.columns, worksheet.getColumnCount() - column),
    );
    return pair?.[1] ?? block;
  };
}

/** @param inFile as for `blocksInFile` */
export const mergesOf = (worksheet: Worksheet, inFile: ReadonlyMap<string, string> = new Map()): string[] =>
  worksheet.getMergeData().map(blocksInFile(worksheet, inFile)).map(a1);

export const mergesXml = (merges: readonly string[]): string =>
  merges.length === 0
    ? ''
    : `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell${attributes({ ref })}/>`).join('')}</mergeCells>`;

const pageOf = (worksheet: Worksheet): PageSetup | undefined =>
  worksheet.getConfig().custom?.[PAGE] as PageSetup | undefined;

export function readTab(sheet: ElementText): Partial<IWorksheetData> {
  const color = child(child(sheet, 'sheetPr'), 'tabColor')?.getAttribute('rgb');
  return color === undefined ? {} : { tabColor: `#${color.slice(-6).toLowerCase()}` };
}

export function tabXml({ tabColor }: Partial<IWorksheetData>): string {
  const color = colorToFile(tabColor);
  return color === undefined ? '' : `<tabColor rgb="${color}"/>`;
}

/** The colour of a sheet's tab, and whether it is made to fit on pages: what a file says first of a sheet. */
function propertiesXml(worksheet: Worksheet): string {
  const tab = tabXml(worksheet.getConfig());
  const properties = `${tab}${pageOf(worksheet)?.isFitted ? '<pageSetUpPr fitToPage="1"/>' : ''}`;
  return properties === '' ? '' : `<sheetPr>${properties}</sheetPr>`;
}

/** What a new sheet has beside its cells. */
export const newSheetXml = (worksheet: Worksheet): string =>
  [
    `<worksheet ${MAIN}>`,
    propertiesXml(worksheet),
    viewXml(worksheet),
    '<sheetData/>',
    pageOf(worksheet)?.xml ?? '',
    // An identifier of digits is no mistake of the user's.
    '<ignoredErrors><ignoredError numberStoredAsText="1" sqref="A1:XFD1048576"/></ignoredErrors></worksheet>',
  ].join('');

/** A sheet that only a macro can unhide stays so, as long as the user does not show it. */
export function stateOf(worksheet: Worksheet): string | undefined {
  if (worksheet.isSheetHidden() !== BooleanNumber.TRUE) return undefined;
  return worksheet.getConfig().custom?.[IS_VERY_HIDDEN] === true ? 'veryHidden' : 'hidden';
}

/** What a new sheet prints, and the rows at the top of each page: names of the file. */
export function pageNames(worksheet: Worksheet, sheet: number): FileName[] {
  const { titles, area } = pageOf(worksheet) ?? {};
  return [[TITLES, titles] as const, [AREA, area] as const].flatMap(([name, ref]) =>
    ref === undefined ? [] : [{ name, sheet, formula: `${quoteSheet(worksheet.getName())}!${ref}` }],
  );
}
