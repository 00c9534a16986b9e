import { type Asker, leftOf, PriceError, type Spending } from './spending';

/** How many more requests may be sent for a question: as many as one of its formulas may send, and today's budget has. */
export function leftFor(asker: Asker, spending: Spending | undefined): number {
  if (spending === undefined) return Infinity;
  const left = asker.callers.map((call) => leftOf(spending.allowanceOf(call), asker));
  return Math.min(Math.max(0, ...left), spending.budget?.left ?? Infinity);
}

/**
 * Stops a question that needs more requests than may be sent for it, and tells its formulas about how many more those
 * are.
 */
export function stop(asker: Asker, spending: Spending | undefined, missing: number): Error {
  const allowances = spending ? asker.callers.map((call) => spending.allowanceOf(call)) : [];
  // One that may send nothing has said before what it needs.
  for (const allowance of allowances) if (allowance.max > 0) allowance.missing = roundedUp(missing);
  return new PriceError(allowances[0] ?? { missing });
}

/** To two digits, since it is an estimate. */
function roundedUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.ceil(count / unit) * unit;
}
