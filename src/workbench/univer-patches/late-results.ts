import type { IRange } from '@univerjs/core';
import type {
  ISetArrayFormulaDataMutationParams,
  ISetFormulaCalculationResultMutation,
} from '@univerjs/preset-sheets-core';
import type { CellPosition, SheetRange } from '../engine/cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';

// By their names: the engine itself cannot be loaded outside a browser.
const RESULTS = 'formula.mutation.set-formula-calculation-result';
const SPILLS = 'formula.mutation.set-array-formula-data';
const TRIGGER = 'formula.mutation.set-trigger-formula-calculation-start';

/** Something by row and column. */
type ByCell<T> = Record<number, Record<number, T> | undefined>;
type OnSheets<T> = Readonly<Record<string, Readonly<Record<string, T | null | undefined>> | null | undefined>>;

/**
 * Mends: a result that was on its way when its formula was removed or moved is written into the cell, where it would stay
 * as a number that nobody has entered; so would all that it spills, which sums would count. Here the results of cells
 * without a formula are left out, and what depends on those that spill is calculated again.
 *
 * Can go when the engine itself looks whether a formula is still there before it writes a result.
 */
export function leaveOutLateResults(sheet: Pick<Spreadsheet, 'commands' | 'sheetOf'>): void {
  const hasFormula = (at: CellPosition): boolean => Boolean(sheet.sheetOf(at)?.getCellRaw(at.row, at.column)?.f);
  sheet.commands.beforeCommandExecuted(({ id, params }) => {
    if (id === RESULTS) {
      const { unitData } = params as ISetFormulaCalculationResultMutation;
      for (const { at, cells } of cellsIn(unitData as OnSheets<ByCell<unknown>>))
        if (!hasFormula(at)) Reflect.deleteProperty(cells, at.column);
    } else if (id === SPILLS) {
      // A sheet that has been deleted may come back.
      const isLost = (at: CellPosition): boolean => sheet.sheetOf(at) !== undefined && !hasFormula(at);
      const dirtyRanges = takeOut(params as ISetArrayFormulaDataMutationParams, isLost);
      if (dirtyRanges.length > 0) void sheet.commands.executeCommand(TRIGGER, { dirtyRanges }, { onlyLocal: true });
    }
  });
}

/** Takes out the spills of cells that have lost their formula. Returns what they would have filled. */
function takeOut(
  { arrayFormulaRange, arrayFormulaCellData }: ISetArrayFormulaDataMutationParams,
  isLost: (at: CellPosition) => boolean,
): SheetRange[] {
  const lost: SheetRange[] = [];
  for (const { at, cells, value: range } of cellsIn(arrayFormulaRange as OnSheets<ByCell<IRange>>)) {
    if (!isLost(at)) continue;
    Reflect.deleteProperty(cells, at.column);
    const values = arrayFormulaCellData[at.unitId]?.[at.sheetId] as ByCell<unknown> | undefined;
    for (let row = range.startRow; row <= range.endRow; row++)
      for (let column = range.startColumn; column <= range.endColumn; column++)
        Reflect.deleteProperty(values?.[row] ?? {}, column);
    lost.push({ unitId: at.unitId, sheetId: at.sheetId, range });
  }
  return lost;
}

/** The cells of all sheets, each with its row, from which it can be taken. */
function* cellsIn<T>(units: OnSheets<ByCell<T>>): Generator<{ at: CellPosition; cells: Record<number, T>; value: T }> {
  for (const [unitId, sheets] of Object.entries(units))
    for (const [sheetId, rows] of Object.entries(sheets ?? {}))
      for (const [row, cells = {}] of Object.entries(rows ?? {}))
        for (const [column, value] of Object.entries(cells))
          yield { at: { unitId, sheetId, row: Number(row), column: Number(column) }, cells, value };
}
