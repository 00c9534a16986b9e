/** The rows of a model's list: its own entries, and some that are left for the modeller's. */
interface ListRows {
  readonly first: number;
  readonly last: number;
  readonly rows: readonly number[];
  /** The list's cells in a column: "A12:A26". */
  readonly column: (letter: string) => string;
}

/** @param spare how many rows are left below the entries */
export function listRows(first: number, entryCount: number, spare: number): ListRows {
  const rows = Array.from({ length: entryCount + spare }, (_, index) => first + index);
  const last = first + rows.length - 1;
  return { first, last, rows, column: (letter) => `${letter}${first}:${letter}${last}` };
}
