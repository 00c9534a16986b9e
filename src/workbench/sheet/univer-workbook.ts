import {
  InsertSheetCommand,
  SetColWidthCommand,
  SetRangeValuesCommand,
  SetRangeValuesMutation,
  RemoveSheetMutation,
  SheetsSelectionsService,
  getPrimaryForRange,
  SetSelectionsOperation,
  SetWorksheetNameMutation,
  SetWorksheetActiveOperation,
} from '@univerjs/preset-sheets-core';
import {
  type ICellData,
  RedoCommand,
  UndoCommand,
  type Worksheet,
  CommandType,
  type IUndoRedoItem,
  IUndoRedoService,
  BooleanNumber,
} from '@univerjs/core';
import type {
  Culture,
  NewSheet,
  CellContent,
  FormulaCell,
  Outline,
  FormulaInCell,
  Tracked,
  TrackedName,
  Workbook,
  WorkbookEvent,
  Selections,
  WrittenBlock,
  NumberMarks,
} from '../../app/host';
import type { Attachments, SavedAttachments } from '../engine/attachments';
import { type CellPosition, blockOfEngineRange, engineRangeOf } from '../engine/cell-position';
import { chosenWidth } from './result-widths';
import { spillAt, spillsOn } from '../engine/spills';
import { listMdCells, listMdCellsIn } from '../engine/md-cells';
import { pixelsOf, worksheetOf } from './new-sheet';
import type { Spreadsheet } from './spreadsheet';
import { dependentsAmong } from '../../app/workbook/trace';
import {
  formatAt,
  ownFormatAt,
  formulaAt,
  isErrorCode,
  textAt,
  valueAt,
  cellDataOf,
  NOTHING,
} from '../engine/cell-contents';
import { mapInPieces } from '../../core/pauses';
import { type Block, blocksOfFormula, cellOf, overlaps, freeName } from '../../core/sheet';

/** A sheet that is shown may have the same selection as the one before: the engine then reports none. */
const SELECTS_OTHERS: readonly string[] = [
  SetWorksheetActiveOperation.id,
  SetWorksheetNameMutation.id,
  RemoveSheetMutation.id,
  SetRangeValuesMutation.id,
];

/** The engine's workbook through the pane's interface. */
export class UniverWorkbook implements Workbook {
  readonly listSeparator: string;
  readonly #steps: UndoSteps;

  /**
   * @param evaluate evaluates these cells again
   * @param numberMarks of the numbers that cells read
   * @param readFormula makes English ones of formulas, which the workbook's are
   */
  constructor(
    private readonly sheet: Spreadsheet,
    private readonly attachments: Attachments,
    private readonly evaluate: (positions: readonly CellPosition[]) => void,
    readonly numberMarks: NumberMarks = { decimal: '.', thousands: ',' },
    readonly readFormula?: Culture['readFormula'],
  ) {
    this.#steps = new UndoSteps(sheet, attachments);
    this.listSeparator = numberMarks.decimal === ',' ? ';' : ',';
  }

  readonly selection = asAsync((): Selections => {
    const active = this.sheet.workbook.getActiveSheet();
    const size = { rows: active.getRowCount(), columns: active.getColumnCount() };
    const [first = cellOf(active.getName(), 0, 0), ...others] = this.sheet
      .serviceOf(SheetsSelectionsService)
      .getCurrentSelections()
      .map(({ range }) => blockOfEngineRange(active.getName(), range, size));
    return { ...first, ...(others.length > 0 && { others }) };
  });

  on(event: WorkbookEvent, listener: () => void): () => void {
    if (event === 'replaced') return this.sheet.onOpen(listener);
    const commands = event === 'selected' ? SELECTS_OTHERS : [UndoCommand.id, RedoCommand.id];
    const executed = this.sheet.commands.onCommandExecuted((command, options) => {
      const { id } = command;
      if (commands.includes(id) && !options?.fromFormula) listener();
    });
    const selected =
      event === 'selected'
        ? this.sheet.serviceOf(SheetsSelectionsService).selectionChanged$.subscribe(listener)
        : undefined;
    return () => {
      executed.dispose();
      selected?.unsubscribe();
    };
  }

  asOneStep<T>(work: () => Promise<T>): Promise<T> {
    return this.#steps.runAsOneStep(work);
  }

  readonly select = asAsync((block: Block): void => showBlock(this.sheet, block));

  readonly outline = asAsync((): Outline => ({
    sheets: this.#worksheets().map((worksheet) => worksheet.getName()),
    tables: [],
    names: this.sheet.formulaNames,
    isManual: false,
  }));

