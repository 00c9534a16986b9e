import { unwrap } from './arguments';
import { CellError } from './errors';
import { isMarked } from './last-value-mark';

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
