import { OPERATIONS } from '../../../api/operations';
import { TRAITS } from '../../../functions/generated/function-traits';

/** An answer is not called old before, however soon its kind is asked for again. */
const SHORTEST_MS = 15 * 60_000;

/** After how many ms an answer of these functions is old: when none of the operations that they ask would still be fresh. */
export function staleAfterMs(functions: readonly string[]): number {
  const asked = TRAITS.filter(({ id }) => functions.includes(id));
  const mayAskAny = asked.some(({ sources }) => sources.length === 0);
  const sources = new Set(asked.flatMap((one) => one.sources));
  const fresh = OPERATIONS.filter(({ id }) => mayAskAny || sources.has(id)).map(
    ({ freshSeconds }) => freshSeconds * 1_000,
  );
  return Math.max(SHORTEST_MS, ...fresh);
}
