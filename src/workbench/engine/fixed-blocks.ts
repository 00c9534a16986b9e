import {
  CustomCommandExecutionError,
  type ICellData,
  type ICommandInfo,
  type IObjectMatrixPrimitiveType,
  type IRange,
  isNullCell,
  type IUndoRedoItem,
  IUndoRedoService,
  type Nullable,
  ObjectMatrix,
  Rectangle,
  RedoCommand,
  UndoCommand,
} from '@univerjs/core';
import {
  EffectRefRangId,
  type IMoveRangeCommandParams,
  InsertColCommand,
  InsertColMutation,
  InsertRowMutation,
  type ISetFormulaCalculationNotificationMutation,
  type ISetFormulaCalculationResultMutation,
  type ISetRangeValuesMutationParams,
  RemoveColCommand,
  RemoveRowCommand,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationResultMutation,
  SetRangeValuesMutation,
  SheetInterceptorService,
  SheetsSelectionsService,
} from '@univerjs/preset-sheets-core';
import { a1, a1WithSheet, type Block, cellOf, cellsIn, MAX_COLUMNS, MAX_ROWS, overlaps } from '../../core/sheet';
import type { Spreadsheet } from '../sheet/spreadsheet';
import type { Attachments } from './attachments';
import { blockOfEngineRange, engineRangeOf } from './cell-position';
import { type Spill, spillsOn } from './spills';

/**
 * Undoes a change to a part of an array, or of a what-if table, of the opened file, which Excel refuses: the next
 * calculation would overwrite what was typed. The first cell of an array may get another formula.
 */
export function refuseParts(sheet: Spreadsheet, attachments: Attachments, say: (sentence: string) => void): void {
  let isUndoing = false;
  sheet.commands.onCommandExecuted(({ id, params }, options) => {
    if (id !== SetRangeValuesMutation.id || options?.fromFormula === true || isUndoing) return;
    const { subUnitId, cellValue } = params as ISetRangeValuesMutationParams;
    const name = sheet.workbook.getSheetBySheetId(subUnitId)?.getName();
    const fixed = attachments.fixedBlocks.filter(({ block }) => block.sheet === name);
    if (fixed.length === 0 || !cellValue) return;
    const changed = changedCells(cellValue as Parameters<typeof changedCells>[0]);
    const [part] = fixed.filter(({ block, isArray }) => {
      const own = changed.filter((cell) => overlaps(block, { ...cell, sheet: block.sheet }));
      const isFirst = own.some(({ row, column }) => row === block.row && column === block.column);
      return own.length > 0 && own.length < block.rows * block.columns && !(isFirst && isArray);
    });
    if (!part) return;
    isUndoing = true;
    // The step is there once the command has ended.
    setTimeout(() => {
      void sheet.commands.executeCommand(UndoCommand.id).finally(() => {
        isUndoing = false;
      });
      say(sayPart(part));
    });
  });
}

/**
 * Refuses rows or columns that would push cells off the end of the sheet, where they would be lost, or would divide an
 * array or a what-if table, as Excel does.
 */
export function refuseLines(sheet: Spreadsheet, attachments: Attachments, say: (sentence: string) => void): void {
  const reasonAgainst = ({ id, params }: ICommandInfo): string | undefined => {
    const [areInserted, areRows] = [
      INSERTS.has(id),
      id === EffectRefRangId.InsertRowCommandId || id === RemoveRowCommand.id,
    ];
    if (!areInserted && id !== RemoveRowCommand.id && id !== RemoveColCommand.id) return undefined;
    const { subUnitId = '', range } = params as { readonly subUnitId?: string; readonly range: IRange };
    const worksheet = sheet.workbook.getSheetBySheetId(subUnitId) ?? sheet.workbook.getActiveSheet();
    const [first, last] = areRows ? [range.startRow, range.endRow] : [range.startColumn, range.endColumn];
    const part = attachments.fixedBlocks.find(({ block }) => {
      const [start, size] = areRows ? [block.row, block.rows] : [block.column, block.columns];
      const end = start + size - 1;
      if (block.sheet !== worksheet.getName()) return false;
      return areInserted
        ? first > start && first <= end
        : first <= end && last >= start && (first > start || last < end);
    });
    if (part) return sayPart(part);
    return areInserted ? pushedOff(worksheet.getCellMatrix().getMatrix(), areRows, last - first + 1) : undefined;
  };
  sheet.serviceOf(SheetInterceptorService).interceptBeforeCommand({
    performCheck: (command) => {
      const reason = reasonAgainst(command);
      if (reason !== undefined) say(reason);
      return Promise.resolve(reason === undefined);
    },
  });
}

