import { ValueNodeFactory } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** Texts are only matched so that no number is found in them. */
const TEXT_OR_NUMBER = /"(?:[^"]|"")*"|(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?/gi;

/**
 * Mends: the engine reads a number in a formula as a text unless it is written as JavaScript writes it, so that
 * `=IF(A1>2.50,…)` was never true, `=1.0=1` was FALSE, and SUM counted nothing of `{1.50;2.50}`. Here it gets all numbers
 * as JavaScript writes them.
 *
 * Can go when test/browser/workbench.test.ts, "compares with a number, however that is written", passes without it.
 */
export function readNumbersAsNumbers(sheet: Spreadsheet): void {
  const factory = sheet.serviceOf(ValueNodeFactory);
  const create = factory.create.bind(factory);
  factory.create = (constant) =>
    create(constant.replace(TEXT_OR_NUMBER, (part) => (part.startsWith('"') ? part : String(Number(part)))));
}
