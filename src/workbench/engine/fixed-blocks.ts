import { type ICellData, isNullCell, ObjectMatrix, UndoCommand } from '@univerjs/core';
import {
  EffectRefRangId,
  type IInsertRowCommandParams,
  InsertColCommand,
  type ISetRangeValuesMutationParams,
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
      say(
        part.isArray
          ? `You cannot change part of an array: ${a1(part.block)} has one formula, in its first cell`
          : `You cannot change part of a what-if table: Excel calculates ${a1(part.block)} as a whole`,
      );
    });
  });
}

/** Refuses rows or columns that would push cells off the end of the sheet, as Excel does: they would be lost. */
export function refuseToPushOff(sheet: Spreadsheet, say: (sentence: string) => void): void {
  sheet.serviceOf(SheetInterceptorService).interceptBeforeCommand({
    performCheck: ({ id, params }) => {
      const areRows = id === EffectRefRangId.InsertRowCommandId;
      if (!areRows && id !== InsertColCommand.id) return Promise.resolve(true);
      const { subUnitId, range } = params as IInsertRowCommandParams;
      const last = areRows
        ? MAX_ROWS - 1 - range.endRow + range.startRow
        : MAX_COLUMNS - 1 - range.endColumn + range.startColumn;
      const cells = sheet.workbook.getSheetBySheetId(subUnitId)?.getCellMatrix().getMatrix() ?? {};
      for (const row of Object.keys(cells).map(Number))
        for (const column of areRows && row < last ? [] : Object.keys(cells[row]!).map(Number)) {
          if ((areRows ? row : column) < last || isNullCell(cells[row]![column])) continue;
          say(`${a1(cellOf('', row, column))} would be pushed off the end of the sheet: empty it first`);
          return Promise.resolve(false);
        }
      return Promise.resolve(true);
    },
  });
}

/** The cells that get more than another look. */
function changedCells(cells: ConstructorParameters<typeof ObjectMatrix<ICellData | null>>[0]): Block[] {
  const changed: Block[] = [];
  new ObjectMatrix(cells).forValue((row, column, cell) => {
    if (!cell || ['v', 'f', 'si', 'p'].some((field) => field in cell)) changed.push(cellOf('', row, column));
  });
  return changed;
}
