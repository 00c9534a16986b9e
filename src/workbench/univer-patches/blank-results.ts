import { type BaseValueObject, IFormulaRuntimeService, NumberValueObject } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** What the engine's calculation keeps to itself. */
interface Results {
  /** What is written into a cell for a result, or a part of it; there is none for a blank cell of a range. */
  _getValueObjectOfRuntimeData(result: BaseValueObject | null | undefined): object;
}

/**
 * Mends: in the engine a formula is blank if its result is a blank cell or an omitted argument, as of `=IF(TRUE,)` and
 * `=INDEX(A1:A9,3)`. As in Excel it is 0 here.
 *
 * Can go when test/browser/workbench.test.ts, "is 0 if its result is blank", passes without it.
 */
export function showBlankResultsAsZero(sheet: Spreadsheet): void {
  const results = sheet.serviceOf(IFormulaRuntimeService) as unknown as Results;
  const write = results._getValueObjectOfRuntimeData.bind(results);
  results._getValueObjectOfRuntimeData = (result) =>
    write(!result || result.isNull() ? NumberValueObject.create(0) : result);
}
