import { cellToRange, ObjectMatrix, Rectangle } from '@univerjs/core';
import { CellAlertManagerService } from '@univerjs/preset-sheets-core';
import { CellError } from '../../core/errors';
import type { CallLedger } from '../engine/call-ledger';
import type { CellPlace } from '../engine/cell-place';
import type { Spreadsheet } from '../sheet/spreadsheet';

const ENGINE_ALERT = 'SHEET_FORMULA_ALERT';

/**
 * The sentence behind an error cell: its own, or that of its position in the spill that contains it. Empty if there is
 * none.
 */
export function messageAt(place: CellPlace, sheet: Spreadsheet, ledger: CallLedger): string {
  const shown = shownAt(place, sheet);
  const origin = originOf(place, sheet);
  const [row, column] = [place.row - origin.row, place.column - origin.column];
  for (const outcome of ledger.outcomesAt(origin)) {
    const cell = outcome instanceof CellError ? outcome : outcome[row]?.[column];
    if (cell instanceof CellError && cell.code === shown) return cell.message;
  }
  return '';
}

const shownAt = (place: CellPlace, sheet: Spreadsheet): string =>
  String(sheet.sheetOf(place)?.getCell(place.row, place.column)?.v ?? '');

/** The cell whose formula fills this one: itself, unless it is in a spill. */
function originOf(place: CellPlace, sheet: Spreadsheet): CellPlace {
  let origin = place;
  const spills = sheet.formulas.getArrayFormulaRange()[place.unitId]?.[place.sheetId];
  new ObjectMatrix(spills ?? {}).forValue((row, column, range) => {
    if (Rectangle.contains(range, cellToRange(place.row, place.column))) origin = { ...place, row, column };
  });
  return origin;
}

/** Replaces the general text in the engine's card over an error cell with our sentence. */
export function showMessages(sheet: Spreadsheet, ledger: CallLedger): void {
  const alerts = sheet.get(CellAlertManagerService);
  const show = alerts.showAlert.bind(alerts);
  alerts.showAlert = (alert) => {
    const { unitId, subUnitId, row, col } = alert.location;
    const place = { unitId, sheetId: subUnitId, row, column: col };
    const message = alert.key === ENGINE_ALERT ? messageAt(place, sheet, ledger) : '';
    show(message === '' ? alert : { ...alert, message, title: shownAt(place, sheet) });
  };
}