/**
 * Refuses to move cells that a formula in another cell fills, or a part of an array or a what-if table, or to put others
 * there. The values would stay, but the formulas that refer to them would refer to where they went.
 */
export function refuseMoves(sheet: Spreadsheet, attachments: Attachments, say: (sentence: string) => void): void {
  const reasonAgainst = (command: ICommandInfo): string | undefined => {
    const { from, to = from } = movedBy(sheet, command) ?? {};
    if (!from || !to) return undefined;
    const isIn = (block: Block, other: Block): boolean =>
      block.sheet === other.sheet && Rectangle.contains(engineRangeOf(other), engineRangeOf(block));
    const part = attachments.fixedBlocks.find(
      ({ block }) => !isIn(block, from) && (overlaps(block, from) || (overlaps(block, to) && !isIn(block, to))),
    );
    if (part) return sayPart(part);
    const isDivided = ({ block, position: { row, column } }: Spill): boolean =>
      overlaps(block, from) && !overlaps(cellOf(block.sheet, row, column), from);
    const spill = spillsOn(sheet, sheet.positionOf(from)).find(isDivided);
    return spill && `You cannot move part of a result: ${a1(spill.block)} has one formula, in its first cell`;
  };
  // Also of what was cut, which is no command.
  sheet.serviceOf(SheetInterceptorService).interceptCommand({
    getMutations: (command) => {
      const reason = reasonAgainst(command);
      if (reason === undefined) return { redos: [], undos: [] };
      say(reason);
      throw new CustomCommandExecutionError(reason);
    },
  });
}

/** The cells that a command moves or deletes, and where they go if that matters; undefined for another command. */
function movedBy(
  sheet: Spreadsheet,
  { id, params }: ICommandInfo,
): { readonly from: Block; readonly to?: Block } | undefined {
  const [, command = ''] = MOVING.exec(id) ?? [];
  if (command === '') return undefined;
  const { range, ...move } = params as Partial<IMoveRangeCommandParams> & { readonly range?: IRange };
  const blockOn = (moved: IRange, sheetId = ''): Block => {
    const worksheet = sheet.workbook.getSheetBySheetId(sheetId) ?? sheet.workbook.getActiveSheet();
    return blockOfEngineRange(worksheet.getName(), moved, { rows: MAX_ROWS, columns: MAX_COLUMNS });
  };
  if (command === 'range' && move.fromRange && move.toRange) {
    const { fromSubUnitId, toSubUnitId = fromSubUnitId } = move;
    return { from: blockOn(move.fromRange, fromSubUnitId), to: blockOn(move.toRange, toSubUnitId) };
  }
  const from = blockOn(range ?? sheet.serviceOf(SheetsSelectionsService).getCurrentLastSelection()!.range);
  if (command === 'down' || command === 'up') return { from: { ...from, rows: MAX_ROWS - from.row } };
  if (command === 'right' || command === 'left') return { from: { ...from, columns: MAX_COLUMNS - from.column } };
  return { from };
}

const MOVING = /^sheet\.command\.(?:insert-range-|delete-range-)?move-(range|rows|cols|down|right|up|left)$/;

/**
 * Says once for each step which what-if tables show old values now: Excel would have calculated them, the workbench keeps
 * what the file has. Undo brings back what their values belong to.
 */
