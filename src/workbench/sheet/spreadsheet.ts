import type { DefinedName } from '../../app/host';
import { MdNames } from '../../app/workbook/formulas';
import {
  type DependencyIdentifier,
  ICommandService,
  type IRange,
  type IResources,
  IUniverInstanceService,
  type IWorkbookData,
  LifecycleService,
  LifecycleStages,
  LocaleService,
  LocaleType,
  LogLevel,
  mergeLocales,
  RANGE_TYPE,
  Univer,
  UniverInstanceType,
  type Workbook,
  type Worksheet,
} from '@univerjs/core';
import {
  AfterSpaceCommand,
  CalculationMode,
  CancelMarkDirtyRowAutoHeightOperation,
  DocAutoFormatService,
  FormulaDataModel,
  getPrimaryForRange,
  IDefinedNamesService,
  type IDefinedNamesServiceParam,
  type IInsertSheetMutationParams,
  InsertSheetMutation,
  IRenderManagerService,
  type ISetSelectionsOperationParams,
  MarkDirtyRowAutoHeightOperation,
  type Scene,
  SCOPE_WORKBOOK_VALUE_DEFINED_NAME,
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
  SetWorksheetColumnCountMutation,
  SetWorksheetRowCountMutation,
  SheetsSelectionsService,
  UniverSheetsCorePreset,
} from '@univerjs/preset-sheets-core';
import enUS from '@univerjs/preset-sheets-core/locales/en-US';
import { forgetParsedFormulas } from '../univer-patches/parsed-formulas';
import { blockOfEngineRange, type CellPosition } from '../engine/cell-position';
import type { FileTable } from '../engine/structured-references';
import { a1WithSheet, type Block, cellOf, MAX_COLUMNS, MAX_ROWS } from '../../core/sheet';

/** The engine protects sheets only from other users, of whom there are none, and no file would keep the protection. */
const WITHOUT_PROTECTION = Object.fromEntries(
  [
    'sheet.command.add-range-protection-from-sheet-bar',
    'sheet.command.delete-worksheet-protection-from-sheet-bar',
    'sheet.command.change-sheet-protection-from-sheet-bar',
    'sheet.command.view-sheet-permission-from-sheet-bar',
    'sheet.command.add-range-protection-from-toolbar',
    'sheet.contextMenu.permission',
  ].map((entry) => [entry, { hidden: true }]),
);

/** The engine's editor also makes documents: "1. May", "a. b" and "* c" would become lists and lose their beginning. */
const NO_LISTS = { id: AfterSpaceCommand.id, priority: Infinity, match: () => true, getMutations: () => [] };

/** Where the engine keeps the filters of a workbook, by the ids of their sheets. */
export const FILTERS = 'SHEET_FILTER_PLUGIN';

/** A name that a workbook brings. */
export interface BroughtName {
  readonly name: string;
  /** With or without an equals sign. */
  readonly formula: string;
  /** The sheet whose own name it is; undefined for the workbook's. */
  readonly sheetId?: string | undefined;
}

/** Where the engine finds the names in the data of a workbook. */
export const NAMES = 'SHEET_DEFINED_NAME_PLUGIN';

/** Names as the engine finds them in the data of a workbook. */
export const resourceOfNames = (names: readonly BroughtName[]): IResources[number] => ({
  name: NAMES,
  data: JSON.stringify(
    Object.fromEntries(
      names.map(({ name, formula, sheetId = SCOPE_WORKBOOK_VALUE_DEFINED_NAME }, index) => {
        const id = `name-${index}`;
        const formulaOrRefString = formula.replace(/^=/, '');
        return [id, { id, name, formulaOrRefString, comment: '', localSheetId: sheetId }];
      }),
    ),
  ),
});

const MAX_MEASUREMENTS = 1_000;

/** Free rows and columns beyond an added block, so that the user can go on. */
const [SPARE_ROWS, SPARE_COLUMNS] = [100, 5];
/** So many rows that nobody needs are taken from a sheet, which keeps the usual ones. */
const [MANY_ROWS, USUAL_ROWS] = [20_000, 1_000];

/** The spreadsheet engine with its user interface, before any workbook is open. */
export class Spreadsheet {
  readonly univer: Univer;
  readonly commands: ICommandService;
  readonly formulas: FormulaDataModel;
  /** What is typed or clicked before gets lost, or into another cell. */
  readonly takesEntries: Promise<void>;
  /** The tables of the opened file, as they are now. */
  tables: () => readonly FileTable[] = () => [];
  readonly #openListeners = new Set<() => void>();
  #workbook: Workbook | undefined;
  /** The ids of sheets that may have rows that nobody needs. */
  #long = new Set<string>();
  /** Row heights that the engine measures once the page is idle, the latest ones: it gives up after ten seconds. */
  readonly #measurements: object[] = [];

