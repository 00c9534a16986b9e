import { unwrap } from './arguments';
import { CellError } from './errors';
import { isMarked } from './mark';

interface Presented {
  readonly numberFormat?: unknown;
  readonly properties?: unknown;
}

/**
 * Whether a cell holds a value to rely on, as it is handed to a function: no blank, no error, and no last value, which wears a clock in its
 * text or its number format.
 */
export function holdsValue(raw: unknown): boolean {
  if (isLastNumber(raw)) return false;
  const value = unwrap(raw);
  if (value === null || value instanceof CellError) return false;
  return typeof value !== 'string' || (value.trim() !== '' && !isMarked(value));
}

function isLastNumber(raw: unknown): boolean {
  if (typeof raw !== 'object' || raw === null) return false;
  const { numberFormat, properties } = raw as Presented;
  return (
    (typeof numberFormat === 'string' && isMarked(numberFormat)) ||
    (typeof properties === 'object' && properties !== null && 'lastValue' in properties)
  );
}
