import { rowsInUse, unwrap } from '../core/arguments';
import { textAlone } from './evaluate/read-arguments';
import { CellError, wrongArgument } from '../core/errors';
import { isMarked } from '../core/last-value-mark';
import { define, type Parameter } from './define';
import { nothingGiven, LIST } from './parameters/values';

/** "A1:A5", "Data!$B$2:C9" */
const RANGE_AS_TEXT = /^(.*!)?[$a-z]+\d+:[$a-z]+\d+$/i;

/** For each cell of the range, whether it holds a value. */
const cells = (): Parameter<readonly boolean[]> => ({
  ...LIST,
  isOptional: false,
  input: 'text',
  read(argument, name) {
    if (argument === null || argument === undefined) throw nothingGiven(name, 'the cells that a verdict rests on');
    const text = textAlone(argument);
    if (text !== undefined && RANGE_AS_TEXT.test(text))
      throw wrongArgument(name, text, 'a range: write it without quotation marks');
    return (Array.isArray(argument) ? rowsInUse(argument).flat() : [argument]).map(holdsValue);
  },
});

export const complete = define({
  id: 'COMPLETE',
  parameters: { range: cells() },
  result: 'scalar',
  sources: [],
  requests: 'alone',
  handle: ({ range }) => range.length > 0 && range.every((holds) => holds),
});

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
function holdsValue(raw: unknown): boolean {
  if (isLastNumber(raw)) return false;
  if (isDataType(raw)) return true;
  const value = unwrap(raw);
  if (value === null || value instanceof CellError) return false;
  return typeof value !== 'string' || (value.trim() !== '' && !isMarked(value));
}

/** Other entities, such as a place or a picture: a formula without data types sees an error. */
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
