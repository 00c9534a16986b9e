import { FontCache, Font } from '@univerjs/preset-sheets-core';
import { CellValueType, ObjectMatrix } from '@univerjs/core';
import { fittedNumber } from './fitted-number';
import { GENERAL } from '../engine/cell-contents';

/** Left and right together; the engine's padding is twice as much, of which a number may use half. */
const PADDING_PX = 2;

/**
 * Mends: the engine cuts a number that is wider than its column, so that 3,200,000,000 reads 3,200,000. Here it is drawn
 * as #### or with fewer decimals. Only what is drawn changes: the cell, its editor and what is copied keep the number.
 *
 * Can go when test/browser/workbench-shell.test.ts, "shows signs for a number or a date, fewer decimals without a
 * format, and a text as far as it goes", passes without it. The engine's issue is
 * https://github.com/dream-num/univer/issues/3112.
 */
export function hideCutNumbers(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const draw = Font.prototype._renderFontEachCell;
  Font.prototype._renderFontEachCell = function (context, row, column, fonts) {
    const font = fonts.getValue(row, column);
    const cell = font?.cellData;
    if (!font || cell?.t !== CellValueType.NUMBER || font.documentSkeleton || cell.v === undefined || cell.v === null)
      return draw.call(this, context, row, column, fonts);
    const { isMergedMainCell, mergeInfo, startX, endX } = context.cellInfo;
    const box = isMergedMainCell ? mergeInfo : { startX, endX };
    const widthPx = box.endX - box.startX - PADDING_PX;
    const pattern = font.style?.n?.pattern ?? GENERAL;
    const text = String(cell.v);
    const fitted = fittedNumber(
      text,
      pattern !== GENERAL,
      (short) => FontCache.getMeasureText(short, font.fontString).width <= widthPx,
    );
    if (fitted === text) return draw.call(this, context, row, column, fonts);
    const shown = { ...font, cellData: { ...cell, v: fitted } };
    return draw.call(this, context, row, column, new ObjectMatrix({ [row]: { [column]: shown } }));
  };
}
