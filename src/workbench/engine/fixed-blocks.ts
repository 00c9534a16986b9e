import {
  type ICellData,
  type ICommandInfo,
  type IObjectMatrixPrimitiveType,
  type IRange,
  isNullCell,
  type Nullable,
  ObjectMatrix,
  UndoCommand,
} from '@univerjs/core';
import {
  EffectRefRangId,
  InsertColCommand,
  type ISetRangeValuesMutationParams,
  RemoveColCommand,
  RemoveRowCommand,
  SetRangeValuesMutation,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import { a1, type Block, cellOf, MAX_COLUMNS, MAX_ROWS, overlaps } from '../../core/sheet';
import type { Spreadsheet } from '../sheet/spreadsheet';
import type { Attachments } from './attachments';

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
    if (!cell || ['v', 'f', 'si', 'p'].some((field) => field in cell)) changed.push(cellOf('', row, column));
  });
  return changed;
}
