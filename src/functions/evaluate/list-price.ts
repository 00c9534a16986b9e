import { MAX_SYMBOL_LIST_LENGTH } from '../../api/interface/quote-operations';
import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import type { AnyDeclaration } from '../define';

/** The limit for a preview in the pane, which does not ask the user. */
const MAX_OF_SAMPLE = 10;
/** Characters of a currency symbol in a list, with its comma. */
const SYMBOL_IN_LIST = 7;

/** Throws if a formula's list of symbols needs more requests than the user allows for one formula. */
export function checkListPrice(
  { id, requests }: AnyDeclaration,
  [list]: readonly unknown[],
  { spending, gateway }: Session,
  call: Call,
): void {
  if (!Array.isArray(list) || (requests !== 'each' && requests !== 'packed')) return;
  const maxRequests = call.isSample ? Math.min(spending.maxRequests, MAX_OF_SAMPLE) : spending.maxRequests;
  const text = list.join();
  // A name takes at least a character and a comma.
  if (text.length < 2 * maxRequests) return;
  const symbols = new Set(text.split(','));
  symbols.delete('');
  const longest = gateway?.maxListLength ?? MAX_SYMBOL_LIST_LENGTH;
  const count = Math.ceil(symbols.size / (requests === 'each' ? 1 : Math.floor((longest + 1) / SYMBOL_IN_LIST)));
  if (count <= maxRequests) return;
  const key = [id, ...symbols].join();
  if (spending.isAccepted(call)) spending.allow(key);
  spending.check(key, count, maxRequests);
}
