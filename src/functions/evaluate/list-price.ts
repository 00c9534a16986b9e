import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import type { AnyDeclaration } from '../define';

/** Of a preview in the pane: it is not asked for. */
const MOST_OF_SAMPLE = 10;
/** Symbols of currencies in a list of the length that the service takes. */
const SYMBOLS_IN_LIST = 7;

/** Throws for a formula whose list of symbols takes more requests than the user lets a formula ask. */
export function checkListPrice(
  { id, requests }: AnyDeclaration,
  [list]: readonly unknown[],
  { spending }: Session,
  call: Call,
): void {
  if (requests !== 'each' && requests !== 'packed') return;
  const most = call.isSample ? Math.min(spending.most, MOST_OF_SAMPLE) : spending.most;
  const isLong = Array.isArray(list) && list.length * (list[0] as unknown[]).length > most;
  if (!isLong) return;
  const symbols = new Set((list as unknown[][]).flat().filter((cell) => cell !== '' && cell !== null));
  const count = requests === 'each' ? symbols.size : Math.ceil(symbols.size / SYMBOLS_IN_LIST);
  if (count <= most) return;
  const key = `${id} ${[...symbols].join()}`;
  if (spending.isAccepted(call)) spending.allow(key);
  spending.check(key, count, most);
}
