import { FontCache, Font, type IFontCacheItem } from '@univerjs/preset-sheets-core';
import { CellValueType, HorizontalAlign, ObjectMatrix } from '@univerjs/core';
import { fittedNumber, hashSigns } from './fitted-number';
import { SIGNS } from './impossible-dates';
import { GENERAL, isErrorCode } from '../engine/cell-contents';

/** Left and right together; the engine's padding is twice as much, of which a number may use half. */
const PADDING_PX = 2;

/**
 * Mends: the engine cuts a number that is wider than its column, so that 3,200,000,000 reads 3,200,000. Here it is drawn
 * as #### or with fewer decimals. Only what is drawn changes: the cell, its editor and what is copied keep the number.
 * Errors are drawn as in Excel, too: in the middle, and never into the next cell.
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
    const { isMergedMainCell, mergeInfo, startX, endX } = context.cellInfo;
    const box = isMergedMainCell ? mergeInfo : { startX, endX };
    const shown = font && fittedCell(font, box.endX - box.startX - PADDING_PX);
    return draw.call(this, context, row, column, shown ? new ObjectMatrix({ [row]: { [column]: shown } }) : fonts);
  };
}

type Drawn = Pick<IFontCacheItem, 'cellData' | 'documentSkeleton' | 'fontString' | 'horizontalAlign' | 'style'>;

/**
 * What is drawn instead; undefined for what is drawn as it is.
 *
 * @internal
 */
export function fittedCell<T extends Drawn>(font: T, widthPx: number): T | undefined {
  const { cellData: cell, style } = font;
  const text = String(cell?.v ?? '');
  const isError = isErrorCode(text);
  if (text === '' || font.documentSkeleton || !(cell?.t === CellValueType.NUMBER || isError || text === SIGNS))
    return undefined;
  const fits = (short: string): boolean => FontCache.getMeasureText(short, font.fontString).width <= widthPx;
  const hasFormat = isError || (style?.n?.pattern ?? GENERAL) !== GENERAL;
  const v = text === SIGNS ? hashSigns(fits) : fittedNumber(text, hasFormat, fits);
  if (v === text && !isError) return undefined;
  const horizontalAlign = (isError && font.horizontalAlign) || HorizontalAlign.CENTER;
  // A number stays in its cell.
  return { ...font, cellData: { ...cell, v, t: CellValueType.NUMBER }, ...(isError && { horizontalAlign }) };
}
