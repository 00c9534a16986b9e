import { isFormatted, MarkedNumber } from '../../core/cell';
import { CellError, notAvailable, type ErrorCode } from '../../core/errors';
import type { ReturnedTypes } from '../features';

/** A number with a number format and, if Excel supports them, properties for formulas such as =A1.asOf. */
interface NumberValue {
  readonly type: 'Double' | 'FormattedNumber';
  readonly basicValue: number;
  readonly numberFormat?: string;
  readonly properties?: Readonly<Record<string, PropertyValue>>;
  readonly layouts?: { readonly compact: { readonly icon: string } };
}

/** A property must be a data type. */
export type PropertyValue = NumberValue | { readonly type: 'String'; readonly basicValue: string };

export type ExcelCell = number | string | boolean | NumberValue | ExcelError;

/** Excel refuses results with longer texts. */
const MAX_TEXT_LENGTH = 32_767;

/**
 * A cell as Excel accepts it. Any other value becomes a valid one or an error with a message: a single value that
 * cannot be written as JSON would delay the results of all other cells for a minute.
 */
export function excelCell(cell: unknown, features: ReturnedTypes): ExcelCell {
  switch (typeof cell) {
    case 'number':
      return Number.isFinite(cell)
        ? cell
        : excelError(notAvailable(`The result is ${String(cell)}, which is not a number in a cell`), features);
    case 'string':
      return cell.length <= MAX_TEXT_LENGTH ? cell : excelError(tooLong(cell), features);
    case 'boolean':
      return cell;
    case 'undefined':
      return '';
    case 'bigint':
      return Number.isSafeInteger(Number(cell)) ? Number(cell) : cell.toString();
    default:
      return cell === null ? '' : excelObject(cell, features);
  }
}

function excelObject(cell: unknown, features: ReturnedTypes): ExcelCell {
  if (cell instanceof CellError) return excelError(cell, features);
  if (!isFormatted(cell)) return excelError(unshowable(cell), features);
  const { value, format } = cell;
  if (cell instanceof MarkedNumber) return markedCell(cell, features);
  if (features.formattedAs === 'plain' || typeof value !== 'number' || !Number.isFinite(value)) {
    return excelCell(typeof value === 'object' ? undefined : value, features);
  }
  return { type: features.formattedAs, basicValue: value, numberFormat: format };
}

/**
 * A last value, with an icon beside it that opens a card with its time. A mark in the number format
 * would not be seen in a cell that has a format of its own. So if Excel shows no icon beside a number, or the value is
 * not a finite number, the cell shows the error.
 */
export function markedCell({ value, format, mark, error }: MarkedNumber, features: ReturnedTypes): ExcelCell {
  if (features.formattedAs !== 'Double' || !Number.isFinite(value)) return excelError(error, features);
  return {
    type: 'Double',
    basicValue: value,
    numberFormat: format,
    layouts: { compact: { icon: 'Clock' } },
    properties: { lastValue: { type: 'String', basicValue: mark } },
  };
}

function tooLong(text: string): CellError {
  return new CellError(
    '#VALUE!',
    `The text has ${text.length.toLocaleString('en')} characters; a cell holds ${MAX_TEXT_LENGTH.toLocaleString('en')}`,
  );
}

function unshowable(value: unknown): CellError {
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1).toLowerCase();
  return notAvailable(`The result is of a kind that no cell can show (${kind}); please report this`);
}

/** An error as a data type: the only form in which Excel accepts codes such as #REF!. It has no message. */
interface ErrorValue {
  readonly type: 'Error';
  readonly basicType: 'Error';
  readonly basicValue: ErrorCode;
  readonly errorType: string;
}

/** Also a real Error, which Microsoft's types omit. */
export type ThrowableError = CustomFunctions.Error & Error;
type ExcelError = ThrowableError | ErrorValue;

/**
 * Codes that a function may return in a CustomFunctions.Error. Excel can read the others in it, but not return them.
 */
const RETURNABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['#VALUE!', '#N/A', '#DIV/0!', '#NUM!', '#NULL!']);

/** Codes of a value that is still pending. */
const PENDING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['#GETTING_DATA', '#BUSY!', '#CONNECT!']);

const ERROR_TYPES: Readonly<Partial<Record<ErrorCode, string>>> = {
  '#REF!': 'Ref',
  '#NAME?': 'Name',
  '#SPILL!': 'Spill',
  '#CALC!': 'Calc',
  '#GETTING_DATA': 'GettingData',
  '#BUSY!': 'Busy',
  '#BLOCKED!': 'Blocked',
  '#CONNECT!': 'Connect',
  '#FIELD!': 'Field',
};

/** A cell's error, to stand in an array or to be returned. */
function excelError(error: CellError, features: ReturnedTypes): ExcelError {
  const errorType = ERROR_TYPES[error.code];
  if (errorType === undefined || !features.hasErrorValues) return customFunctionsError(error);
  return { type: 'Error', basicType: 'Error', basicValue: error.code, errorType };
}

/** The closest CustomFunctions.Error: the same code, else #N/A for a pending value, else #VALUE!. */
export function customFunctionsError({ code, message }: CellError): ThrowableError {
  const nearest = RETURNABLE.has(code) ? code : PENDING.has(code) ? '#N/A' : '#VALUE!';
  const explanation = message === '' && nearest !== code ? `The argument is ${code}` : message;
  const OfficeError = CustomFunctions.Error as unknown as new (code: ErrorCode, message: string) => ThrowableError;
  return new OfficeError(nearest, explanation);
}
