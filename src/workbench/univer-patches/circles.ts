import { CellValueType, type IUnitRange, ObjectMatrix, Range } from '@univerjs/core';
import {
  BaseReferenceObject,
  ErrorType,
  ErrorValueObject,
  FORMULA_REF_TO_ARRAY_CACHE,
  FormulaExecuteStageType,
  type FunctionVariantType,
  type IFormulaDependencyTree,
  ICalculateFormulaService,
  IFormulaCurrentConfigService,
  IFormulaDependencyGenerator,
  IFormulaRuntimeService,
  IFunctionService,
} from '@univerjs/preset-sheets-core';
import { type KnownByCell, cellsOf, formulasReferringTo } from './long-turns';
import type { Spreadsheet } from '../sheet/spreadsheet';
import type { FileFacts, SavedAttachments } from '../engine/attachments';
import { positionKey } from '../engine/cell-position';
import { readValues } from '../engine/executor';

/** What the engine's search for such formulas keeps to itself. */
interface FormulaSearch extends KnownByCell {
  /** Whether some of them depend on one another in a circle. Asked before they are calculated, the last first. */
  _checkIsCycleDependency(nodes: IFormulaDependencyTree[]): boolean;
}

/** What the engine's calculation keeps to itself. */
interface CalculationSteps {
  _executeStep(): Promise<unknown>;
  _apply(isLater: true): Promise<unknown>;
}

/**
 * Mends: the engine calculates formulas that refer to one another in a circle once, whatever their cells held before, so
 * that `=A1+1` in A1 is a number. Here each of them begins as #CYCLE!, which stays wherever a result depends on it. A
 * model whose circle is switched off by an IF has its values, as in Excel. A value that changes once more would never
 * come to rest: it is #CYCLE! too. Those in a circle are calculated from top to bottom, so that
 * the rows of a loan schedule, each of which reads one cell of a whole column, need no round each. In a workbook whose file asks for repeated calculation, they begin with what they
 * hold, and are calculated until they change no more than it says. A formula whose OFFSET has its own cell is a circle, too,
 * and so is one whose result fills cells on which it depends.
 *
 * Can go when test/unit/workbench/engine/adapter.test.ts, "is #CYCLE! if its result depends on itself, but not in a circle
 * that is switched off", passes without it.
 */
