import { BooleanNumber, type IWorksheetData, type Worksheet } from '@univerjs/core';
import { a1, cellOf } from '../../core/sheet/a1';
import type { Package } from './package';

/**
 * Adds grid lines and frozen rows and columns, which the package does not write either. Removes the empty values that
 * carried the styles of blank cells.
 */
export function addView(files: Package, path: string, worksheet: Worksheet): void {
  const { showGridlines } = worksheet.getConfig();
  const { xSplit, ySplit } = worksheet.getFreeze();
  const grid = showGridlines === BooleanNumber.FALSE ? ' showGridLines="0"' : '';
  const position = `${xSplit > 0 ? ` xSplit="${xSplit}"` : ''}${ySplit > 0 ? ` ySplit="${ySplit}"` : ''}`;
  const corner = xSplit > 0 && ySplit > 0 ? 'bottomRight' : ySplit > 0 ? 'bottomLeft' : 'topRight';
  const pane =
    position === ''
      ? ''
      : `<pane${position} topLeftCell="${a1(cellOf('', ySplit, xSplit))}" activePane="${corner}" state="frozen"/>`;
  files.write(
    path,
    files
      .text(path)
      .replace(/<sheetView [^>]*\/>/, `<sheetView${grid} workbookViewId="0">${pane}</sheetView>`)
      .replaceAll('<v></v>', ''),
  );
}

export function readView(sheet: Document): Partial<IWorksheetData> {
  const [view] = sheet.getElementsByTagNameNS('*', 'sheetView');
  const [pane] = sheet.getElementsByTagNameNS('*', 'pane');
  const [xSplit, ySplit] = ['xSplit', 'ySplit'].map((name) => Number(pane?.getAttribute(name) ?? 0)) as [
    number,
    number,
  ];
  const isFrozen = pane?.getAttribute('state') === 'frozen';
  return {
    showGridlines: view?.getAttribute('showGridLines') === '0' ? BooleanNumber.FALSE : BooleanNumber.TRUE,
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
