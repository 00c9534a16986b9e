import type { FormulaCell } from '../workbook';

/** More would keep the page busy, and exceed what a spreadsheet accepts in one message. */
const [MAX_FORMULAS, MAX_BYTES] = [4_000, 2_000_000];
/** Upper bounds of what is stored: of an entry, of a character of its formula, and of a cell's number format. */
const [BYTES_OF_ENTRY, BYTES_OF_CHARACTER, BYTES_OF_FORMAT] = [300, 3, 30];

/** Divides formulas into parts that are frozen one after the other, each with its own part of the workbook. */
export function splitIntoParts<T extends { readonly cell: FormulaCell }>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  let bytes = Infinity;
  for (const one of all) {
    const { formula, spill } = one.cell;
    const own = BYTES_OF_ENTRY + formula.length * BYTES_OF_CHARACTER + spill.rows * spill.columns * BYTES_OF_FORMAT;
    bytes += own;
    if (bytes > MAX_BYTES || parts.at(-1)!.length === MAX_FORMULAS) {
      parts.push([]);
      bytes = own;
    }
    parts.at(-1)!.push(one);
  }
  return parts;
}
