import { type BaseFunction, type BaseValueObject, functionLookup } from '@univerjs/preset-sheets-core';

type NamedFunction = readonly [implementation: { readonly prototype: BaseFunction }, name: string];

/**
 * Mends: the engine's SORT puts the rows of its argument itself in order, which all formulas of a calculation share: with
 * `=SORT(A1:A9)` anywhere, `=A1:A9*2` or `=XLOOKUP("x",B1:B9,A1:A9)` took A1:A9 as sorted. Here it sorts a copy.
 *
 * Can go when test/browser/workbench.test.ts, "reads a range as it is, though another formula sorts it", passes without
 * it.
 */
export function sortCopies(): void {
  const [Sort] = (functionLookup as unknown as readonly NamedFunction[]).find(([, name]) => name === 'SORT')!;
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { calculate } = Sort.prototype;
  Sort.prototype.calculate = function (array: BaseValueObject, ...others: readonly BaseValueObject[]) {
    return calculate.call(this, array.isArray() ? array.mapValue((value) => value) : array, ...others);
  };
}
