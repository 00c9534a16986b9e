import { isFaulty, isWaiting, type MdCell } from '../../app/refresh/cells';
import { a1WithSheet } from '../../core/sheet/a1';

export const KINDS = ['all', 'errors', 'costly'] as const;
export type CellFilter = (typeof KINDS)[number];

export const isKind = (text: string): text is CellFilter => (KINDS as readonly string[]).includes(text);

/** From so many requests on a formula counts as costly. */
const COSTLY_REQUESTS = 20;

/** How many requests each cell takes by itself, where that is known. */
export type Costs = ReadonlyMap<MdCell, number>;

export const isCostly = (requestCount: number | undefined): requestCount is number =>
  requestCount !== undefined && requestCount >= COSTLY_REQUESTS;

/** The cells of a kind in which every word of a text stands: in the address, the formula, what it shows or its error. */
export function filterCells(cells: readonly MdCell[], kind: CellFilter, text: string, costs: Costs): readonly MdCell[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return cells.filter((cell) => isOfKind(cell, kind, costs) && words.every((word) => searched(cell).includes(word)));
}

/** A cell that still waits for its value has none, but no error either. */
export const hasError = (cell: MdCell): boolean =>
  (isFaulty(cell) || cell.partialError !== undefined) && !isWaiting(cell.error);

function isOfKind(cell: MdCell, kind: CellFilter, costs: Costs): boolean {
  if (kind === 'errors') return hasError(cell);
  return kind === 'all' || isCostly(costs.get(cell));
}

const searched = ({ cell, formula, text, lastError = '', partialError = '' }: MdCell): string =>
  `${a1WithSheet(cell)}\n${formula}\n${text}\n${lastError}\n${partialError}`.toLowerCase();
