import { SetRangeValuesCommand } from '@univerjs/preset-sheets-core';
import type { Session } from '../../app/session';
import type { FunctionAdapter } from '../engine/adapter';
import type { CellPosition } from '../engine/cell-position';
import { messageAt } from './messages';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { formulaAt, textAt, valueAt, cellDataOf, NOTHING } from '../engine/cell-contents';
import { parseA1 } from '../../core/sheet';

/** The interface for scripts and tests: `window.workbench`. Addresses are "B7" or "Model!B7". */
export interface Workbench {
  readonly session: Session;
  /** Writes a formula or a text into a cell; an empty text clears it. */
  setFormula(address: string, formula: string): void;
  /** The calculated value: a number for dates, an error's code for errors, null for a blank cell. */
  value(address: string): string | number | boolean | null;
  text(address: string): string;
  formula(address: string): string;
  /** The sentence behind an error cell. */
  message(address: string): string;
  recalculate(): void;
}

export function scripting(sheet: Spreadsheet, adapter: FunctionAdapter, session: Session): Workbench {
  const positionOf = (text: string): CellPosition => {
    const block = parseA1(text, sheet.workbook.getActiveSheet().getName());
    if (!block) throw new RangeError(`"${text}" is not the address of a cell, such as B7 or Model!B7`);
    return sheet.positionOf(block);
  };
  return {
    session,
    setFormula: (address, formula) => {
      const { unitId, sheetId, row, column } = positionOf(address);
      const cell = formula === '' ? NOTHING : cellDataOf(formula.startsWith('=') ? { formula } : { value: formula });
      sheet.commands.syncExecuteCommand(SetRangeValuesCommand.id, {
        unitId,
        subUnitId: sheetId,
        value: { [row]: { [column]: cell } },
      });
    },
    value: (address) => valueAt(sheet, positionOf(address)),
    text: (address) => textAt(sheet, positionOf(address)),
    formula: (address) => formulaAt(sheet, positionOf(address)),
    message: (address) => messageAt(positionOf(address), sheet, adapter.ledger),
    recalculate: () => adapter.recalculate(),
  };
}
