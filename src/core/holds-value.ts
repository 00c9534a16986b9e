import { unwrap } from './arguments';
import { CellError } from './errors';
import { isMarked } from './last-value-mark';

interface PresentedValue {
  readonly numberFormat?: unknown;
  readonly properties?: unknown;
}

/**
 * Whether a cell that was passed to a function holds a reliable value: not a blank, an error or a last value, which has
 * a clock in its text or number format.
 */
export function holdsValue(raw: unknown): boolean {
  if (isLastNumber(raw)) return false;
  const value = unwrap(raw);
  if (value === null || value instanceof CellError) return false;
  return typeof value !== 'string' || (value.trim() !== '' && !isMarked(value));
}

function isLastNumber(raw: unknown): boolean {
  if (typeof raw !== 'object' || raw === null) return false;
  const { numberFormat, properties } = raw as PresentedValue;
  return (
    (typeof numberFormat === 'string' && isMarked(numberFormat)) ||
    (typeof properties === 'object' && properties !== null && 'lastValue' in properties)
  );
}
