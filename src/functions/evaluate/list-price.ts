import { addMissing, PriceError } from '../../api/price-error';
import type { Session } from '../../app/session';
import { maxListLengthOf } from '../../app/settings';
import type { Call } from '../../core/call';
import { packNames } from '../../core/packing';
import type { AnyDeclaration } from '../define';

/** Throws if a formula's list of symbols needs more requests than it may send. Nothing is sent then. */
export function checkListPrice(
  { requests }: AnyDeclaration,
  [list]: readonly unknown[],
  session: Session,
  call: Call,
): void {
  const allowance = session.spending.allowanceOf(call);
  if (!Array.isArray(list) || (requests !== 'each' && requests !== 'packed')) return;
  const { max } = allowance.cell && allowance.max > 0 ? allowance.cell : allowance;
  const longest = maxListLengthOf(session);
  // An area before a symbol, "stocks:AAPL", is not sent with it.
  const names = list
    .join()
    .replaceAll(/[^,:]*:/g, '')
    .split(',');
  const symbols = [...new Set(names)].filter(({ length }) => length > 0 && length <= longest);
  const count = (requests === 'each' ? symbols : packNames(symbols, longest)).length;
  if (count <= max) return;
  addMissing(allowance, count);
  throw new PriceError(allowance);
}
