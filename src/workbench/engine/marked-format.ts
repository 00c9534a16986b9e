import type { ICellData, Nullable } from '@univerjs/core';
import { isMarked } from '../../core/last-value-mark';

const MARK = 'mark';

/** The marked format of the formula's result, kept beside the cell's own format. */
export const keptMark = (cell: Nullable<ICellData>): string | undefined => cell?.custom?.[MARK] as string | undefined;

/** Keeps a mark in the cell, so that it moves with it; undefined removes it. */
export function keepMark(cell: ICellData, format: string | undefined): void {
  if (format !== keptMark(cell)) cell.custom = { ...cell.custom, [MARK]: format };
}

/** The format to show: the cell's own, unless it would hide that the value is a last value. */
export const formatToShow = (own: string | undefined, resultFormat: string | undefined): string | undefined =>
  resultFormat !== undefined && isMarked(resultFormat) ? resultFormat : (own ?? resultFormat);
