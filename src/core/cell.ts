import type { CellError } from './errors';

/** A number with the number format that its cell should wear: dates, times, prices. */
export interface FormattedNumber {
  readonly value: number;
  readonly format: string;
}

/** A number of which more is known by name, for formulas such as =A1.asOf; a formatted number where the host cannot keep that. */
export class RichNumber implements FormattedNumber {
  /** What a host made of it. Thousands of cells show the same one, so that it is kept here, where it is found at once. */
  shown: unknown = undefined;

  constructor(
    readonly value: number,
    readonly format: string,
    readonly properties: Readonly<Record<string, number | string | FormattedNumber>>,
  ) {}
}

/**
 * A number of earlier in the place of one that could not be had. Its format says so, and the mark itself is for what a host can
 * show beside it; where a host could hide both, the error is to be shown.
 */
export class MarkedNumber implements FormattedNumber {
  constructor(
    readonly value: number,
    readonly format: string,
    readonly mark: string,
    readonly error: CellError,
  ) {}
}

/** What one cell can show. An empty text is a blank; there is no null. */
export type Cell = number | string | boolean | FormattedNumber | CellError;

/** Rows of equal length, at least one by one: what spills. */
export type Matrix = Cell[][];

export const BLANK = '';

export const isFormatted = (cell: unknown): cell is FormattedNumber =>
  typeof cell === 'object' && cell !== null && 'format' in cell && 'value' in cell;

/** Numbers without formats and properties, as hosts show them that know neither. */
export const withoutFormats = (matrix: Matrix): Matrix =>
  matrix.map((row) =>
    row.map((cell) => (cell instanceof MarkedNumber ? cell.error : isFormatted(cell) ? cell.value : cell)),
  );

export function transpose<T>(matrix: readonly (readonly T[])[]): T[][] {
  const width = matrix[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) => matrix.map((row) => row[column] as T));
}
