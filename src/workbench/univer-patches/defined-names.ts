import { IUniverInstanceService } from '@univerjs/core';
import {
  IEditorService,
  IFunctionService,
  InsertDefinedNameCommand,
  RemoveDefinedNameCommand,
  RemoveDefinedNameMutation,
  SetDefinedNameCommand,
  SetDefinedNameMutation,
} from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { forgetParsedFormulas } from './parsed-formulas';
import { cellsWithFormula } from '../engine/cell-contents';
import type { CellPosition } from '../engine/cell-position';

const ENTRIES = new Set([InsertDefinedNameCommand.id, SetDefinedNameCommand.id, RemoveDefinedNameCommand.id]);
const CHANGES = new Set([SetDefinedNameMutation.id, RemoveDefinedNameMutation.id]);
/** Sheets, rows, columns or cells that come, go or move. */
const SHAPE_CHANGES = /^sheet\.mutation\.(?:insert-|remove-|move-|set-worksheet-(?:name|order))/;

/** A reference to cells of several sheets, "Jan:Dec!B5". */
const ACROSS_SHEETS = /:[^!]*!/;
/** A text of it may be the name of a sheet. */
const INDIRECT = /\bINDIRECT\(/i;
/** Sheets that come, go or get another name. */
const SHEET_CHANGES = /^sheet\.mutation\.(?:insert-sheet|remove-sheet|set-worksheet-name)$/;

/**
 * Mends: a formula that was entered before its name stays #NAME?, because the engine caches parsed formulas; and after a
 * name is entered, Undo is disabled. Here the formulas that use a name are calculated again when it is defined, changed or
 * deleted, those with cells of several sheets when a sheet or cells come, go or move, or a sheet gets another name, and those
 * with INDIRECT when a sheet comes, goes or gets another name.
 *
 * Can go when test/browser/workbench.test.ts, "is calculated when a name that it uses is defined, and #NAME? while that is
 * deleted", and test/unit/workbench/univer-patches/moved-references.test.ts pass without it.
 */
export function followNames(sheet: Spreadsheet, recalculate: (positions: readonly CellPosition[]) => void): void {
  returnToSheet(sheet);
  const calculateAgain = (uses: Uses): void => {
    // A name may also stand in that of another, which no formula uses yet.
    forgetParsedFormulas();
    const positions = formulasThat(sheet, uses);
    if (positions.length === 0) return;
    // All of them, because the engine does not find longer formulas by a name.
    sheet.serviceOf(IFunctionService).deleteFormulaAstCacheKey('');
    recalculate(positions);
  };
  let isDue = false;
  sheet.commands.onCommandExecuted(({ id, params }) => {
    const { name } = { ...params } as { name?: unknown };
    if (CHANGES.has(id) && typeof name === 'string') calculateAgain(usesOf(name));
    if (SHEET_CHANGES.test(id)) queueMicrotask(() => calculateAgain((formula) => INDIRECT.test(formula)));
    if (isDue || !SHAPE_CHANGES.test(id)) return;
    isDue = true;
    // Once the formulas are where they belong.
    queueMicrotask(() => {
      isDue = false;
      calculateAgain(isAcrossSheets);
    });
  });
}

/**
 * The box for a name's range is a document of its own, in which the engine would still look for the last step: Undo
 * would stay disabled until the user clicks a cell.
 */
function returnToSheet(sheet: Spreadsheet): void {
  sheet.commands.onCommandExecuted(({ id }) => {
    if (!ENTRIES.has(id)) return;
    sheet.serviceOf(IEditorService).blur();
    sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  });
}

const isAcrossSheets: Uses = (formula) => ACROSS_SHEETS.test(formula);

type Uses = (formula: string) => boolean;

const usesOf = (name: string): Uses => {
  const wanted = name.trim().toLowerCase();
  return (formula) => formula.toLowerCase().includes(wanted);
};

/** Also what uses it by names, which may use each other. */
function orByNames(uses: Uses, names: Spreadsheet['definedNames']): Uses {
  const found = names.filter(({ formulaOrRefString }) => uses(formulaOrRefString)).map(({ name }) => name);
  if (found.length === 0) return uses;
  const ways = [uses, ...found.map(usesOf)];
  const rest = names.filter(({ name }) => !found.includes(name));
  return orByNames((formula) => ways.some((way) => way(formula)), rest);
}

const formulasThat = (sheet: Spreadsheet, uses: Uses): CellPosition[] =>
  cellsWithFormula(sheet, orByNames(uses, sheet.definedNames));
