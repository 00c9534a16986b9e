import { BLANK, type Cell, isFormatted, MarkedNumber } from './cell';
import { CellError } from './errors';
import { unwrap } from './arguments';

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
 *
 * @param error why there is no newer value
 */
export function marked(cell: Cell, mark: string, error: CellError): Cell {
  if (cell instanceof CellError || cell === BLANK) return cell;
  if (typeof cell === 'number') return new MarkedNumber(cell, withMark('General', mark), mark, error);
  if (isFormatted(cell)) return new MarkedNumber(cell.value, withMark(cell.format, mark), mark, error);
  return `${typeof cell === 'boolean' ? String(cell).toUpperCase() : cell} ${mark}`;
}

/** Appends the mark, quoted, to each section of a number format. */
function withMark(format: string, mark: string): string {
  const words = `" ${mark}"`;
  return `${format.replace(SECTION_END, (part) => (part === ';' ? `${words};` : part))}${words}`;
}

export const isMarked = (format: string): boolean => format.includes(CLOCK);

/** A semicolon, after skipping quoted texts and escaped characters. */
const SECTION_END = /"[^"]*"|\\.|;/g;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

interface PresentedValue {
  readonly type?: unknown;
  readonly basicType?: unknown;
  readonly numberFormat?: unknown;
  readonly properties?: unknown;
}

/**
 * Whether a cell that was passed to a function holds a reliable value: not a blank, an error or a last value, which has
 * a clock in its text or number format.
 */
export function holdsValue(raw: unknown): boolean {
  if (isLastNumber(raw)) return false;
  if (isDataType(raw)) return true;
  const value = unwrap(raw);
  if (value === null || value instanceof CellError) return false;
  return typeof value !== 'string' || (value.trim() !== '' && !isMarked(value));
}

/** A place, a picture and the like: to a formula that knows no data types it looks like an error. */
function isDataType(raw: unknown): boolean {
  const { type, basicType } = (raw ?? {}) as PresentedValue;
  return typeof type === 'string' && type !== 'Error' && basicType === 'Error';
}

function isLastNumber(raw: unknown): boolean {
  if (typeof raw !== 'object' || raw === null) return false;
  const { numberFormat, properties } = raw as PresentedValue;
  return (
    (typeof numberFormat === 'string' && isMarked(numberFormat)) ||
    (typeof properties === 'object' && properties !== null && 'lastValue' in properties)
  );
}
