import { type ICellData, type IRange, type IUnitRange, type Nullable, ObjectMatrix } from '@univerjs/core';
import {
  BaseReferenceObject,
  ErrorType,
  FORMULA_REF_TO_ARRAY_CACHE,
  ICalculateFormulaService,
  IFormulaCurrentConfigService,
  IFormulaDependencyGenerator,
  IFormulaRuntimeService,
} from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { onCalculated } from './kept-changes';

/** What the engine's calculation keeps to itself. */
interface Passes {
  /** Calculates what is dirty. The result is nullish if it was stopped. */
  _apply(isLater?: boolean): Promise<object | null | undefined>;
  /** What is to be calculated after the first pass: what depends on cells that its results fill. */
  _getArrayFormulaDirtyRangeAndExcludedRange(
    results: object,
    features: object,
  ): { readonly dirtyRanges: readonly IUnitRange[]; readonly excludedCell: object };
}

/** Decides what is calculated in a pass. */
interface DirtyChoice {
  /** Whether a formula is calculated each time, such as one with NOW. */
  _detectForcedRecalculationNode(...formula: readonly unknown[]): boolean;
}

/** What else makes formulas dirty than changed cells. The first pass has seen to it. */
const NOTHING_ELSE = {
  _forceCalculate: false,
  _dirtyNameMap: {},
  _dirtyDefinedNameMap: {},
  _dirtySuperTableMap: {},
  _dirtyUnitFeatureMap: {},
  _dirtyUnitOtherFormulaMap: {},
};

/** Results that depend on one another in a circle would never end. */
const MAX_PASSES = 20;

/**
 * Mends: formulas that refer to cells which a result fills, but not to its first one, are calculated once after it, even
 * if what they depend on is calculated later; and not at all if it no longer fills them, or has been removed. A sum
 * counted rows that were gone. Here they are calculated until nothing changes that they depend on, and such cells are
 * blank to them.
 *
 * Can go when test/browser/workbench-spills.test.ts, "formulas that refer to cells of a result", passes without it.
 */