  constructor(container: HTMLElement) {
    this.univer = new Univer({
      locale: LocaleType.EN_US,
      locales: { [LocaleType.EN_US]: mergeLocales(enUS) },
      logLevel: LogLevel.ERROR,
    });
    for (const plugin of UniverSheetsCorePreset({
      container,
      ribbonType: 'simple',
      menu: WITHOUT_PROTECTION,
      formula: { initialFormulaComputing: CalculationMode.FORCED },
    }).plugins) {
      if (Array.isArray(plugin)) this.univer.registerPlugin(plugin[0], plugin[1]);
      else this.univer.registerPlugin(plugin);
    }
    const sheetConfig = { sheetNameReserved: 'Excel keeps the name "History" for itself.' };
    this.serviceOf(LocaleService).load({ [LocaleType.EN_US]: { 'sheets-ui': { sheetConfig } } });
    this.takesEntries = this.serviceOf(LifecycleService).onStage(LifecycleStages.Rendered);
    this.commands = this.serviceOf(ICommandService);
    this.formulas = this.serviceOf(FormulaDataModel);
    this.serviceOf(DocAutoFormatService).registerAutoFormat(NO_LISTS);
    this.commands.beforeCommandExecuted(({ id, params }) => {
      if (id !== InsertSheetMutation.id) return;
      const { sheet } = params as IInsertSheetMutationParams;
      const { defaultStyle, defaultRowHeight } = this.workbook.getSheets()[0]!.getConfig();
      // As Excel does; the engine would write larger in a new sheet.
      if (!sheet.defaultStyle) Object.assign(sheet, { defaultStyle, defaultRowHeight });
    });
    this.commands.beforeCommandExecuted(({ id, params }) => {
      if (id === SetSelectionsOperation.id) this.#makeRoomFor(params as ISetSelectionsOperationParams);
    });
    this.commands.onCommandExecuted(({ id, params = {} }) => {
      if (id === MarkDirtyRowAutoHeightOperation.id) this.#measurements.push(params);
      if (this.#measurements.length > MAX_MEASUREMENTS) this.#measurements.shift();
    });
  }

  /** A service of the engine. Services of sheets and their display exist only while a workbook is open. */
  serviceOf<T>(service: DependencyIdentifier<T>): T {
    return this.univer.__getInjector().get(service);
  }

  /** Draws nothing until then: nobody would see it, and the first values would come later. */
  drawFrom(shown: Promise<void>): void {
    const scenes: Scene[] = [];
    const creations = this.serviceOf(IRenderManagerService).created$.subscribe(({ scene }) => {
      scenes.push(Object.assign(scene, { render: () => undefined }));
    });
    void shown.then(() => {
      creations.unsubscribe();
      for (const scene of scenes) {
        Reflect.deleteProperty(scene, 'render');
        scene.makeDirty(true);
      }
    });
  }

  /** Replaces the open workbook. Functions must be registered before, because its formulas are calculated at once. */
  openWorkbook(data: Partial<IWorkbookData>): void {
    if (this.#workbook) {
      this.#cancelMeasurements();
      this.serviceOf(IUniverInstanceService).disposeUnit(this.#workbook.getUnitId());
      forgetParsedFormulas();
    }
    this.#workbook = this.univer.createUnit<IWorkbookData, Workbook>(UniverInstanceType.UNIVER_SHEET, data);
    this.#long = new Set(this.#workbook.getSheets().map((one) => one.getSheetId()));
    const target = { unitId: this.#workbook.getUnitId(), subUnitId: String(data.custom?.shown) };
    this.commands.syncExecuteCommand(SetWorksheetActiveOperation.id, target);
    for (const listener of this.#openListeners) listener();
  }

  /** The engine does not stop measuring a workbook that is gone, and would fail. */
  #cancelMeasurements(): void {
    for (const measurement of this.#measurements.splice(0))
      this.commands.syncExecuteCommand(CancelMarkDirtyRowAutoHeightOperation.id, measurement);
  }

  /** Calls the listener when a workbook is shown. Returns an unsubscribe function. */
  onOpen(listener: () => void): () => void {
    this.#openListeners.add(listener);
    return () => this.#openListeners.delete(listener);
  }

  get workbook(): Workbook {
    if (!this.#workbook) throw new Error('No workbook is open yet');
    return this.#workbook;
  }

  sheetOf({ unitId, sheetId }: Omit<CellPosition, 'row' | 'column'>): Worksheet | undefined {
    if (this.#workbook?.getUnitId() !== unitId) return undefined;
    return this.#workbook.getSheetBySheetId(sheetId) ?? undefined;
  }

  /** The active cell of what is selected last. */
  get activeCell(): CellPosition | undefined {
    const cell = this.serviceOf(SheetsSelectionsService).getCurrentLastSelection()?.primary;
    const { unitId, subUnitId: sheetId } = this.activeTarget;
    return cell && { unitId, sheetId, row: cell.actualRow, column: cell.actualColumn };
  }

  /** The sheet on the screen, as the engine's commands take it. */
  get activeTarget(): { readonly unitId: string; readonly subUnitId: string } {
    return { unitId: this.workbook.getUnitId(), subUnitId: this.workbook.getActiveSheet().getSheetId() };
  }

  /** Selects cells of the sheet on the screen. */
  selectOnly(range: IRange): void {
    const primary = getPrimaryForRange(range, this.workbook.getActiveSheet());
    const selections = [{ range, primary, style: null }];
    this.commands.syncExecuteCommand(SetSelectionsOperation.id, { ...this.activeTarget, selections });
  }

  worksheetNamed(name: string): Worksheet {
    const worksheet = this.workbook.getSheetBySheetName(name);
    if (!worksheet) throw new Error(`This workbook has no sheet "${name}"`);
    return worksheet;
  }

  /** The names that the user has defined. */
  get definedNames(): IDefinedNamesServiceParam[] {
    return Object.values(this.serviceOf(IDefinedNamesService).getDefinedNameMap(this.workbook.getUnitId()) ?? {});
  }

  /** The names that users have defined, as formulas. */
  get formulaNames(): readonly DefinedName[] {
    return this.definedNames.map(({ name, formulaOrRefString, localSheetId }) => {
      const sheet = this.workbook.getSheetBySheetId(localSheetId ?? '')?.getName();
      return { name, formula: `=${formulaOrRefString.replace(/^=/, '')}`, ...(sheet !== undefined && { sheet }) };
    });
  }

  /** The names whose formulas call our functions. */
  get mdNames(): MdNames {
    return new MdNames(this.formulaNames);
  }

  /** "Model!B7"; undefined if the cell's sheet no longer exists. */
  addressOf(position: CellPosition): string | undefined {
    const worksheet = this.sheetOf(position);
    return worksheet && a1WithSheet(cellOf(worksheet.getName(), position.row, position.column));
  }

  /** The first cell of a block. */
  positionOf({ sheet, row, column }: Block): CellPosition {
    return { unitId: this.workbook.getUnitId(), sheetId: this.worksheetNamed(sheet).getSheetId(), row, column };
  }

  /**
   * There is always a further cell to go to: an entry in the last one would be overwritten by the next. And a sheet ends
   * again where nobody is any more: for a million rows, the engine copies or clears a whole column for minutes.
   */
  #makeRoomFor(params: ISetSelectionsOperationParams): void {
    const worksheet = this.workbook.getSheetBySheetId(params.subUnitId);
    if (!worksheet) return;
    const isWhole = ({ rangeType, startRow, endRow }: IRange): boolean =>
      rangeType === RANGE_TYPE.COLUMN || rangeType === RANGE_TYPE.ALL || (startRow === 0 && endRow === MAX_ROWS - 1);
    const [sheet, parts] = [worksheet.getName(), params.selections.filter(({ range }) => !isWhole(range))];
    for (const { primary, range } of parts) {
      if (primary) this.makeRoom({ sheet, row: primary.actualRow, column: primary.actualColumn, rows: 2, columns: 2 });
      this.makeRoom(blockOfEngineRange(sheet, range));
    }
    this.#shorten(worksheet, Math.max(0, ...parts.map(({ range }) => range.endRow)));
    const endRow = worksheet.getRowCount() - 1;
    for (const one of params.selections.filter(({ range }) => isWhole(range) && range.endRow > endRow)) {
      const range = { ...one.range, endRow };
      Object.assign(one, { range, primary: getPrimaryForRange(range, worksheet) });
    }
  }

  #shorten(worksheet: Worksheet, lastSelected: number): void {
    const sheetId = worksheet.getSheetId();
    const isNeeded = (last: number): boolean => worksheet.getRowCount() < last + MANY_ROWS;
    if (!this.#long.has(sheetId) || isNeeded(lastSelected)) return;
    this.#long.delete(sheetId);
    const filled = this.formulas.getArrayFormulaCellData()[this.workbook.getUnitId()]?.[sheetId] ?? {};
    const inUse = [worksheet.getCellMatrix().getMatrix(), worksheet.getRowManager().getRowData(), filled].map((rows) =>
      Number(Object.keys(rows).at(-1) ?? 0),
    );
    const last = Math.max(lastSelected, ...inUse);
    if (!isNeeded(last)) this.#setRows(worksheet, Math.max(USUAL_ROWS, last + 1 + SPARE_ROWS));
  }

  /** Makes a sheet large enough for a block: the engine's sheets end at their data. Not an undo step of its own. */
  makeRoom({ sheet, row, column, rows, columns }: Block): void {
    const worksheet = this.worksheetNamed(sheet);
    const [endRow, endColumn] = [Math.min(row + rows, MAX_ROWS), Math.min(column + columns, MAX_COLUMNS)];
    if (endRow > worksheet.getRowCount() + MANY_ROWS) this.#long.add(worksheet.getSheetId());
    if (endRow > worksheet.getRowCount()) this.#setRows(worksheet, Math.min(endRow + SPARE_ROWS, MAX_ROWS));
    if (endColumn > worksheet.getColumnCount())
      this.commands.syncExecuteCommand(SetWorksheetColumnCountMutation.id, {
        unitId: this.workbook.getUnitId(),
        subUnitId: worksheet.getSheetId(),
        columnCount: Math.min(endColumn + SPARE_COLUMNS, MAX_COLUMNS),
      });
  }

  #setRows(worksheet: Worksheet, rowCount: number): void {
    const target = { unitId: this.workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
    this.commands.syncExecuteCommand(SetWorksheetRowCountMutation.id, { ...target, rowCount });
  }
}
