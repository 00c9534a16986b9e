import {
  type FormulaDependencyTree,
  IFormulaDependencyGenerator,
  IFormulaRuntimeService,
} from '@univerjs/preset-sheets-core';
import { CommandType, type IUnitRange } from '@univerjs/core';
import { Pauses } from '../../core/pauses';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { type FormulaPart, KIND } from './branches-not-taken';
import { forgetParsedFormulas } from './parsed-formulas';

/** To which cells a formula refers, whatever their values are. */
interface KnownReferences {
  readonly formula: string;
  readonly ranges: readonly IUnitRange[];
  /** Whether the formula is found by these cells. */
  isFound: boolean;
}

/** Formulas by the cells to which they refer. */
interface FormulasByCell {
  clear(): void;
  bulkSearch(cells: readonly IUnitRange[], except?: ReadonlySet<number>): Iterable<number>;
  insert(one: { readonly id: number | Set<number> } & IUnitRange): void;
  removeById(unitId: string, sheetId?: string): void;
  searchGenerator(cells: IUnitRange): Iterable<number | Set<number>>;
}

/** What the engine's search knows by cells. Those of OFFSET, INDEX and INDIRECT are known only after others are calculated. */
export interface KnownByCell {
  readonly _dependencyManagerService: { readonly _dependencyRTreeCache: FormulasByCell };
  readonly _dependencyRTreeCacheForAddressFunction: FormulasByCell;
}

/** The formulas that refer to cells, and together those that refer to the same range, which may be thousands for each cell. */
export function* formulasReferringTo(known: KnownByCell, cells: readonly IUnitRange[]): Iterable<number | Set<number>> {
  const { _dependencyManagerService: ofCells, _dependencyRTreeCacheForAddressFunction: ofFunctions } = known;
  for (const formulas of [ofCells._dependencyRTreeCache, ofFunctions])
    for (const one of cells)
      yield* (Object.getPrototypeOf(formulas) as FormulasByCell).searchGenerator.call(formulas, one);
}

/** The cell of a formula, or all that its result fills in the running calculation. */
export function cellsOf(
  now: IFormulaRuntimeService,
  formula: Pick<FormulaDependencyTree, 'unitId' | 'subUnitId' | 'row' | 'column' | 'toRTreeItem'>,
): readonly IUnitRange[] {
  const { unitId, subUnitId: sheetId, row, column } = formula;
  const range = now.getUnitArrayFormula()[unitId]?.[sheetId]?.[row]?.[column];
  return range ? [{ unitId, sheetId, range }] : formula.toRTreeItem();
}

/** By workbook, sheet, row and column. */
type FormulasOfCells = Readonly<Record<string, Readonly<Record<string, FormulasOfRows>>>>;
type FormulasOfRows = Readonly<Record<number, Readonly<Record<number, object | undefined>>>>;

/** What the engine's search for what is to be calculated keeps to itself. */
interface ReferenceSearch extends KnownByCell {
  generate(isForModel?: boolean): Promise<unknown>;
  /** Begins with all formulas at once, after it has forgotten them if all are to be calculated. */
  _generateTreeList(formulas: FormulasOfCells, ...others: readonly unknown[]): Promise<unknown>;
  _registerFormulas(
    workbooks: readonly string[],
    formulas: FormulasOfCells,
    sheets: unknown,
    registered: FormulaDependencyTree[],
  ): void;
  readonly _currentConfigService: { isForceCalculate(): boolean; getDirtyRanges(): readonly IUnitRange[] };
  /** A formula in its parts. */
  _getTreeNode(formula: FormulaDependencyTree): object | null;
  /** The references of one formula. Asked for one after the other. */
  _getRangeListByNode(formula: { readonly node: object | null }): Promise<readonly IUnitRange[]>;
  /** Whether a part refers to cells that are calculated, such as those of a spill or between two cells. Asked for each. */
  _isPreCalculateNode(part: FormulaPart): boolean;
  _detectForcedRecalculationNodeRecursion(node: object): boolean;
  /** The references of formulas with OFFSET, INDEX or INDIRECT, once those of all formulas are known. */
  _calculateListByFunctionRefNode(formulas: readonly FormulaDependencyTree[]): Promise<void>;
  /** For each of them: what must be calculated before its references are known, with what that depends on. */
  _searchDependencyByAddressFunction(
    formulas: FormulasByCell,
    cells: readonly IUnitRange[],
    found: Set<number>,
  ): Set<number>;
  /** What was found for others before. */
  readonly _executedAddressFunctionNodeIds: ReadonlySet<number>;
  /** Then, in one turn: what must be calculated, all that with what depends on it, and whether it is a circle. */
  _getUpdateTreeListAndMakeDependency(): FormulaDependencyTree[];
  _calculateRunList(formulas: FormulaDependencyTree[]): FormulaDependencyTree[];
  _checkIsCycleDependency(formulas: FormulaDependencyTree[]): boolean;
  readonly _dependencyTreeCache: ReadonlyMap<number, FormulaDependencyTree>;
  readonly _dependencyManagerService: {
    reset: () => void;
    /** The formulas that refer to cells. */
    searchDependency: (cells: readonly IUnitRange[]) => Set<number>;
    addDependencyRTreeCache(formula: FormulaDependencyTree): void;
    /** Has a formula found no more by the cells to which it referred. */
    _removeDependencyRTreeCache(treeId: number): void;
    /** Forgets to which cells a formula refers, and which formulas refer to a sheet. */
    _removeAllTreeMap(treeId: number): void;
    _removeDependencyRTreeCacheById(unitId: string, sheetId: string): void;
    openKdTree(): void;
    readonly _dependencyRTreeCache: FormulasByCell & {
      /** Those that refer to one cell, by workbook, sheet, row and column. */
      readonly _oneCellCache: Map<string, Map<string, Map<number, Map<number, Set<number>>>>>;
      _searchByOneCellCache(cells: IUnitRange): number[];
    };
  };
}

