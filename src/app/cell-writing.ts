/** What to write into a cell. `value` is taken literally, even if a text begins with "=". */
export interface CellWriting {
  readonly formula?: string;
  readonly value?: string | number | boolean;
  /** @default unchanged */
  readonly format?: string;
}
