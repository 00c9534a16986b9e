import type { MdCell } from '../../app/cells';
import { isFaulty, isWaiting } from '../../app/cells';
import { a1WithSheet } from '../../core/a1';

export const KINDS = ['all', 'errors', 'costly'] as const;
export type Kind = (typeof KINDS)[number];

export const isKind = (text: string): text is Kind => (KINDS as readonly string[]).includes(text);

/** The cells of a kind in which every word of a text stands: in the address, the formula, what it shows or its error. */
export function filterCells(cells: readonly MdCell[], kind: Kind, text: string): readonly MdCell[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return cells.filter((cell) => isOfKind(cell, kind) && words.every((word) => searched(cell).includes(word)));
}

/** A cell that still waits for its value has none, but no error either. */
export const hasError = (cell: MdCell): boolean => isFaulty(cell) && !isWaiting(cell.error);

function isOfKind(cell: MdCell, kind: Kind): boolean {
  if (kind === 'errors') return hasError(cell);
  return kind === 'all' || cell.isCostly;
}

const searched = ({ cell, formula, text, lastError = '' }: MdCell): string =>
  `${a1WithSheet(cell)}\n${formula}\n${text}\n${lastError}`.toLowerCase();