/**
 * Mends: the engine reads all formulas of a workbook in one turn, and finds their order in another, in which the page
 * answers nobody: several seconds for a large file. Here it lets others in between, finds the formulas of a cell where
 * it keeps them, without sorting all of them before, and sees circles on its way. It no longer prepares to find the
 * cells of OFFSET, INDEX and INDIRECT where no formula has them, and looks only once at what these depend on: a loan
 * schedule of 360 rows took minutes. After a cell was edited, it reads only new formulas and
 * those whose references may be others, instead of all. And formulas that change are not looked for in all rows between
 * their references, which took a sheet with 300,000 longer than a quarter of an hour when a row was inserted.
 *
 * Can go when test/unit/workbench/univer-patches/long-turns.test.ts, "lets others in while the formulas of a large workbook
 * are read and put in order, and calculates the same", passes without it.
 */
export function readFormulasInTurns(sheet: Spreadsheet): void {
  const search = sheet.serviceOf(IFormulaDependencyGenerator) as unknown as ReferenceSearch;
  const now = sheet.serviceOf(IFormulaRuntimeService);
  const known = search._dependencyManagerService;
  const byCell = known._dependencyRTreeCache;
  const [generate, read] = [search.generate.bind(search), search._getRangeListByNode.bind(search)];
  const [partsOf, isCalculatedPart] = [search._getTreeNode.bind(search), search._isPreCalculateNode.bind(search)];
  const [list, register] = [search._generateTreeList.bind(search), search._registerFormulas.bind(search)];
  const readSpecial = search._calculateListByFunctionRefNode.bind(search);
  const changed = search._getUpdateTreeListAndMakeDependency.bind(search);
  const findCircle = search._checkIsCycleDependency.bind(search);
  const add = known.addDependencyRTreeCache.bind(known);
  let pauses = new Pauses(1);
  let found: FormulaDependencyTree[] = [];
  let [order, hasCircle] = [[] as FormulaDependencyTree[], false];
  const references = new Map<number, KnownReferences>();
  /** How many are still found by their cells though they are no more, by numbers that no other gets. */
  let gone = 0;
  /** While formulas are read: the present one, what is known of it, and whether values decide to what it refers. */
  let reading: { formula?: FormulaDependencyTree; known?: KnownReferences; byValue: boolean } | undefined;

  sheet.commands.onCommandExecuted(({ type, id }) => {
    if (type === CommandType.MUTATION && !KEEPS_REFERENCES.test(id)) references.clear();
  });
  const [forget, forgetSheet] = [
    known._removeAllTreeMap.bind(known),
    known._removeDependencyRTreeCacheById.bind(known),
  ];
  known._removeAllTreeMap = (treeId) => {
    references.delete(treeId);
    forget(treeId);
  };
  known._removeDependencyRTreeCache = () => {
    gone++;
  };
  known._removeDependencyRTreeCacheById = (unitId, sheetId) => {
    references.clear();
    forgetSheet(unitId, sheetId);
  };

  /** The workbook that is calculated. Nobody waits for it any more once another one is open. */
  let unitId: string | undefined;
  const isLeft = (): boolean => unitId !== sheet.workbook.getUnitId();
  // What the engine has not calculated yet.
  sheet.onOpen(() => order.splice(0));

  const letOthersIn = async (): Promise<void> => {
    if (pauses.isDue) await pauses.take();
  };

  search.generate = (isForModel) => {
    [pauses, found, order, hasCircle] = [new Pauses(1), [], [], false];
    unitId = sheet.workbook.getUnitId();
    return generate(isForModel);
  };
  search._generateTreeList = async (formulas, others, sheets) => {
    if (search._currentConfigService.isForceCalculate()) {
      references.clear();
      known.reset();
    }
    if (gone > MAX_GONE) {
      references.clear();
      forgetParsedFormulas();
    }
    if (references.size === 0) {
      byCell.clear();
      gone = 0;
    }
    const registered: FormulaDependencyTree[] = [];
    for (const [workbook, ofSheets] of Object.entries(formulas))
      for (const [sheet, rows] of Object.entries(ofSheets))
        for (const some of apart(rows)) {
          if (isLeft()) break;
          register([workbook], { [workbook]: { [sheet]: some } }, sheets, registered);
          await letOthersIn();
        }
    search._registerFormulas = (_workbooks, _formulas, _sheets, all) => {
      for (const one of registered) all.push(one);
    };
    const { reset } = known;
    known.reset = () => undefined;
    reading = { byValue: false };
    const trees = list(formulas, others, sheets);
    known.reset = reset;
    return trees;
  };
  search._getTreeNode = (formula) => {
    if (!reading) return partsOf(formula);
    if (isLeft()) return null;
    const one = references.get(formula.treeId);
    reading = { formula, byValue: false, ...(one?.isFound && one.formula === formula.formula && { known: one }) };
    return reading.known ? null : partsOf(formula);
  };
  search._isPreCalculateNode = (part) => {
    const isCalculated = isCalculatedPart(part);
    if (reading) reading.byValue ||= isCalculated && part.nodeType !== KIND.range;
    return isCalculated;
  };
  search._getRangeListByNode = async (parts) => {
    await letOthersIn();
    if (isLeft()) return [];
    if (reading?.known) return reading.known.ranges;
    const ranges = await read(parts);
    const { formula, byValue = true } = reading ?? {};
    if (formula && !byValue && formula.addressFunctionNodes.length === 0 && !isCalculatedAlways(parts.node))
      references.set(formula.treeId, { formula: formula.formula, ranges, isFound: false });
    return ranges;
  };
  const isCalculatedAlways = (parts: object | null): boolean =>
    parts === null || search._detectForcedRecalculationNodeRecursion(parts);
  known.addDependencyRTreeCache = (formula) => {
    if (!references.get(formula.treeId)?.isFound) found.push(formula);
  };
  search._calculateListByFunctionRefNode = async (formulas) => {
    reading = undefined;
    await letOthersIn();
    for (const formula of found) {
      if (isLeft()) return;
      add(formula);
      const one = references.get(formula.treeId);
      if (one) one.isFound = true;
      await letOthersIn();
    }
    if (formulas.some(({ addressFunctionNodes }) => addressFunctionNodes.length > 0)) await readSpecial(formulas);
    await putInOrder(await changedFormulas());
  };

  search._searchDependencyByAddressFunction = (formulas, cells, found) => {
    const searched = new Set<string>();
    for (let next = cells; next.length > 0;) {
      const ids = formulas.bulkSearch(next, search._executedAddressFunctionNodeIds);
      for (const id of search._dependencyRTreeCacheForAddressFunction.bulkSearch(next)) found.add(id);
      next = [...ids].flatMap((id) => {
        if (found.has(id)) return [];
        found.add(id);
        const { rangeList = [] } = search._dependencyTreeCache.get(id) ?? {};
        return rangeList.filter((range) => {
          const key = JSON.stringify(range);
          return !searched.has(key) && searched.add(key);
        });
      });
    }
    return found;
  };

  /** Formulas that refer to what has changed are looked for in turns, then the engine goes through all. */
  async function changedFormulas(): Promise<FormulaDependencyTree[]> {
    const { searchDependency } = known;
    const ids = new Set<number>();
    for (const { range, ...sheet } of search._currentConfigService.getDirtyRanges())
      // Of whole columns the rows are no numbers.
      for (let next: number, startRow = range.startRow; ; startRow = next) {
        next = startRow + ROWS_SEARCHED;
        const endRow = Math.min(range.endRow, next - 1);
        for (const id of searchDependency.call(known, [{ ...sheet, range: { ...range, startRow, endRow } }]))
          ids.add(id);
        await letOthersIn();
        if (!(next <= range.endRow)) break;
      }
    known.searchDependency = () => ids;
    const formulas = changed();
    known.searchDependency = searchDependency;
    return formulas;
  }

  /** The last is calculated first: a formula stands before those to which it refers. */
  async function putInOrder(changed: readonly FormulaDependencyTree[]): Promise<void> {
    /** Of formulas that refer to the same range, those that may have no place yet. */
    const left = new Map<Set<number>, number[]>();
    const begun: ReturnType<typeof begin>[] = [];
    for (const first of changed.toReversed()) {
      if (!first.isSkip()) begun.push(begin(first, left));
      for (let one = begun.at(-1); one; one = begun.at(-1)) {
        await letOthersIn();
        if (isLeft()) return;
        const next = nextOf(one.dependents);
        if (next) begun.push(begin(next, left));
        else {
          order.push(one.formula);
          one.formula.setSkip();
          begun.pop();
        }
      }
    }
  }

  function begin(formula: FormulaDependencyTree, left: Map<Set<number>, number[]>) {
    const dependents: number[][] = [[]];
    for (const one of formulasReferringTo(search, cellsOf(now, formula)))
      if (typeof one === 'number') dependents[0]!.push(one);
      else {
        const ids = left.get(one) ?? [...one];
        left.set(one, ids);
        if (ids.length > 0) dependents.push(ids);
      }
    formula.setAdded();
    return { formula, dependents };
  }

  /** Of these the last one that has no place. Those behind it are taken away. */
  function nextOf(dependents: number[][]): FormulaDependencyTree | undefined {
    for (let ids = dependents.at(-1); ids; ids = dependents.at(-1)) {
      const one = search._dependencyTreeCache.get(ids.at(-1)!);
      if (one && !one.isAdded() && !one.isSkip()) return one;
      // It has begun, and is looked for among its own dependents.
      hasCircle ||= one?.isAdded() === true;
      (ids.length > 0 ? ids : dependents).pop();
    }
    return undefined;
  }

  search._getUpdateTreeListAndMakeDependency = () => [];
  search._calculateRunList = () => order;
  search._checkIsCycleDependency = (formulas) => hasCircle && findCircle(formulas);
  for (const formulas of [byCell, search._dependencyRTreeCacheForAddressFunction]) shareRanges(formulas);

  known.openKdTree = () => undefined;
  byCell._searchByOneCellCache = ({ unitId, sheetId, range }) => {
    const ids: number[] = [];
    const rows = byCell._oneCellCache.get(unitId)?.get(sheetId);
    for (const row of between(rows, range.startRow, range.endRow))
      for (const formulas of between(row, range.startColumn, range.endColumn)) for (const id of formulas) ids.push(id);
    return ids;
  };
}