export function endCircles(sheet: Spreadsheet): void {
  const now = sheet.serviceOf(IFormulaRuntimeService);
  const before = sheet.serviceOf(IFormulaCurrentConfigService);
  const calculation = sheet.serviceOf(ICalculateFormulaService) as unknown as CalculationSteps;
  const search = sheet.serviceOf(IFormulaDependencyGenerator) as unknown as FormulaSearch;
  /** The cells of the running calculation that are in a circle, and how often each has changed. */
  const changes = new Map<string, number>();
  let changed: IUnitRange[] = [];

  const repetition = (): FileFacts['repetition'] =>
    (sheet.workbook.getSnapshot().custom as SavedAttachments | undefined)?.file?.repetition;

  search._checkIsCycleDependency = (nodes) => {
    const next: Followers = new Map();
    for (const node of nodes) {
      const dependents = [...formulasReferringTo(search, cellsOf(now, node))];
      next.set(node.treeId, dependents);
      for (const one of dependents) if (typeof one !== 'number' && !next.has(one)) next.set(one, [...one]);
    }
    const inCircles = placesInCircles(next);
    const circles = new Set(nodes.filter(({ treeId }) => inCircles.has(treeId)));
    for (const node of circles) begin(node);
    const sheets = sheet.workbook.getSheets().map((one) => one.getSheetId());
    const late = withAllAfter(inCircles, next);
    const ordered = [
      ...nodes.filter((node) => late.has(node.treeId) && !circles.has(node)),
      ...byPlace(circles, sheets, next).reverse(),
      ...nodes.filter((node) => !late.has(node.treeId)),
    ];
    // There may be more than a call has arguments.
    for (const [place, node] of ordered.entries()) nodes[place] = node;
    return false;
  };

  function begin(node: IFormulaDependencyTree): void {
    const { unitId, subUnitId: sheetId, row, column } = node;
    const key = positionKey({ unitId, sheetId, row, column });
    if (changes.has(key)) return;
    changes.set(key, 0);
    const values = ((now.getUnitData()[unitId] ??= {})[sheetId] ??= new ObjectMatrix());
    const held = before.getUnitData()[unitId]?.[sheetId]?.cellData.getValue(row, column)?.v;
    if (repetition()) {
      values.setValue(row, column, { v: typeof held === 'number' ? held : 0, t: CellValueType.NUMBER });
      return;
    }
    values.setValue(row, column, { v: ErrorType.CYCLE });
    const filled = now.getRuntimeArrayFormulaCellData()[unitId]?.[sheetId];
    for (const { range } of cellsOf(now, node))
      Range.foreach(range, (...cell) => filled?.getValue(...cell) && filled.setValue(...cell, { v: ErrorType.CYCLE }));
  }

  // The cells of OFFSET and INDIRECT are known only when they are read.
  let readsItself = false;
  const setCurrent = now.setCurrent.bind(now);
  now.setCurrent = (...place) => {
    readsItself = false;
    setCurrent(...place);
  };
  const { prototype } = BaseReferenceObject;
  // oxlint-disable typescript/unbound-method -- called on the instances below
  const { iterator, toArrayValueObject, getFirstCell } = prototype;
  // oxlint-enable typescript/unbound-method
  const note = (cells: BaseReferenceObject): void => {
    // Of a sheet that is not there.
    if (cells.getForcedSheetName() !== '' && !cells.getForcedSheetId()) return;
    const { startRow, endRow, startColumn, endColumn } = cells.getRangePosition();
    const { currentRow: row, currentColumn: column } = now;
    const isInside = row >= startRow && row <= endRow && column >= startColumn && column <= endColumn;
    readsItself ||= isInside && cells.getSheetId() === now.currentSubUnitId && cells.getUnitId() === now.currentUnitId;
  };
  prototype.toArrayValueObject = function (useCache) {
    note(this);
    return toArrayValueObject.call(this, useCache);
  };
  prototype.iterator = function (callback) {
    note(this);
    iterator.call(this, callback);
  };
  prototype.getFirstCell = function () {
    note(this);
    return getFirstCell.call(this);
  };
  // Where a cell is depends on no value.
  for (const name of ['ROW', 'COLUMN']) {
    const executor = sheet.serviceOf(IFunctionService).getExecutor(name)!;
    const calculate = executor.calculate.bind(executor);
    executor.needsReferenceObject = true;
    executor.calculate = (...values: FunctionVariantType[]) => {
      const before = readsItself;
      const read = values.map(readValues);
      readsItself = before;
      return calculate(...read);
    };
  }

  const setResult = now.setRuntimeData.bind(now);
  now.setRuntimeData = (calculated) => {
    const { currentUnitId: unitId, currentSubUnitId: sheetId, currentRow: row, currentColumn: column } = now;
    const key = positionKey({ unitId, sheetId, row, column });
    const count = changes.get(key);
    const value = (): unknown => now.getUnitData()[unitId]?.[sheetId]?.getValue(row, column)?.v;
    const filled = (): string => {
      const range = now.getUnitArrayFormula()[unitId]?.[sheetId]?.[row]?.[column];
      const cells = now.getRuntimeArrayFormulaCellData()[unitId]?.[sheetId];
      return range
        ? JSON.stringify(cells?.getSlice(range.startRow, range.endRow, range.startColumn, range.endColumn))
        : '';
    };
    const [valueBefore, filledBefore] = [value(), count === undefined ? '' : filled()];
    const repeated = repetition();
    const isCircle = !repeated && (count === MAX_CHANGES || (readsItself && count === undefined));
    // An OFFSET depends on it. If it changes itself, it is calculated again.
    if (isCircle && LOOKING_FOR_CELLS.has(now.getFormulaExecuteStage())) return;
    setResult(isCircle ? CIRCLE : calculated);
    if (count === undefined || (value() === valueBefore && filled() === filledBefore)) return;
    if (repeated && (count >= repeated.times || Math.abs(Number(value()) - Number(valueBefore)) <= repeated.change))
      return;
    if (!repeated && count + 1 === MAX_CHANGES) setResult(CIRCLE);
    changes.set(key, count + 1);
    // The next ones in the circle read it, also among the cells of a range that others have read.
    FORMULA_REF_TO_ARRAY_CACHE.clear();
    changed.push({ unitId, sheetId, range: { startRow: row, endRow: row, startColumn: column, endColumn: column } });
  };

  const step = calculation._executeStep.bind(calculation);
  calculation._executeStep = async () => {
    changes.clear();
    changed = [];
    let state = await step();
    while (state && changed.length > 0) {
      FORMULA_REF_TO_ARRAY_CACHE.clear();
      before.loadDirtyRangesAndExcludedCell(changed, {});
      changed = [];
      state = await calculation._apply(true);
    }
    return state;
  };
}

