import { OPERATIONS } from '../../../api/operations';
import { TRAITS } from '../../../functions/generated/function-traits';
import { MS_PER_MINUTE } from '../../../core/calendar/units';

/** No answer counts as old before this, however soon its kind expires. */
const MIN_STALE_MS = 15 * MS_PER_MINUTE;

/** How many ms until an answer of these functions is old: when no answer of their operations would still be fresh. */
export function staleAfterMs(functions: readonly string[]): number {
  const present = TRAITS.filter(({ id }) => functions.includes(id));
  const mayAskAny = present.some(({ sources }) => sources.length === 0);
  const sources = new Set(present.flatMap((one) => one.sources));
  const fresh = OPERATIONS.filter(({ id }) => mayAskAny || sources.has(id)).map(
    ({ freshSeconds }) => freshSeconds * 1_000,
  );
  return Math.max(MIN_STALE_MS, ...fresh);
}
