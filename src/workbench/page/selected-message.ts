import { SheetsSelectionsService } from '@univerjs/preset-sheets-core';
import type { Session } from '../../app/session';
import { a1, cellOf } from '../../core/sheet/a1';
import type { CallLedger } from '../engine/call-ledger';
import { messageAt } from './messages';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { addressesOf } from '../../app/workbook/cells';

/**
 * Reports the sentence behind the selected cell if it is an error or a last value, for users who do not hover;
 * otherwise an empty text. Reports again when the selection or the cell changes.
 */
export function followSelection(
  sheet: Spreadsheet,
  ledger: CallLedger,
  session: Session,
  show: (message: string) => void,
): void {
  const selections = sheet.get(SheetsSelectionsService);
  let frame = 0;
  const look = (): void => {
    frame = 0;
    const cell = selections.getCurrentSelections().at(-1)?.primary;
    if (!cell) return;
    const active = sheet.workbook.getActiveSheet();
    const [row, column] = [cell.actualRow, cell.actualColumn];
    const position = { unitId: sheet.workbook.getUnitId(), sheetId: active.getSheetId(), row, column };
    const error = messageAt(position, sheet, ledger);
    const failure = session.cells.lastAt(addressesOf(cellOf(active.getName(), row, column)))?.failure?.message;
    const message = error === '' && sheet.formulaMark(position) !== '' ? (failure ?? '') : error;
    show(message === '' ? '' : `${a1(cellOf('', row, column))}: ${message}`);
  };
  const lookSoon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(look);
  };
  selections.selectionChanged$.subscribe(lookSoon);
  sheet.commands.onCommandExecuted(({ id }) => {
    if (/^(?:sheet\.mutation\.set-range-values|formula\.mutation\.set-formula-calculation-result)$/.test(id))
      lookSoon();
  });
}
