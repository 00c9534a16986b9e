import { type ICellData, type Nullable, WrapStrategy, type Worksheet } from '@univerjs/core';
import {
  IRenderManagerService,
  SetWorksheetActiveOperation,
  SetWorksheetRowAutoHeightMutation,
  SheetSkeletonManagerService,
} from '@univerjs/preset-sheets-core';
import { Pauses } from '../../core/pauses';
import type { Spreadsheet } from '../sheet/spreadsheet';

/**
 * As in Excel, a row without a height of its own is as high as its largest letters and its wrapped texts. Programs write
 * files without heights, and the engine measures only what is edited. A sheet is measured when it is first shown; nothing
 * of it goes into a file.
 */
export function fitRows(sheet: Spreadsheet): void {
  const fitted = new WeakSet<Worksheet>();
  const fit = (): void => {
    const worksheet = sheet.workbook.getActiveSheet();
    if (fitted.has(worksheet)) return;
    fitted.add(worksheet);
    void fitRowsOf(sheet, worksheet).catch(console.error);
  };
  sheet.onOpen(fit);
  sheet.commands.onCommandExecuted(({ id }) => {
    if (id === SetWorksheetActiveOperation.id) fit();
  });
}

async function fitRowsOf(sheet: Spreadsheet, worksheet: Worksheet): Promise<void> {
  await sheet.takesEntries;
  const [{ workbook }, pauses] = [sheet, new Pauses(1)];
  const target = { unitId: workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
  const usual = worksheet.getConfig().defaultStyle;
  const usualPoints = (typeof usual === 'object' ? usual?.fs : undefined) ?? USUAL_POINTS;
  /** Whether a look needs more than the usual height: there are few, and hundreds of thousands of cells. */
  const tall = new Map<ICellData['s'], boolean>();
  const isTall = (cell: Nullable<ICellData>): boolean => {
    const { fs = 0, tb } = workbook.getStyles().getStyleByCell(cell) ?? {};
    return fs > usualPoints || tb === WrapStrategy.WRAP;
  };
  const rows = new Set<number>();
  worksheet.getCellMatrix().forValue((row, _column, cell) => {
    if (!tall.has(cell?.s)) tall.set(cell?.s, isTall(cell));
    if (tall.get(cell?.s) && worksheet.getRowManager().getRow(row)?.h === undefined) rows.add(row);
  });
  for (const row of rows) {
    if (pauses.isDue) await pauses.take();
    if (sheet.workbook !== workbook || !workbook.getSheetBySheetId(target.subUnitId)) return;
    const range = { startRow: row, endRow: row, startColumn: 0, endColumn: worksheet.getColumnCount() - 1 };
    const rowsAutoHeightInfo = sheet
      .serviceOf(IRenderManagerService)
      .getRenderById(target.unitId)
      ?.with(SheetSkeletonManagerService)
      .ensureSkeleton(target.subUnitId)
      ?.calculateAutoHeightInRange([range]);
    sheet.commands.syncExecuteCommand(SetWorksheetRowAutoHeightMutation.id, { ...target, rowsAutoHeightInfo });
  }
}

const USUAL_POINTS = 11;