/** Before the order of formulas is known. */
const { START_DEPENDENCY, START_DEPENDENCY_ARRAY_FORMULA } = FormulaExecuteStageType;
const LOOKING_FOR_CELLS = new Set([START_DEPENDENCY, START_DEPENDENCY_ARRAY_FORMULA]);

/** From #CYCLE! to a value, and back. */
const MAX_CHANGES = 2;

const CIRCLE = ErrorValueObject.create(ErrorType.CYCLE);

/** A formula by its number, or a range to which several refer: each formula refers once to what all have in common. */
type FormulaOrRange = number | ReadonlySet<number>;

/** From each place to those that depend on it, or back. */
type Followers = Map<FormulaOrRange, readonly FormulaOrRange[]>;

/** Those in circles, and between two of them: all but those that lead to none, or to which none leads. */
function placesInCircles(next: Followers): ReadonlySet<FormulaOrRange> {
  const before = new Map<FormulaOrRange, FormulaOrRange[]>([...next.keys()].map((place) => [place, []]));
  for (const [place, others] of next) for (const other of others) before.get(other)?.push(place);
  const left = new Set(next.keys());
  takeOutEnds(left, next, before);
  takeOutEnds(left, before, next);
  return left;
}

function takeOutEnds(left: Set<FormulaOrRange>, next: Followers, before: Followers): void {
  const counts = new Map([...left].map((place) => [place, next.get(place)!.filter((one) => left.has(one)).length]));
  const ends = [...left].filter((place) => counts.get(place) === 0);
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    left.delete(end);
    for (const place of before.get(end)!) {
      const count = (counts.get(place) ?? 0) - 1;
      counts.set(place, count);
      if (count === 0) ends.push(place);
    }
  }
}

/** With those to which they lead, also by way of others. */
function withAllAfter(circles: ReadonlySet<FormulaOrRange>, next: Followers): ReadonlySet<FormulaOrRange> {
  const found = new Set(circles);
  for (const place of found) for (const one of next.get(place) ?? []) found.add(one);
  return found;
}

/** From top to bottom, each after those in single cells to which it refers. */
function byPlace(
  circles: ReadonlySet<IFormulaDependencyTree>,
  sheets: readonly string[],
  next: Followers,
): IFormulaDependencyTree[] {
  const precedents = new Map([...circles].map((node) => [node.treeId, [] as IFormulaDependencyTree[]]));
  for (const node of circles)
    for (const one of next.get(node.treeId)!) if (typeof one === 'number') precedents.get(one)?.push(node);
  const [begun, ended] = [new Set<IFormulaDependencyTree>(), new Set<IFormulaDependencyTree>()];
  const waiting = [...circles].sort(
    (a, b) => sheets.indexOf(b.subUnitId) - sheets.indexOf(a.subUnitId) || b.row - a.row || b.column - a.column,
  );
  for (let node = waiting.at(-1); node; node = waiting.at(-1)) {
    if (begun.has(node)) {
      ended.add(node);
      waiting.pop();
      continue;
    }
    begun.add(node);
    for (const before of precedents.get(node.treeId)!) if (!begun.has(before)) waiting.push(before);
  }
  return [...ended];
}
