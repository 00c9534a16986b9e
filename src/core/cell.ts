import type { CellError } from './errors';

/** A number with the number format for its cell: dates, times, prices. */
export interface FormattedNumber {
  readonly value: number;
  readonly format: string;
}

type Properties = Readonly<Record<string, number | string | FormattedNumber>>;

/**
 * A number with named properties, for formulas such as =A1.asOf; on hosts that cannot show properties, a formatted
 * number.
 */
export class RichNumber implements FormattedNumber {
  #properties: Properties | undefined;
  /** The host's converted value. Thousands of cells show the same object, so it is kept here for the fastest access. */
  shown: unknown = undefined;

  constructor(
    readonly value: number,
    readonly format: string,
    private readonly describe: () => Properties,
  ) {}

  /** Described when they are first read: hardly any cell shows them. */
  get properties(): Properties {
    return (this.#properties ??= this.describe());
  }
}

/**
 * A last value instead of a number that is not available. Its format shows the mark; the mark itself is there for
 * hosts that can show it beside the number. A host that could hide both shows the error instead.
 */
export class MarkedNumber implements FormattedNumber {
  constructor(
    readonly value: number,
    readonly format: string,
    readonly mark: string,
    readonly error: CellError,
  ) {}
}

/** What a cell can show. An empty text is a blank; there is no null. */
export type Cell = number | string | boolean | FormattedNumber | CellError;

/** What spills: at least one row and one column, all rows of equal length. */
export type Matrix = Cell[][];

/** What a function returns: cells that spill, or one cell. */
export type Result = Matrix | Cell;

export const BLANK = '';

export const isFormatted = (cell: unknown): cell is FormattedNumber =>
  typeof cell === 'object' && cell !== null && 'format' in cell && 'value' in cell;

/** Numbers without formats and properties, for hosts that know neither. */
export const withoutFormats = (matrix: Matrix): Matrix =>
  matrix.map((row) =>
    row.map((cell) => (cell instanceof MarkedNumber ? cell.error : isFormatted(cell) ? cell.value : cell)),
  );
