import { CellValueType, type ICellData } from '@univerjs/core';
import { GENERAL } from './shown-cell';
import type { CellWriting } from '../../app/host';

/** Clears a cell, whatever it contains; its style stays. */
export const NOTHING: ICellData = { v: null, f: null, si: null, p: null, t: null };

/**
 * What to write into a cell → the engine's cell. A value has a type; otherwise the engine would read texts as formulas
 * or numbers.
 */
export function cellDataOf({ formula, value, format }: CellWriting): ICellData {
  const content =
    formula !== undefined
      ? { ...NOTHING, f: formula }
      : value !== undefined
        ? { ...NOTHING, ...toCellData(value) }
        : {};
  return format === undefined ? content : { ...content, s: { n: format === GENERAL ? null : { pattern: format } } };
}

function toCellData(value: string | number | boolean): ICellData {
  if (value === '') return {};
  if (typeof value === 'boolean') return { v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  return { v: value, t: typeof value === 'number' ? CellValueType.NUMBER : CellValueType.STRING };
}
