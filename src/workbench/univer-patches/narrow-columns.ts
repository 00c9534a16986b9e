import { FontCache, Font, type IFontCacheItem } from '@univerjs/preset-sheets-core';
import { CellValueType, HorizontalAlign, ObjectMatrix } from '@univerjs/core';
import { SIGNS } from './impossible-dates';
import { withDecimalMark } from './local-numbers';
import { marksHere } from './typed-dates';
import { GENERAL, isErrorCode } from '../engine/cell-contents';
import { CLOCK } from '../../core/last-value-mark';

/** Left and right together; the engine's padding is twice as much, of which a number may use half. */
const PADDING_PX = 2;

/**
 * Mends: the engine cuts a number that is wider than its column, so that 3,200,000,000 reads 3,200,000. Here it is drawn
 * as #### or with fewer decimals, and with 11 characters at most where it has no format. Only what is drawn changes: the
 * cell, its editor and what is copied keep the number. Errors are drawn as in Excel, too: in the middle, never into the next
 * cell, and as #BUSY! while a value is on its way.
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
  const code = String(cell?.v ?? '');
  const isError = isErrorCode(code);
  const text = code === '#GETTING_DATA' ? '#BUSY!' : code;
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

const MAX_SIGNIFICANT = 6;
const [MIN_ROUNDED, MIN_TOO_LONG, MAX_DIGITS] = [1e-4, 1e11, 10];

/**
 * How a number is shown in a column that is too narrow for it, as Excel does: one without a format loses decimals, then
 * goes over to powers of ten; one with a format, such as a date or an amount, is never cut, since what is left would be
 * another number. A last value keeps its clock and loses the time after it.
 *
 * @param text the number with all digits, or as its format shows it
 *
 * @internal
 */
export function fittedNumber(text: string, hasFormat: boolean, fits: (text: string) => boolean): string {
  for (const form of hasFormat ? [text, ...withoutTime(text)] : formsWithoutFormat(text)) if (fits(form)) return form;
  return hashSigns(fits);
}

function withoutTime(text: string): string[] {
  const clockAt = text.indexOf(CLOCK);
  return clockAt === -1 ? [] : [text.slice(0, clockAt + CLOCK.length)];
}

/** The first has up to 11 characters: "0.333333333" or "6.66667E-05". */
function* formsWithoutFormat(text: string): Iterable<string> {
  const marks = marksHere();
  const value = Number(text.replace(marks.decimal, '.'));
  if (withDecimalMark(String(value), marks) !== text) {
    yield text;
    return;
  }
  const size = Math.abs(value);
  if (Math.round(size) < MIN_TOO_LONG)
    for (let left = Math.max(0, MAX_DIGITS - Math.trunc(size).toFixed().length); left >= 0; left--) {
      const rounded = Number(value.toFixed(left));
      // Rounded, a small number would be another one, or nothing.
      if (size < MIN_ROUNDED ? rounded === Number(value.toPrecision(15)) : rounded !== 0)
        yield withDecimalMark(withoutZeros(value.toFixed(left)), marks);
    }
  for (let left = MAX_SIGNIFICANT - 1; left >= 0; left--) yield withDecimalMark(scientific(value, left), marks);
}

const withoutZeros = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/** "3.2E+09". */
function scientific(value: number, decimals: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(decimals).split('e');
  return `${withoutZeros(mantissa)}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** As many signs as there is room for. */
function hashSigns(fits: (text: string) => boolean): string {
  let signs = '#';
  while (fits(`${signs}#`)) signs += '#';
  return signs;
}
