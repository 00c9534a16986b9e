import type { Operation } from '../../api/interface/operation';
import { decode } from '../../api/transport/wire';

/** Characters of a part of a long list. As objects, all of its rows would take twice the memory of its text. */
const PART = 256_000;

/**
 * Whether a text is a long answer of an operation. Its list is read in parts. If that is not possible, the text must be
 * decoded as a whole.
 */
export function isLongList(operation: Operation, text: string): boolean {
  const [head, end, betweenRows] = [/^[^[]{0,1000}\[/.exec(text)?.[0], text.lastIndexOf(']'), /\}\s*,\s*(?=\{)/g];
  if (head === undefined || text.length < 2 * PART || end < text.length - PART) return false;
  try {
    for (let from = head.length; from < end;) {
      betweenRows.lastIndex = from + PART;
      const to = betweenRows.test(text) ? betweenRows.lastIndex : end;
      decode(operation, head + text.slice(from, to).replace(to === end ? '' : /,\s*$/, '') + text.slice(end));
      from = to;
    }
    return true;
  } catch {
    return false;
  }
}
