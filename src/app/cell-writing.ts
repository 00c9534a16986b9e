/** What to put into a cell. `value` stands for itself, even where a text begins with "=". */
export interface CellWriting {
  readonly formula?: string;
  readonly value?: string | number | boolean;
  /** Left as it is when left out. */
  readonly format?: string;
}
