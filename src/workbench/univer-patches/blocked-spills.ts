import { cellToRange, type IRange, ObjectMatrix, Rectangle } from '@univerjs/core';
import { ErrorType, IFormulaCurrentConfigService, IFormulaRuntimeService } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

type FormulaPlace = readonly [unitId: string, sheetId: string, row: number, column: number];

/** What the engine's calculation keeps to itself. */
interface SpillChecks {
  /** Whether anything is in the way of a formula's result. */
  _checkIfArrayFormulaRangeHasData(...args: readonly [...formula: FormulaPlace, result: IRange]): boolean;
  /** Whether another formula's result fills a cell. */
  _isInOtherArrayFormulaRange(...args: readonly [...formula: FormulaPlace, row: number, column: number]): boolean;
}

/**
 * Mends: the engine looks for results in the way among those of the calculation before. A formula that showed #SPILL!
 * then kept others from cells that it did not fill, so that they showed #SPILL! with nothing in their way; and two new
 * results were written one over the other. Here a formula that shows #SPILL! fills nothing, and the results of the same
 * calculation count.
 *
 * Can go when test/browser/workbench-spills.test.ts, "results that want the same cells", passes without it.
 */
export function mindOnlyFilledSpills(sheet: Spreadsheet): void {
  const now = sheet.get(IFormulaRuntimeService);
  const before = sheet.get(IFormulaCurrentConfigService);
  const checks = now as unknown as SpillChecks;

  /** The results of other formulas that a result would lie upon. */
  function filledIn([unitId, sheetId, ...own]: FormulaPlace, result: IRange): IRange[] {
    const filled: IRange[] = [];
    const values = now.getUnitData()[unitId]?.[sheetId];
    const valuesBefore = before.getUnitData()[unitId]?.[sheetId]?.cellData;
    const take = (ranges: Record<number, Record<number, IRange>> = {}, isBefore: boolean): void => {
      new ObjectMatrix(ranges).forValue((row, column, range) => {
        if ((row === own[0] && column === own[1]) || !Rectangle.intersects(range, result)) return;
        const value = values?.getValue(row, column);
        if (value && isBefore) return;
        if ((value ?? valuesBefore?.getValue(row, column))?.v !== ErrorType.SPILL) filled.push(range);
      });
    };
    take(before.getArrayFormulaRange()[unitId]?.[sheetId], true);
    take(now.getUnitArrayFormula()[unitId]?.[sheetId], false);
    return filled;
  }

  let inTheWay: IRange[] = [];
  const check = checks._checkIfArrayFormulaRangeHasData.bind(checks);
  checks._checkIfArrayFormulaRangeHasData = (unitId, sheetId, row, column, result) => {
    inTheWay = filledIn([unitId, sheetId, row, column], result);
    return check(unitId, sheetId, row, column, result);
  };
  checks._isInOtherArrayFormulaRange = (...[, , , , row, column]) =>
    inTheWay.some((range) => Rectangle.contains(range, cellToRange(row, column)));
}
