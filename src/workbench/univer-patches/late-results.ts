import type { ISetFormulaCalculationResultMutation } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

// By its name: the engine itself cannot be loaded outside a browser.
const RESULTS = 'formula.mutation.set-formula-calculation-result';

/** Results by row and column. */
type Results = Readonly<Record<number, Readonly<Record<number, unknown>> | undefined>>;

/**
 * Mends: a result that was on its way when its formula was removed is written into the cell, where it would stay as a
 * number that nobody has entered. Here the results of cells without a formula are left out.
 *
 * Can go when the engine itself looks whether a formula is still there before it writes a result.
 */
export function leaveOutLateResults(sheet: Pick<Spreadsheet, 'commands' | 'sheetOf'>): void {
  sheet.commands.beforeCommandExecuted(({ id, params }) => {
    if (id !== RESULTS) return;
    const { unitData } = params as ISetFormulaCalculationResultMutation;
    for (const [unitId, sheets] of Object.entries(unitData))
      for (const [sheetId, results] of Object.entries<Results | undefined>(sheets ?? {}))
        for (const [row, cells = {}] of Object.entries(results ?? {}))
          for (const column of Object.keys(cells)) {
            const at = { unitId, sheetId, row: Number(row), column: Number(column) };
            const cell = sheet.sheetOf(at)?.getCellRaw(at.row, at.column);
            if (!cell?.f && !cell?.si) Reflect.deleteProperty(cells, column);
          }
  });
}
