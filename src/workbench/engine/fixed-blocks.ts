import { type ICellData, ObjectMatrix, UndoCommand } from '@univerjs/core';
import { type ISetRangeValuesMutationParams, SetRangeValuesMutation } from '@univerjs/preset-sheets-core';
import { a1, type Block, cellOf, overlaps } from '../../core/sheet';
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

/** The cells that get more than another look. */
function changedCells(cells: ConstructorParameters<typeof ObjectMatrix<ICellData | null>>[0]): Block[] {
  const changed: Block[] = [];
  new ObjectMatrix(cells).forValue((row, column, cell) => {
    if (!cell || ['v', 'f', 'si', 'p'].some((field) => field in cell)) changed.push(cellOf('', row, column));
  });
  return changed;
}
