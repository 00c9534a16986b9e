/** The rows of a model's list: its own entries, and some that are left for the modeller's. */
interface ListRows {
  readonly first: number;
  readonly last: number;
  readonly rows: readonly number[];
  /** The list's cells in a column: "A12:A26". */
  readonly column: (letter: string) => string;
  /** How many entries fail at least one of the conditions, which are expressions over whole columns of the list. */
  readonly failing: (...conditions: readonly string[]) => string;
}

/** @param spare how many rows are left below the entries */
export function listRows(first: number, entryCount: number, spare: number): ListRows {
  const rows = Array.from({ length: entryCount + spare }, (_, index) => first + index);
  const last = first + rows.length - 1;
  const column = (letter: string): string => `${letter}${first}:${letter}${last}`;
  const failing = (...conditions: readonly string[]): string =>
    // An error in the place of an entry is one that fails.
    `SUMPRODUCT(IFERROR((${column('A')}<>"")*1,1)*(1-${conditions.map((condition) => `(${condition})`).join('*')}))`;
  return { first, last, rows, column, failing };
}
