import { LexerTreeBuilder } from '@univerjs/preset-sheets-core';

/**
 * Mends: the engine shares parsed formulas between workbooks. The next one with the same text would find the last one's
 * names filled in, and LET taken apart. Disposing any parser empties the memory of all.
 *
 * Can go when test/browser/workbench-files.test.ts, "calculates formulas by its own names, even if the workbook before it
 * had the same formulas", passes without it.
 */
export function forgetParsedFormulas(): void {
  readDefinitions.clear();
  new LexerTreeBuilder().dispose();
}

/** The formulas of names as the engine reads them, with the names in them filled in. */
export const readDefinitions = new Map<string, unknown>();