export function followChangedSpills(sheet: Spreadsheet): void {
  const now = sheet.serviceOf(IFormulaRuntimeService);
  const before = sheet.serviceOf(IFormulaCurrentConfigService);
  const calculation = sheet.serviceOf(ICalculateFormulaService) as unknown as Passes;
  /** Where the values of before no longer count, as their formulas have been calculated since. */
  let outdated = new Map<string, ObjectMatrix<true>>();
  /** What results of the running pass fill or have filled, but for their first cells. */
  let changed: IUnitRange[] = [];

  const reset = now.reset.bind(now);
  now.reset = () => {
    outdated = new Map();
    changed = [];
    reset();
  };

  const setResult = now.setRuntimeData.bind(now);
  now.setRuntimeData = (result) => {
    const { currentUnitId: unitId, currentSubUnitId: sheetId, currentRow: row, currentColumn: column } = now;
    const isBlockedIn = (cells: ObjectMatrix<Nullable<ICellData>> | undefined): boolean =>
      cells?.getValue(row, column)?.v === ErrorType.SPILL;
    const fillsNow = (): IRange | undefined =>
      isBlockedIn(now.getUnitData()[unitId]?.[sheetId])
        ? undefined
        : now.getUnitArrayFormula()[unitId]?.[sheetId]?.[row]?.[column];
    const filled = isBlockedIn(before.getUnitData()[unitId]?.[sheetId]?.cellData)
      ? undefined
      : before.getArrayFormulaRange()[unitId]?.[sheetId]?.[row]?.[column];
    // In an earlier pass, with what has changed since.
    const earlier = fillsNow();
    const ranges = now.getUnitArrayFormula()[unitId]?.[sheetId]?.[row];
    if (ranges) Reflect.deleteProperty(ranges, column);
    if (earlier) {
      const cells = now.getRuntimeArrayFormulaCellData()[unitId]?.[sheetId];
      forCells(earlier, (...cell) => cells?.realDeleteValue(...cell));
    }
    setResult(result);
    if (filled && !earlier) {
      const cells = outdated.get(keyOf(unitId, sheetId)) ?? new ObjectMatrix<true>();
      outdated.set(keyOf(unitId, sheetId), cells);
      forCells(filled, (...cell) => cells.setValue(...cell, true));
    }
    for (const range of [filled, earlier, fillsNow()])
      if (range) changed.push(...withoutFirst(range).map((part) => ({ unitId, sheetId, range: part })));
  };

  const takeChanged = (): IUnitRange[] => changed.splice(0);
  const afterFirst = calculation._getArrayFormulaDirtyRangeAndExcludedRange.bind(calculation);
  calculation._getArrayFormulaDirtyRangeAndExcludedRange = (_, features) => ({
    dirtyRanges: [...takeChanged(), ...afterFirst({}, features).dirtyRanges],
    excludedCell: {},
  });
  let isFirst = true;
  const apply = calculation._apply.bind(calculation);
  calculation._apply = async (isLater) => {
    isFirst = !isLater;
    if (!isLater) return apply();
    Object.assign(before, NOTHING_ELSE);
    let state = await apply(isLater);
    for (let pass = 2; state && changed.length > 0 && pass < MAX_PASSES; pass++) {
      FORMULA_REF_TO_ARRAY_CACHE.clear();
      before.loadDirtyRangesAndExcludedCell(takeChanged(), {});
      state = await apply(isLater);
    }
    return state;
  };
  const choice = sheet.serviceOf(IFormulaDependencyGenerator) as unknown as DirtyChoice;
  const isForced = choice._detectForcedRecalculationNode.bind(choice);
  choice._detectForcedRecalculationNode = (...formula) => isFirst && isForced(...formula);

  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { getCellData } = BaseReferenceObject.prototype;
  BaseReferenceObject.prototype.getCellData = function (row, column) {
    const spilled = this.getCurrentActiveArrayFormulaCellData()?.getValue(row, column);
    if (!spilled) return getCellData.call(this, row, column);
    const calculated =
      this.getCurrentRuntimeSheetData()?.getValue(row, column) ??
      this.getCurrentRuntimeActiveArrayFormulaCellData()?.getValue(row, column) ??
      this.getRuntimeFeatureCellValue(row, column);
    if (calculated) return calculated;
    if (!outdated.get(keyOf(this.getUnitId(), this.getSheetId()))?.getValue(row, column)) return spilled;
    return this.getCurrentActiveSheetData().cellData.getValue(row, column);
  };

  followRemoved(sheet);
}

/** Calculates what depends on cells whose formula has been replaced or removed. */
function followRemoved(sheet: Spreadsheet): void {
  const before = sheet.serviceOf(IFormulaCurrentConfigService);
  const { formulas } = sheet;
  const removed: IUnitRange[] = [];
  /** How many of them the running calculation knows. */
  let known = 0;

  const update = formulas.updateArrayFormulaRange.bind(formulas);
  formulas.updateArrayFormulaRange = (unitId, sheetId, cells) => {
    const ranges = formulas.getArrayFormulaRange()[unitId]?.[sheetId];
    if (ranges)
      new ObjectMatrix(cells).forValue((row, column) => {
        const range = ranges[row]?.[column];
        if (range) removed.push({ unitId, sheetId, range });
      });
    return update(unitId, sheetId, cells);
  };

  const load = before.load.bind(before);
  before.load = (data) => {
    known = removed.length;
    load(known === 0 ? data : { ...data, dirtyRanges: [...data.dirtyRanges, ...removed] });
  };
  onCalculated(sheet, (isStopped) => {
    if (isStopped) return;
    removed.splice(0, known);
    known = 0;
  });
}

/** A range but for its first cell. */
function withoutFirst({ startRow, endRow, startColumn, endColumn }: IRange): IRange[] {
  const beside = { startRow, endRow: startRow, startColumn: startColumn + 1, endColumn };
  const below = { startRow: startRow + 1, endRow, startColumn, endColumn };
  return [beside, below].filter((part) => part.startRow <= part.endRow && part.startColumn <= part.endColumn);
}

const keyOf = (unitId: string, sheetId: string): string => `${unitId}!${sheetId}`;

function forCells(range: IRange, use: (row: number, column: number) => void): void {
  for (let row = range.startRow; row <= range.endRow; row++)
    for (let column = range.startColumn; column <= range.endColumn; column++) use(row, column);
}