  /** In pieces, because the engine works out the look of every cell whose text is read. */
  async formulas(): Promise<readonly FormulaCell[]> {
    const positions = listMdCells(this.sheet);
    const sorted = this.#worksheets().flatMap((worksheet) =>
      positions
        .filter(({ sheetId }) => sheetId === worksheet.getSheetId())
        .sort((a, b) => a.row - b.row || a.column - b.column)
        .map((position) => ({ sheet: worksheet.getName(), position })),
    );
    const mdNames = this.sheet.mdNames;
    return mapInPieces(sorted, ({ sheet, position }) => {
      const cell = this.#formulaCell(sheet, position);
      const names = mdNames.usedIn(cell.formula, sheet);
      return names.length > 0 ? { ...cell, names } : cell;
    });
  }

  readonly read = asAsync((blocks: readonly Block[]): CellContent[][][] =>
    blocks.map((block) => this.#contents(block)),
  );

  readonly spillsInto = asAsync((block: Block): readonly FormulaInCell[] => spillsInto(this.sheet, block));

  readonly dependents = asAsync((blocks: readonly Block[]): readonly Block[] =>
    dependentsAmong(this.#worksheets().flatMap(formulasOn), blocks),
  );

  write(parts: readonly WrittenBlock[]): Promise<void> {
    const write = asAsync((): void => {
      for (const { block, cells, widths, chart } of parts) {
        if (chart) continue;
        this.#set(
          block,
          cells?.map((row) => row.map((cell) => cell && cellDataOf(cell))) ??
            Array.from({ length: block.rows }, () => Array.from({ length: block.columns }, () => NOTHING)),
        );
        if (widths) this.#widen(block, widths);
      }
    });
    return parts.length > 1 ? this.asOneStep(write) : write();
  }

  readonly calculate = asAsync((what: readonly Block[] | 'changed'): void => {
    if (what !== 'changed') this.evaluate(listMdCellsIn(this.sheet, what));
  });

  readonly addSheet = asAsync((sheet: NewSheet): string => {
    const { workbook, commands } = this.sheet;
    const name = freeName(
      sheet.name,
      this.#worksheets().map((one) => one.getName()),
    );
    commands.syncExecuteCommand(InsertSheetCommand.id, {
      unitId: workbook.getUnitId(),
      sheet: worksheetOf(sheet, name),
    });
    return name;
  });

  readonly track = asAsync((names: readonly TrackedName[]): void => {
    this.attachments.trackName(names.filter(({ blocks }) => blocks.length > 0));
    this.attachments.untrackNames(names.filter(({ blocks }) => blocks.length === 0).map(({ name }) => name));
  });

  readonly tracked = asAsync((prefix: string): Tracked => {
    const tracked = this.attachments.tracked.startingWith(prefix);
    if (prefix !== '') return tracked;
    return new Map([
      ...this.sheet.definedNames.map(
        ({ name, formulaOrRefString }) => [name, blocksOfFormula(formulaOrRefString)] as const,
      ),
      ...tracked,
    ]);
  });

  readonly readPart = asAsync((namespace: string): string | undefined => this.attachments.partOf(namespace));

  readonly writePart = asAsync((namespace: string, xml: string | undefined): void =>
    this.attachments.setPart(namespace, xml),
  );

  #worksheets(): Worksheet[] {
    return this.sheet.workbook.getSheets();
  }

  #formulaCell(sheet: string, position: CellPosition): FormulaCell {
    const value = valueAt(this.sheet, position);
    const cell = cellOf(sheet, position.row, position.column);
    const error = isErrorCode(value) ? value : undefined;
    return {
      cell,
      formula: formulaAt(this.sheet, position),
      value: value ?? '',
      text: textAt(this.sheet, position),
      error,
      spill: spillAt(this.sheet, position) ?? cell,
      isInTable: false,
      isLocked: false,
    };
  }

  #contents(block: Block): CellContent[][] {
    const first = this.sheet.positionOf(block);
    return Array.from({ length: block.rows }, (_, down) =>
      Array.from({ length: block.columns }, (_unused, across) => {
        const position = { ...first, row: first.row + down, column: first.column + across };
        const [format, ownFormat] = [formatAt(this.sheet, position), ownFormatAt(this.sheet, position)];
        return {
          formula: formulaAt(this.sheet, position),
          value: valueAt(this.sheet, position) ?? '',
          format,
          ...(ownFormat === format ? {} : { ownFormat }),
        };
      }),
    );
  }

  #widen(block: Block, characters: readonly number[]): void {
    const worksheet = this.sheet.worksheetNamed(block.sheet);
    characters.forEach((count, index) => {
      const column = block.column + index;
      const value = pixelsOf(count);
      if (column >= worksheet.getColumnCount() || worksheet.getColumnWidth(column) >= value) return;
      if (chosenWidth(worksheet, column) !== undefined) return;
      const ranges = [{ startRow: 0, endRow: worksheet.getRowCount() - 1, startColumn: column, endColumn: column }];
      const target = { unitId: this.sheet.workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
      this.sheet.commands.syncExecuteCommand(SetColWidthCommand.id, { ...target, ranges, value });
    });
  }

  #set(block: Block, cells: readonly (readonly (ICellData | undefined)[])[]): void {
    const { unitId, sheetId, row, column } = this.sheet.positionOf(block);
    const value: Record<number, Record<number, ICellData>> = {};
    cells.forEach((line, down) =>
      line.forEach((cell, across) => {
        if (cell) (value[row + down] ??= {})[column + across] = cell;
      }),
    );
    if (Object.keys(value).length === 0) return;
    this.sheet.makeRoom({ ...block, rows: cells.length, columns: Math.max(...cells.map((line) => line.length)) });
    this.sheet.commands.syncExecuteCommand(SetRangeValuesCommand.id, { unitId, subUnitId: sheetId, value });
  }
}

