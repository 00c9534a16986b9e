import { MAX_SYMBOL_LIST_LENGTH } from '../../api/interface/quote-operations';
import { PriceError } from '../../api/spending';
import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import type { AnyDeclaration } from '../define';

/** Characters of a currency symbol in a list, with its comma. */
const SYMBOL_IN_LIST = 7;

/** Throws if a formula's list of symbols needs more requests than it may send. Nothing is sent then. */
export function checkListPrice(
  { requests }: AnyDeclaration,
  [list]: readonly unknown[],
  { spending, gateway }: Session,
  call: Call,
): void {
  const allowance = spending.allowanceOf(call);
  if (!Array.isArray(list) || (requests !== 'each' && requests !== 'packed')) return;
  const { max } = allowance;
  const symbols = new Set(list.join().split(','));
  symbols.delete('');
  const longest = gateway?.maxListLength ?? MAX_SYMBOL_LIST_LENGTH;
  const count = Math.ceil(symbols.size / (requests === 'each' ? 1 : Math.floor((longest + 1) / SYMBOL_IN_LIST)));
  if (count <= max) return;
  allowance.missing = count;
  throw new PriceError(allowance);
}
