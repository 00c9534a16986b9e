import { getPrimaryForRange, SetSelectionsOperation, SetWorksheetActiveOperation } from '@univerjs/preset-sheets-core';
import { BooleanNumber } from '@univerjs/core';
import type { Block } from '../../core/sheet/a1';
import { engineRangeOf } from './ranges';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** Activates the block's sheet, selects the block and scrolls to it. */
export function showBlock(sheet: Spreadsheet, block: Block): void {
  const worksheet = sheet.worksheetNamed(block.sheet);
  // The engine would activate a hidden sheet, which has no tab.
  if (worksheet.isSheetHidden() === BooleanNumber.TRUE)
    throw new Error(`The sheet "${block.sheet}" is hidden: unhide it first`);
  const target = { unitId: sheet.workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
  const range = engineRangeOf(block);
  sheet.commands.syncExecuteCommand(SetWorksheetActiveOperation.id, target);
  sheet.commands.syncExecuteCommand(SetSelectionsOperation.id, {
    ...target,
    reveal: true,
    selections: [{ range, primary: getPrimaryForRange(range, worksheet), style: null }],
  });
}