export function tellOfWhatIfTables(
  sheet: Spreadsheet,
  attachments: Attachments,
  say: (sentence: string) => void,
): void {
  const undo = sheet.serviceOf(IUndoRedoService);
  const old = new Set<string>();
  let last: Nullable<IUndoRedoItem>;
  const note = (sheetId: string, cells: Nullable<IObjectMatrixPrimitiveType<Nullable<ICellData>>>): void => {
    const name = sheet.workbook.getSheetBySheetId(sheetId)?.getName();
    const isOther = ({ row, column }: Block): boolean => isChanged(cells?.[row]?.[column]);
    for (const { block, isArray } of attachments.fixedBlocks)
      if (!isArray && block.sheet === name && readBy(block).some(isOther)) old.add(a1WithSheet(block));
  };
  sheet.commands.onCommandExecuted(({ id, params }, options) => {
    if (id === SetRangeValuesMutation.id && options?.fromFormula !== true) {
      const { subUnitId, cellValue } = params as ISetRangeValuesMutationParams;
      note(subUnitId, cellValue);
    } else if (id === SetFormulaCalculationResultMutation.id) {
      const { unitData } = params as ISetFormulaCalculationResultMutation;
      for (const [sheetId, cells] of Object.entries(unitData[sheet.workbook.getUnitId()] ?? {})) note(sheetId, cells);
    }
    const isUndone = id === UndoCommand.id || id === RedoCommand.id;
    if (!isUndone && (id !== SetFormulaCalculationNotificationMutation.id || old.size === 0)) return;
    if (!isUndone && (params as ISetFormulaCalculationNotificationMutation).functionsExecutedState === undefined)
      return;
    const step = undo.pitchTopUndoElement();
    if (!isUndone && step && step !== last && !isInsertion(step)) {
      const [named, more] = [[...old].slice(0, MAX_NAMED), old.size - MAX_NAMED];
      const all = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
      say(`What-if tables are not calculated here: ${all} may show old values until Excel opens a download`);
    }
    last = step;
    old.clear();
  });
}

/** At most this many what-if tables are named. */
const MAX_NAMED = 5;

/** Rows and columns that come change no values. */
const isInsertion = ({ redoMutations }: IUndoRedoItem): boolean =>
  redoMutations.some(({ id }) => id === InsertRowMutation.id || id === InsertColMutation.id) &&
  redoMutations.every(({ id }) => id !== SetRangeValuesMutation.id);

/** The first row and column of a what-if table, before its results: the formulas that it calculates, and their inputs. */
const readBy = ({ sheet, row, column, rows, columns }: Block): Block[] => {
  const corner = cellOf(sheet, row - 1, column - 1);
  return cellsIn({ ...corner, columns: columns + 1 })
    .flat()
    .concat(cellsIn({ ...corner, rows: rows + 1 }).flat());
};

const INSERTS: ReadonlySet<string> = new Set([EffectRefRangId.InsertRowCommandId, InsertColCommand.id]);

function pushedOff(
  cells: IObjectMatrixPrimitiveType<Nullable<ICellData>>,
  areRows: boolean,
  count: number,
): string | undefined {
  const end = (areRows ? MAX_ROWS : MAX_COLUMNS) - count;
  for (const row of Object.keys(cells).map(Number))
    for (const column of areRows && row < end ? [] : Object.keys(cells[row]!).map(Number))
      if ((areRows ? row : column) >= end && !isNullCell(cells[row]![column]))
        return `${a1(cellOf('', row, column))} would be pushed off the end of the sheet: empty it first`;
  return undefined;
}

const sayPart = ({ block, isArray }: Attachments['fixedBlocks'][number]): string =>
  isArray
    ? `You cannot change part of an array: ${a1(block)} has one formula, in its first cell`
    : `You cannot change part of a what-if table: Excel calculates ${a1(block)} as a whole`;

/** The cells that get more than another look. */
function changedCells(cells: ConstructorParameters<typeof ObjectMatrix<ICellData | null>>[0]): Block[] {
  const changed: Block[] = [];
  new ObjectMatrix(cells).forValue((row, column, cell) => {
    if (isChanged(cell)) changed.push(cellOf('', row, column));
  });
  return changed;
}

const isChanged = (cell: Nullable<ICellData>): boolean =>
  cell === null || ['v', 'f', 'p'].some((field) => field in (cell ?? {}));
