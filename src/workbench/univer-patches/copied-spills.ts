import { type ICellData, type IRange, ObjectMatrix, Rectangle } from '@univerjs/core';
import { ISheetClipboardService, PREDEFINED_HOOK_NAME_PASTE } from '@univerjs/preset-sheets-core';
import { keptResultFormat, spilledCell } from '../engine/cell-contents';
import { engineRangeOf } from '../engine/cell-position';
import { spillsOn } from '../engine/spills';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** What a copied cell of a spill has in `custom`, where the engine leaves it alone. */
interface Spilled {
  /** The number format of its value. */
  readonly format: string | undefined;
  /** Whether its formula was copied too, which fills the cell if it is pasted. */
  readonly isFilled: boolean;
}

/** What the engine's clipboard keeps to itself. */
interface CellPasting {
  _pasteUSM(data: { cellMatrix: ObjectMatrix<ICellData> }, target: object, pasteType: string, source?: object): boolean;
}

/**
 * Mends: the engine copies the first cell of a spill alone: the others are blank in other programs, where only values
 * are pasted, and where a part of the spill is. Here they have their values, except where their formula is pasted too
 * and gives them. It also pastes the number format of a formula's result as if the user had chosen it: a rate of 0.0066
 * had the five decimals of the one that was copied.
 *
 * Can go when test/browser/workbench-spills.test.ts, "is copied with all of its values" and "brings the format of its own
 * result", passes without it.
 */
export function copySpilledValues(sheet: Spreadsheet): void {
  const clipboard = sheet.serviceOf(ISheetClipboardService);
  let copied: { unitId: string; sheetId: string; range: IRange; spills: IRange[] } | undefined;
  clipboard.addClipboardHook({
    id: 'copied-spills',
    onBeforeCopy(unitId, sheetId, range) {
      const spills = spillsOn(sheet, { unitId, sheetId }).map(({ block }) => engineRangeOf(block));
      copied = { unitId, sheetId, range, spills: spills.filter((spill) => Rectangle.intersects(spill, range)) };
    },
    getCellValueBySpecialMatrix(row, column) {
      const at = { startRow: row, endRow: row, startColumn: column, endColumn: column };
      const spill = copied?.spills.find((one) => Rectangle.contains(one, at));
      if (!copied || !spill || (spill.startRow === row && spill.startColumn === column)) return undefined;
      const value = spilledCell(sheet, { ...copied, row, column });
      const format = typeof value?.s === 'object' ? value.s?.n?.pattern : undefined;
      const first = { ...spill, endRow: spill.startRow, endColumn: spill.startColumn };
      const spilled: Spilled = { format, isFilled: Rectangle.contains(copied.range, first) };
      const shown = sheet.sheetOf(copied)?.getCell(row, column)?.v;
      return { v: value?.v, t: value?.t, displayV: String(shown ?? ''), custom: { spilled } };
    },
  });

  const pasting = clipboard as unknown as CellPasting;
  const paste = pasting._pasteUSM.bind(pasting);
  pasting._pasteUSM = (data, target, pasteType, source) => {
    const areValues = pasteType === PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_VALUE;
    const isWhole = pasteType === PREDEFINED_HOOK_NAME_PASTE.DEFAULT_PASTE;
    const cellMatrix = new ObjectMatrix<ICellData>();
    data.cellMatrix.forValue((row, column, cell) =>
      cellMatrix.setValue(row, column, pasted(isWhole ? withoutResultFormat(cell) : cell, areValues)),
    );
    const isPasted = paste({ ...data, cellMatrix }, target, pasteType, source);
    // What is pasted once more in another way begins with the cells as they were copied.
    const last = clipboard.getPasteOptionsCache();
    if (last?.cellMatrix === cellMatrix) clipboard.updatePasteOptionsCache({ ...last, cellMatrix: data.cellMatrix });
    return isPasted;
  };
}

/** A pasted formula has a result of its own, which brings its format. */
function withoutResultFormat(cell: ICellData): ICellData {
  const format = keptResultFormat(cell);
  return format !== undefined && typeof cell.s === 'object' && cell.s?.n?.pattern === format
    ? { ...cell, s: { ...cell.s, n: null } }
    : cell;
}

function pasted(cell: ICellData, areValues: boolean): ICellData {
  const { spilled, ...custom } = (cell.custom ?? {}) as { readonly spilled?: Spilled };
  if (!spilled) return cell;
  if (spilled.isFilled && !areValues) return { ...cell, v: null, t: null, custom };
  const style = typeof cell.s === 'object' ? cell.s : undefined;
  return spilled.format === undefined || style?.n
    ? { ...cell, custom }
    : { ...cell, custom, s: { ...style, n: { pattern: spilled.format } } };
}
