import { cellToRange, ObjectMatrix, Rectangle } from '@univerjs/core';
import { CellAlertManagerService } from '@univerjs/preset-sheets-core';
import { CellError } from '../../core/errors';
import type { CallLedger } from '../engine/call-ledger';
import type { CellPosition } from '../engine/cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';

const ENGINE_ALERT = 'SHEET_FORMULA_ALERT';

/**
 * The sentence behind an error cell: its own, or that of its position in the spill that contains it. Empty if there is
 * none.
 */
export function messageAt(position: CellPosition, sheet: Spreadsheet, ledger: CallLedger): string {
  const shown = shownAt(position, sheet);
  const origin = originOf(position, sheet);
  const [row, column] = [position.row - origin.row, position.column - origin.column];
  for (const outcome of ledger.outcomesAt(origin)) {
    const cell = outcome instanceof CellError ? outcome : outcome[row]?.[column];
    if (cell instanceof CellError && cell.code === shown) return cell.message;
  }
  return '';
}

const shownAt = (position: CellPosition, sheet: Spreadsheet): string =>
  String(sheet.sheetOf(position)?.getCell(position.row, position.column)?.v ?? '');

/** The cell whose formula fills this one: itself, unless it is in a spill. */
function originOf(position: CellPosition, sheet: Spreadsheet): CellPosition {
  let origin = position;
  const spills = sheet.formulas.getArrayFormulaRange()[position.unitId]?.[position.sheetId];
  new ObjectMatrix(spills ?? {}).forValue((row, column, range) => {
    if (Rectangle.contains(range, cellToRange(position.row, position.column))) origin = { ...position, row, column };
  });
  return origin;
}

/** Replaces the general text in the engine's card over an error cell with our sentence. */
export function showMessages(sheet: Spreadsheet, ledger: CallLedger): void {
  const alerts = sheet.get(CellAlertManagerService);
  const show = alerts.showAlert.bind(alerts);
  alerts.showAlert = (alert) => {
    const { unitId, subUnitId, row, col } = alert.location;
    const position = { unitId, sheetId: subUnitId, row, column: col };
    const message = alert.key === ENGINE_ALERT ? messageAt(position, sheet, ledger) : '';
    show(message === '' ? alert : { ...alert, message, title: shownAt(position, sheet) });
  };
}
