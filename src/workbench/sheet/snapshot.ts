import { type ICellData, IResourceLoaderService, type IWorkbookData, ObjectMatrix } from '@univerjs/core';
import type { Attachments } from '../engine/attachments';
import type { CellPosition } from '../engine/cell-position';
import { keepMark } from '../engine/marked-format';
import type { Spreadsheet } from './spreadsheet';

export interface SnapshotSource {
  readonly sheet: Spreadsheet;
  readonly attachments: Attachments;
  /** Whether a cell's number format came only with its formula's result. */
  readonly isResultFormat: (position: CellPosition) => boolean;
}

/**
 * The open workbook as data, with names and attachments. Number formats from formula results are left out: opening the
 * workbook calculates them again.
 */
export function workbookDataOf({ sheet, attachments, isResultFormat }: SnapshotSource): IWorkbookData {
  const unitId = sheet.workbook.getUnitId();
  const data = sheet.get(IResourceLoaderService).saveUnit<IWorkbookData>(unitId);
  if (!data) throw new Error('The engine has no such workbook');
  for (const [sheetId, { cellData }] of Object.entries(data.sheets)) {
    new ObjectMatrix<ICellData>(cellData ?? {}).forValue((row, column, cell) => {
      if (!cell.f && !cell.si) return;
      Object.assign(cell, { v: null, t: null });
      keepMark(cell, undefined);
      if (isResultFormat({ unitId, sheetId, row, column }))
        cell.s = { ...sheet.workbook.getStyles().getStyleByCell(cell), n: null };
    });
  }
  return { ...data, custom: attachments.save() };
}
