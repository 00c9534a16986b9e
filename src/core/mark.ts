import { BLANK, type Cell, isFormatted, MarkedNumber } from './cell';
import { CellError } from './errors';

const CLOCK = '⏱';

/** "⏱ 12:03", on the computer's clock; with the date when it was another day. */
export function markOf(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const clock = `${twoDigits(then.getHours())}:${twoDigits(then.getMinutes())}`;
  return then.toDateString() === today.toDateString()
    ? `${CLOCK} ${clock}`
    : `${CLOCK} ${then.getFullYear()}-${twoDigits(then.getMonth() + 1)}-${twoDigits(then.getDate())} ${clock}`;
}

/**
 * A value of earlier under its mark: a number stays a number and wears it in its format, a text ends in it, and so does a flag,
 * which becomes a text. Blanks and errors stay as they are.
 *
 * @param error why there is no newer value
 */
export function marked(cell: Cell, mark: string, error: CellError): Cell {
  if (cell instanceof CellError || cell === BLANK) return cell;
  if (typeof cell === 'number') return new MarkedNumber(cell, withMark('General', mark), mark, error);
  if (isFormatted(cell)) return new MarkedNumber(cell.value, withMark(cell.format, mark), mark, error);
  return `${typeof cell === 'boolean' ? String(cell).toUpperCase() : cell} ${mark}`;
}

/** The format with the mark at the end of each of its sections, as words that mean nothing to it. */
export function withMark(format: string, mark: string): string {
  const words = `" ${mark}"`;
  return `${format.replace(SECTION_END, (part) => (part === ';' ? `${words};` : part))}${words}`;
}

/** Whether a number format carries a mark. */
export const isMarked = (format: string): boolean => format.includes(CLOCK);

/** A semicolon, past quoted words and single escaped characters. */
const SECTION_END = /"[^"]*"|\\.|;/g;

const twoDigits = (number: number): string => String(number).padStart(2, '0');
