import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import type { AnyDeclaration } from '../define';

/** The limit for a preview in the pane, which does not ask the user. */
const MOST_OF_SAMPLE = 10;
/** How many currency symbols fit into a list of the service's maximum length. */
const SYMBOLS_IN_LIST = 7;

/** Throws if a formula's list of symbols needs more requests than the user allows for one formula. */
export function checkListPrice(
  { id, requests }: AnyDeclaration,
  [list]: readonly unknown[],
  { spending }: Session,
  call: Call,
): void {
  if (requests !== 'each' && requests !== 'packed') return;
  const most = call.isSample ? Math.min(spending.most, MOST_OF_SAMPLE) : spending.most;
  if (!Array.isArray(list)) return;
  const rows = list as unknown[][];
  // Most formulas have one cell with one name, and a name in a text takes at least a character and a comma.
  const isLong = rows.length * rows[0]!.length > most || String(rows[0]![0]).length > 2 * most;
  if (!isLong) return;
  const symbols = new Set(rows.flat().flatMap((cell) => String(cell ?? '').split(',')));
  symbols.delete('');
  const count = requests === 'each' ? symbols.size : Math.ceil(symbols.size / SYMBOLS_IN_LIST);
  if (count <= most) return;
  const key = `${id} ${[...symbols].join()}`;
  if (spending.isAccepted(call)) spending.allow(key);
  spending.check(key, count, most);
}
