import { BooleanNumber, type IWorksheetData, type Worksheet } from '@univerjs/core';
import { a1, cellOf } from '../../core/sheet/a1';
import { isOff } from './flags';
import type { Package } from './package';
import { PIXELS_PER_CHARACTER, POINTS_PER_PIXEL } from './sheet-to-file';

/** Those of Excel where a file names none. */
const [USUAL_WIDTH_PX, USUAL_HEIGHT_PX] = [64, 20];

/**
 * Grid lines, zoom, frozen rows and columns and the usual sizes, which the package does not write either. Blank cells
 * lose the empty value that carried their style.
 */
export function withView(xml: string, worksheet: Worksheet): string {
  const { showGridlines } = worksheet.getConfig();
  const { xSplit, ySplit } = worksheet.getFreeze();
  const grid = showGridlines === BooleanNumber.FALSE ? ' showGridLines="0"' : '';
  const position = `${xSplit > 0 ? ` xSplit="${xSplit}"` : ''}${ySplit > 0 ? ` ySplit="${ySplit}"` : ''}`;
  const corner = xSplit > 0 && ySplit > 0 ? 'bottomRight' : ySplit > 0 ? 'bottomLeft' : 'topRight';
  const pane =
    position === ''
      ? ''
      : `<pane${position} topLeftCell="${a1(cellOf('', ySplit, xSplit))}" activePane="${corner}" state="frozen"/>`;
  const { defaultColumnWidth, defaultRowHeight } = worksheet.getConfig();
  const zoomRatio = worksheet.getZoomRatio();
  const zoom = zoomRatio === 1 ? '' : ` zoomScale="${Math.round(zoomRatio * 100)}"`;
  const [width, height] = [defaultColumnWidth / PIXELS_PER_CHARACTER, defaultRowHeight * POINTS_PER_PIXEL];
  const sizes = `<sheetFormatPr defaultColWidth="${width}" defaultRowHeight="${height}" customHeight="1"/>`;
  return xml
    .replace(/<sheetView [^>]*\/>/, `<sheetView${grid}${zoom} workbookViewId="0">${pane}</sheetView>`)
    .replace('</sheetViews>', `</sheetViews>${sizes}`)
    .replaceAll('<v></v>', '');
}

export function readView(sheet: Document): Partial<IWorksheetData> {
  const [view] = sheet.getElementsByTagNameNS('*', 'sheetView');
  const [pane] = sheet.getElementsByTagNameNS('*', 'pane');
  const [xSplit, ySplit] = ['xSplit', 'ySplit'].map((name) => Number(pane?.getAttribute(name) ?? 0)) as [
    number,
    number,
  ];
  const sizes = sheet.getElementsByTagNameNS('*', 'sheetFormatPr')[0];
  const [width, height] = ['defaultColWidth', 'defaultRowHeight'].map((name) =>
    Number(sizes?.getAttribute(name) ?? 0),
  ) as [number, number];
  const zoom = Number(view?.getAttribute('zoomScale') ?? 100);
  const isFrozen = pane?.getAttribute('state') === 'frozen';
  return {
    showGridlines: isOff(view?.getAttribute('showGridLines')) ? BooleanNumber.FALSE : BooleanNumber.TRUE,
    defaultColumnWidth: width > 0 ? Math.round(width * PIXELS_PER_CHARACTER) : USUAL_WIDTH_PX,
    defaultRowHeight: height > 0 ? Math.round(height / POINTS_PER_PIXEL) : USUAL_HEIGHT_PX,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- where the engine reads it
    zoomRatio: zoom / 100,
    ...(isFrozen && {
      freeze: { xSplit, ySplit, startColumn: xSplit > 0 ? xSplit : -1, startRow: ySplit > 0 ? ySplit : -1 },
    }),
  };
}

/** The sheets' paths in the file, in order. */
export function sheetPaths(files: Package): string[] {
  const targets = new Map(
    [...files.xml('xl/_rels/workbook.xml.rels').getElementsByTagNameNS('*', 'Relationship')].map((relation) => [
      relation.getAttribute('Id'),
      relation.getAttribute('Target') ?? '',
    ]),
  );
  return [...files.xml('xl/workbook.xml').getElementsByTagNameNS('*', 'sheet')].map((sheet) => {
    const id =
      [...sheet.attributes].find(({ localName, prefix }) => localName === 'id' && prefix !== null)?.value ?? null;
    const target = targets.get(id) ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  });
}
