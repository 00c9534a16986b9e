import { BLANK, type Cell, isFormatted, MarkedNumber } from './cell';
import { twoDigits } from './calendar/iso-dates';
import { CellError } from './errors';

export const CLOCK = '⏱';

/** "⏱ 12:03", on the computer's clock; with the date if it was another day. */
export function markOf(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const clock = `${twoDigits(then.getHours())}:${twoDigits(then.getMinutes())}`;
  return then.toDateString() === today.toDateString()
    ? `${CLOCK} ${clock}`
    : `${CLOCK} ${then.getFullYear()}-${twoDigits(then.getMonth() + 1)}-${twoDigits(then.getDate())} ${clock}`;
}

/**
 * A last value with its mark. A number stays a number and carries the mark in its format; a text ends with it, and so
 * does a flag, which becomes a text. Blanks and errors stay unchanged.
 * @param error why there is no newer value
 */
export function marked(cell: Cell, mark: string, error: CellError): Cell {
  if (cell instanceof CellError || cell === BLANK) return cell;
  if (typeof cell === 'number') return new MarkedNumber(cell, withMark('General', mark), mark, error);
  if (isFormatted(cell)) return new MarkedNumber(cell.value, withMark(cell.format, mark), mark, error);
  return `${typeof cell === 'boolean' ? String(cell).toUpperCase() : cell} ${mark}`;
}

/** Appends the mark, quoted, to each section of a number format. */
export function withMark(format: string, mark: string): string {
  const words = `" ${mark}"`;
  return `${format.replace(SECTION_END, (part) => (part === ';' ? `${words};` : part))}${words}`;
}

export const isMarked = (format: string): boolean => format.includes(CLOCK);

/** A semicolon, after skipping quoted texts and escaped characters. */
const SECTION_END = /"[^"]*"|\\.|;/g;
