import { IUniverInstanceService, ObjectMatrix } from '@univerjs/core';
import {
  IEditorService,
  IFunctionService,
  InsertDefinedNameCommand,
  RemoveDefinedNameCommand,
  RemoveDefinedNameMutation,
  SetDefinedNameCommand,
  SetDefinedNameMutation,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import { forgetParsedFormulas, type Spreadsheet } from './spreadsheet';
import type { CellPosition } from '../engine/cell-position';

const ENTRIES = new Set([InsertDefinedNameCommand.id, SetDefinedNameCommand.id, RemoveDefinedNameCommand.id]);
const CHANGES = new Set([SetDefinedNameMutation.id, RemoveDefinedNameMutation.id]);

/**
 * Recalculates the formulas that use a name when it is defined, changed or deleted. The engine caches parsed formulas:
 * otherwise one that was entered before its name would stay #NAME?.
 */
export function followNames(sheet: Spreadsheet, recalculate: (positions: readonly CellPosition[]) => void): void {
  keepDeletedNames(sheet);
  returnToSheet(sheet);
  sheet.commands.onCommandExecuted(({ id, params }) => {
    const name = (params as { name?: unknown } | undefined)?.name;
    if (!CHANGES.has(id) || typeof name !== 'string') return;
    const positions = formulasWith(sheet, name);
    if (positions.length === 0) return;
    forgetParsedFormulas();
    // All of them, because the engine does not find longer formulas by a name.
    sheet.get(IFunctionService).deleteFormulaAstCacheKey('');
    recalculate(positions);
  });
}

/**
 * The box for a name's range is a document of its own, in which the engine would still look for the last step: Undo
 * would stay disabled until the user clicks a cell.
 */
function returnToSheet(sheet: Spreadsheet): void {
  sheet.commands.onCommandExecuted(({ id }) => {
    if (!ENTRIES.has(id)) return;
    sheet.get(IEditorService).blur();
    sheet.get(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  });
}

/** As in Excel, a formula keeps a name that is deleted, and is #NAME?. The engine would write #REF! into its text. */
function keepDeletedNames(sheet: Spreadsheet): void {
  const interceptors = sheet.get(SheetInterceptorService);
  const intercept = interceptors.onCommandExecute.bind(interceptors);
  interceptors.onCommandExecute = (command) =>
    command.id === RemoveDefinedNameCommand.id ? { redos: [], undos: [] } : intercept(command);
}

function formulasWith(sheet: Spreadsheet, name: string): CellPosition[] {
  const unitId = sheet.workbook.getUnitId();
  const wanted = name.trim().toLowerCase();
  return Object.entries(sheet.formulas.getFormulaData()[unitId] ?? {}).flatMap(([sheetId, formulas]) => {
    const positions: CellPosition[] = [];
    new ObjectMatrix(formulas ?? {}).forValue((row, column, item) => {
      if (item?.f.toLowerCase().includes(wanted)) positions.push({ unitId, sheetId, row, column });
    });
    return positions;
  });
}