/** All formulas of a sheet, whatever they call. */
export function formulasOn(worksheet: Worksheet): { readonly cell: Block; readonly formula: string }[] {
  const formulas: { readonly cell: Block; readonly formula: string }[] = [];
  worksheet.getCellMatrix().forValue((row, column, cell) => {
    if (cell?.f) formulas.push({ cell: cellOf(worksheet.getName(), row, column), formula: cell.f });
  });
  return formulas;
}

const SET_ATTACHMENTS = 'workbench.mutation.set-attachments';

/** Combines many changes into one undo step. The product's data in the workbook is undone and redone with its cells. */
class UndoSteps {
  #isRunning = false;

  constructor(
    private readonly sheet: Spreadsheet,
    private readonly attachments: Attachments,
  ) {
    sheet.commands.registerCommand({
      id: SET_ATTACHMENTS,
      type: CommandType.MUTATION,
      handler: (_, params: { readonly unitId: string; readonly attachments: SavedAttachments }) => {
        if (params.unitId === sheet.workbook.getUnitId()) attachments.restore(params.attachments);
        return true;
      },
    });
  }

  async runAsOneStep<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isRunning) return work();
    this.#isRunning = true;
    const service = this.sheet.serviceOf(IUndoRedoService);
    const unitID = this.sheet.workbook.getUnitId();
    const before = this.attachments.save();
    const batch = service.__tempBatchingUndoRedo(unitID);
    try {
      return await work();
    } finally {
      const after = this.attachments.save();
      if (JSON.stringify(before) !== JSON.stringify(after)) service.pushUndoRedo(stepOf(unitID, before, after));
      batch.dispose();
      this.#isRunning = false;
    }
  }
}

const stepOf = (unitID: string, before: SavedAttachments, after: SavedAttachments): IUndoRedoItem => ({
  unitID,
  undoMutations: [{ id: SET_ATTACHMENTS, params: { unitId: unitID, attachments: before } }],
  redoMutations: [{ id: SET_ATTACHMENTS, params: { unitId: unitID, attachments: after } }],
});

/** Formulas of any kind outside the block whose results reach into it. */
function spillsInto(sheet: Spreadsheet, block: Block): FormulaInCell[] {
  return spillsOn(sheet, sheet.positionOf(block))
    .map(({ position, block: filled }) => ({
      position,
      filled,
      cell: cellOf(block.sheet, position.row, position.column),
    }))
    .filter(({ filled, cell }) => overlaps(filled, block) && !overlaps(cell, block))
    .map(({ position, cell }) => ({ cell, formula: formulaAt(sheet, position) }));
}

/** Activates the block's sheet, selects the block and scrolls to it. */
function showBlock(sheet: Spreadsheet, block: Block): void {
  const worksheet = sheet.worksheetNamed(block.sheet);
  // The engine would activate a hidden sheet, which has no tab.
  if (worksheet.isSheetHidden() === BooleanNumber.TRUE)
    throw new Error(`The sheet "${block.sheet}" is hidden: unhide it first`);
  const target = { unitId: sheet.workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
  const range = engineRangeOf(block);
  sheet.commands.syncExecuteCommand(SetWorksheetActiveOperation.id, target);
  sheet.commands.syncExecuteCommand(SetSelectionsOperation.id, {
    ...target,
    reveal: true,
    selections: [{ range, primary: getPrimaryForRange(range, worksheet), style: null }],
  });
}

/** Turns synchronous work into a function that returns a promise; what it throws becomes a rejection. */
export const asAsync =
  <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
  (...args: Args): Promise<Result> =>
    new Promise((resolve) => resolve(work(...args)));
