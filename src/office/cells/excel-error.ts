import type { CellError, ErrorCode } from '../../core/errors';
import type { ReturnedTypes } from '../features';

/** An error as a data type: the only form in which Excel accepts codes such as #REF!. It has no message. */
interface ErrorValue {
  readonly type: 'Error';
  readonly basicType: 'Error';
  readonly basicValue: ErrorCode;
  readonly errorType: string;
}

/** Also a real Error, which Microsoft's types omit. */
export type ThrowableError = CustomFunctions.Error & Error;
export type ExcelError = ThrowableError | ErrorValue;

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
export function excelError(error: CellError, features: ReturnedTypes): ExcelError {
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
