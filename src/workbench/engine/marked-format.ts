import type { ICellData, Nullable } from '@univerjs/core';
import { isMarked } from '../../core/mark';

const MARK = 'mark';

/** The marked format that the result of the cell's formula came with, kept beside a format of the cell's own. */
export const heldMark = (cell: Nullable<ICellData>): string | undefined => cell?.custom?.[MARK] as string | undefined;

/** Keeps a mark in the cell, so that it moves with it; undefined takes it away. */
export function holdMark(cell: ICellData, format: string | undefined): void {
  if (format !== heldMark(cell)) cell.custom = { ...cell.custom, [MARK]: format };
}

/** Which format wins: the cell's own, unless the value is of earlier and would look fresh in it. */
export const winnerOf = (own: string | undefined, lent: string | undefined): string | undefined =>
  lent !== undefined && isMarked(lent) ? lent : (own ?? lent);
