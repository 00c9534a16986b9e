import { cellToRange, type IRange, ObjectMatrix, Rectangle } from '@univerjs/core';
import {
  ErrorType,
  IFormulaCurrentConfigService,
  IFormulaRuntimeService,
  type IRuntimeUnitDataType,
} from '@univerjs/preset-sheets-core';
import { isBlocked } from '../engine/spills';
import type { Spreadsheet } from '../sheet/spreadsheet';

type FormulaPlace = readonly [unitId: string, sheetId: string, row: number, column: number];

/** What the engine's calculation keeps to itself. */
interface SpillChecks {
  /** Whether anything is in the way of a formula's result. */
  _checkIfArrayFormulaRangeHasData(...args: readonly [...formula: FormulaPlace, result: IRange]): boolean;
  /** Whether a result ends beyond the sheet. Asked after the other question. */
  _checkIfArrayFormulaExceeded(rows: number, columns: number, result: IRange): boolean;
  /** Whether another formula's result fills a cell. */
  _isInOtherArrayFormulaRange(...args: readonly [...formula: FormulaPlace, row: number, column: number]): boolean;
}

/**
 * Mends: the engine looks for results in the way among those of the calculation before. A formula that showed #SPILL!
 * then kept others from cells that it did not fill, so that they showed #SPILL! with nothing in their way; and two new
 * results were written one over the other. It also empties the cells that such a formula wants, and gives formulas among
 * them their values of before. Here a formula that shows #SPILL! fills and changes nothing, and the results of the same
 * calculation count. And no result fills merged cells, of which the first alone would be seen.
 *
 * Can go when test/browser/workbench-spills.test.ts, "results that want the same cells", passes without it.
 */
export function mindOnlyFilledSpills(sheet: Spreadsheet): void {
  const now = sheet.serviceOf(IFormulaRuntimeService);
  const before = sheet.serviceOf(IFormulaCurrentConfigService);
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
  let isInTheWay = false;
  /** Gives the cells that a blocked result wants what they had. */
  let restore: () => void = () => undefined;
  const check = checks._checkIfArrayFormulaRangeHasData.bind(checks);
  checks._checkIfArrayFormulaRangeHasData = (unitId, sheetId, row, column, result) => {
    inTheWay = filledIn([unitId, sheetId, row, column], result);
    const { startRow, startColumn, endRow, endColumn } = result;
    const merged = sheet.sheetOf({ unitId, sheetId })?.getMergedCellRange(startRow, startColumn, endRow, endColumn);
    isInTheWay = check(unitId, sheetId, row, column, result) || Boolean(merged?.length);
    return isInTheWay;
  };
  checks._isInOtherArrayFormulaRange = (...[, , , , row, column]) =>
    inTheWay.some((range) => Rectangle.contains(range, cellToRange(row, column)));
  const isBeyond = checks._checkIfArrayFormulaExceeded.bind(checks);
  checks._checkIfArrayFormulaExceeded = (rows, columns, result) => {
    const isTooLarge = isBeyond(rows, columns, result);
    if (isInTheWay || isTooLarge) restore = whatIsIn(result);
    return isTooLarge;
  };
  const setResult = now.setRuntimeData.bind(now);
  now.setRuntimeData = (result) => {
    setResult(result);
    restore();
    restore = () => undefined;
  };

  /** A function that brings back what the calculation knows of cells but for the first, and what they hold. */
  function whatIsIn({ startRow, endRow, startColumn, endColumn }: IRange): () => void {
    const { currentUnitId: unitId, currentSubUnitId: sheetId } = now;
    const values = now.getUnitData()[unitId]?.[sheetId];
    const cells = before.getUnitData()[unitId]?.[sheetId]?.cellData;
    const known: (() => void)[] = [];
    for (let row = startRow; row <= endRow; row++)
      for (let column = startColumn; column <= endColumn; column++) {
        const [value, cell] = [values?.getValue(row, column), cells?.getValue(row, column)];
        if ((row === startRow && column === startColumn) || (value === undefined && !cell)) continue;
        const content = cell?.v;
        known.push(() => {
          if (value === undefined) values?.realDeleteValue(row, column);
          else values?.setValue(row, column, value);
          if (cell && content === undefined) delete cell.v;
        });
      }
    return () => {
      for (const bringBack of known) bringBack();
    };
  }

  keepCellsOfOthers(sheet);
}

type Cells = ConstructorParameters<typeof ObjectMatrix<unknown>>[0];

/**
 * Has the engine empty the first cell alone of what a blocked formula wants, and all that a formula fills which is
 * replaced or removed, also what a blocked one wants.
 */
function keepCellsOfOthers(sheet: Spreadsheet): void {
  const { formulas } = sheet;
  const shrink = (unitId: string, sheetId: string, cells: Cells): void => {
    const ranges = formulas.getArrayFormulaRange()[unitId]?.[sheetId];
    if (!ranges) return;
    new ObjectMatrix(cells).forValue((row, column) => {
      const own = ranges[row];
      if (own?.[column] && isBlocked(sheet, { unitId, sheetId, row, column })) own[column] = cellToRange(row, column);
    });
  };
  const shrinkAll = (all: IRuntimeUnitDataType): void => {
    for (const [unitId, sheets] of Object.entries(all))
      for (const [sheetId, cells] of Object.entries(sheets ?? {})) shrink(unitId, sheetId, cells.getMatrix());
  };
  const clear = formulas.clearPreviousArrayFormulaCellData.bind(formulas);
  formulas.clearPreviousArrayFormulaCellData = (cleared) => {
    shrinkAll(cleared);
    clear(cleared);
  };
  const merge = formulas.mergeArrayFormulaCellData.bind(formulas);
  formulas.mergeArrayFormulaCellData = (merged) => {
    shrinkAll(merged);
    merge(merged);
  };
  const update = formulas.updateArrayFormulaCellData.bind(formulas);
  formulas.updateArrayFormulaCellData = (unitId, sheetId, cells) => {
    const ranges = formulas.getArrayFormulaRange()[unitId]?.[sheetId] ?? {};
    const values = formulas.getArrayFormulaCellData()[unitId]?.[sheetId];
    const wanted: (() => void)[] = [];
    new ObjectMatrix(ranges).forValue((row, column, range) => {
      // Its cell already holds what replaces the formula.
      if (values?.[row]?.[column]?.v !== ErrorType.SPILL) return;
      ranges[row]![column] = cellToRange(row, column);
      wanted.push(() => {
        ranges[row]![column] = range;
      });
    });
    const isChanged = update(unitId, sheetId, cells);
    for (const bringBack of wanted) bringBack();
    return isChanged;
  };
}
