import type { CellError } from './errors';

/** A number with the number format that its cell should wear: dates, times, prices. */
export interface FormattedNumber {
  readonly value: number;
  readonly format: string;
}

/** What one cell can show. An empty text is a blank; there is no null. */
export type Cell = number | string | boolean | FormattedNumber | CellError;

/** Rows of equal length, at least one by one: what spills. */
export type Matrix = Cell[][];

export const BLANK = '';

export const isFormatted = (cell: unknown): cell is FormattedNumber =>
  typeof cell === 'object' && cell !== null && 'format' in cell && 'value' in cell;

export function transpose<T>(matrix: readonly (readonly T[])[]): T[][] {
  const width = matrix[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) => matrix.map((row) => row[column] as T));
}