/** Keeps formulas that refer to the same range together. */
function shareRanges(formulas: FormulasByCell): void {
  const shared = new Map<string, Set<number>>();
  const engine = Object.getPrototypeOf(formulas) as FormulasByCell;
  formulas.insert = ({ id, ...cells }) => {
    const { startRow, endRow, startColumn, endColumn } = cells.range;
    const key = `${cells.unitId} ${cells.sheetId} ${startRow} ${endRow} ${startColumn} ${endColumn}`;
    const ids = shared.get(key);
    if (ids) ids.add(id as number);
    else if (startRow === endRow && startColumn === endColumn) engine.insert.call(formulas, { id, ...cells });
    else {
      const own = new Set([id as number]);
      shared.set(key, own);
      engine.insert.call(formulas, { id: own, ...cells });
    }
  };
  formulas.searchGenerator = function* (cells) {
    for (const one of engine.searchGenerator.call(formulas, cells))
      if (typeof one === 'number') yield one;
      else yield* one;
  };
  formulas.clear = () => {
    shared.clear();
    engine.clear.call(formulas);
  };
  formulas.removeById = (unitId, sheetId) => {
    for (const key of shared.keys()) if (key.startsWith(`${unitId} ${sheetId ?? ''}`)) shared.delete(key);
    engine.removeById.call(formulas, unitId, sheetId);
  };
}

/** What changes without another meaning of formulas that stay: what is typed, cells, sizes, and what is calculated. */
const KEEPS_REFERENCES =
  /^(?:doc\.mutation\..*|sheet\.mutation\.set-(?:range-values|worksheet-(?:row|col)-(?:auto-)?(?:height|width))|formula\.mutation\.set-(?:formula|array-formula|trigger)-.*)$/;

const [ROWS_IN_ONE, ROWS_SEARCHED] = [100, 1_000];
const MAX_GONE = 10_000;

/** Rows in groups. */
function* apart(rows: FormulasOfRows): Iterable<FormulasOfRows> {
  const all = Object.entries(rows);
  for (let at = 0; at < all.length; at += ROWS_IN_ONE) yield Object.fromEntries(all.slice(at, at + ROWS_IN_ONE));
}

/** What has a key from the first to the last, looked for as is quicker. */
function* between<T>(all: ReadonlyMap<number, T> | undefined, first: number, last: number): Iterable<T> {
  if (all === undefined) return;
  if (last - first < all.size)
    for (let key = first; key <= last; key++) {
      const one = all.get(key);
      if (one) yield one;
    }
  else for (const [key, one] of all) if (key >= first && key <= last) yield one;
}
