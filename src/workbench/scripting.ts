import { CellValueType } from '@univerjs/core';
import { SetRangeValuesCommand } from '@univerjs/preset-sheets-core';
import type { Session } from '../app/session';
import { parseA1 } from '../core/a1';
import type { FunctionAdapter } from './adapter';
import type { CellPlace } from './cell-place';
import { messageAt } from './messages';
import type { Spreadsheet } from './spreadsheet';

/** What scripts and tests may do with the workbench: `window.workbench`. Addresses are "B7" or "Model!B7". */
export interface Workbench {
  readonly session: Session;
  /** Puts a formula or a text into a cell; an empty text clears it. */
  setFormula(address: string, formula: string): void;
  /** The value as it was calculated: a number for dates, an error's code for errors, null for a blank cell. */
  value(address: string): string | number | boolean | null;
  /** The text that the cell shows. */
  text(address: string): string;
  formula(address: string): string;
  /** The sentence behind an error cell. */
  message(address: string): string;
  recalculate(): void;
}

export function scripting(sheet: Spreadsheet, adapter: FunctionAdapter, session: Session): Workbench {
  const placeOf = (text: string): CellPlace => {
    const block = parseA1(text, sheet.workbook.getActiveSheet().getName());
    if (!block) throw new RangeError(`"${text}" is not the address of a cell, such as B7 or Model!B7`);
    return sheet.placeOf(block);
  };
  return {
    session,
    setFormula: (address, formula) => {
      const { unitId, sheetId, row, column } = placeOf(address);
      const range = { startRow: row, endRow: row, startColumn: column, endColumn: column };
      const content = formula.startsWith('=') ? { f: formula, v: null } : { f: null, v: formula === '' ? null : formula };
      const value = { ...content, si: null, p: null, t: null };
      sheet.commands.syncExecuteCommand(SetRangeValuesCommand.id, { unitId, subUnitId: sheetId, range, value });
    },
    value: (address) => rawValue(sheet, placeOf(address)),
    text: (address) => {
      const place = placeOf(address);
      const shown = sheet.sheetOf(place)?.getCell(place.row, place.column)?.v;
      return shown === null || shown === undefined ? '' : String(shown);
    },
    formula: (address) => {
      const { unitId, sheetId, row, column } = placeOf(address);
      return sheet.formulas.getFormulaStringByCell(row, column, sheetId, unitId) ?? '';
    },
    message: (address) => messageAt(placeOf(address), sheet, adapter.ledger),
    recalculate: () => { adapter.recalculate(); },
  };
}

function rawValue(sheet: Spreadsheet, { unitId, sheetId, row, column }: CellPlace): string | number | boolean | null {
  const own = sheet.workbook.getSheetBySheetId(sheetId)?.getCellRaw(row, column);
  const spilled = sheet.formulas.getArrayFormulaCellData()[unitId]?.[sheetId]?.[row]?.[column];
  const cell = own?.v === undefined || own.v === null ? spilled : own;
  const value = cell?.v ?? null;
  return cell?.t === CellValueType.BOOLEAN ? value === 1 : value;
}
