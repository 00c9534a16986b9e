import { BaseFunction, type BaseReferenceObject } from '@univerjs/preset-sheets-core';

/**
 * Mends: MAP, REDUCE, SCAN, BYROW, BYCOL, INDEX and OFFSET refer to parts of a range, for which the engine forgets what
 * results of the same calculation fill: `=REDUCE(0,A1#,LAMBDA(a,b,a+b))` counted the first cell of the spill alone.
 *
 * Can go when test/browser/workbench-spills.test.ts, "are all read by functions that take a range apart", passes without
 * it.
 */
export function readSpillsInParts(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { createReferenceObject } = BaseFunction.prototype;
  BaseFunction.prototype.createReferenceObject = function (reference: BaseReferenceObject, range) {
    const part = createReferenceObject.call(this, reference, range);
    if (part.isReferenceObject())
      (part as BaseReferenceObject).setRuntimeArrayFormulaCellData(reference.getRuntimeArrayFormulaCellData());
    return part;
  };
}
