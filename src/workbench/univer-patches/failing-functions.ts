import { ErrorType, ErrorValueObject, FunctionNodeFactory } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** The part of the engine that calculates the call of a function. */
interface CallNode {
  execute(): void;
  setValue(value: ErrorValueObject): void;
}

/**
 * Mends: some functions of the engine fail for some arguments, such as `=LOOKUP(3,A1:A3,1)`. This ended the calculation,
 * so that all cells of the workbook stayed as they were, or blank. Here such a call is #VALUE!, and others are calculated.
 *
 * Can go when the engine itself ends only the formula: test/browser/workbench.test.ts, "is #VALUE! if the engine fails in
 * its function, and other cells have their values", then passes without it.
 */
export function endFailedFunctions(sheet: Spreadsheet): void {
  const node = Object.getPrototypeOf(sheet.serviceOf(FunctionNodeFactory).create('SUM')) as CallNode;
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { execute } = node;
  node.execute = function () {
    try {
      execute.call(this);
    } catch (error) {
      console.info('The engine failed in a function', error);
      this.setValue(ErrorValueObject.create(ErrorType.VALUE));
    }
  };
}
