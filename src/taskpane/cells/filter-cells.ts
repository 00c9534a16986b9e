import { a1WithSheet } from '../../core/sheet/a1';
import { isFaulty, isWaiting, type MdCell } from '../../app/workbook/cells';

export const KINDS = ['all', 'errors', 'costly'] as const;
export type CellFilter = (typeof KINDS)[number];

export const isKind = (text: string): text is CellFilter => (KINDS as readonly string[]).includes(text);

/** A formula with at least this many requests counts as costly. */
const COSTLY_REQUESTS = 20;

/** How many requests each cell needs by itself, if known. */
export type Costs = ReadonlyMap<MdCell, number>;

export const isCostly = (requestCount: number | undefined): requestCount is number =>
  requestCount !== undefined && requestCount >= COSTLY_REQUESTS;

/**
 * The cells of a kind that contain every word of a text: in the address, the formula, the displayed text or the error.
 */
export function filterCells(cells: readonly MdCell[], kind: CellFilter, text: string, costs: Costs): readonly MdCell[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return cells.filter((cell) => isOfKind(cell, kind, costs) && words.every((word) => searchText(cell).includes(word)));
}

/** A cell that still waits for its value has no error either. */
export const hasError = (cell: MdCell): boolean =>
  (isFaulty(cell) || cell.partialError !== undefined) && !isWaiting(cell.error);

function isOfKind(cell: MdCell, kind: CellFilter, costs: Costs): boolean {
  if (kind === 'errors') return hasError(cell);
  return kind === 'all' || isCostly(costs.get(cell));
}

const searchText = ({ cell, formula, text, lastError = '', partialError = '', hiddenError = '' }: MdCell): string =>
  `${a1WithSheet(cell)}\n${formula}\n${text}\n${lastError}\n${partialError}\n${hiddenError}`.toLowerCase();
