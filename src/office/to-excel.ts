import { type Matrix, MarkedNumber, isFormatted } from '../core/cell';
import { CellError, notAvailable, type ErrorCode } from '../core/errors';
import type { ExcelCell, ExcelError, ExcelResult, ThrowableError } from './excel-message';
import { fitToMessage } from './fit-to-message';
import type { ReturnedTypes } from './features';

/**
 * The boundary to Excel: everything it returns is acceptable to Excel, whatever comes in. An error of the whole cell is
 * thrown, as Excel expects; nothing but a CustomFunctions.Error is ever thrown. A 1 × 1 number, the common case, passes
 * unchanged.
 */
export function toExcel(
  outcome: Matrix | CellError,
  result: 'matrix' | 'scalar',
  features: ReturnedTypes,
): ExcelResult {
  const only = onlyCell(outcome);
  if (typeof only === 'number' && Number.isFinite(only)) return result === 'scalar' ? only : (outcome as number[][]);
  const converted = convert(outcome, features);
  if (converted instanceof CellError) throw customFunctionsError(converted);
  if (result === 'matrix') return converted;
  return converted[0]?.[0] ?? '';
}

function convert(outcome: unknown, features: ReturnedTypes): ExcelCell[][] | CellError {
  try {
    if (outcome instanceof CellError) return outcome;
    const rows = Array.isArray(outcome)
      ? outcome.map((row: unknown): unknown[] => (Array.isArray(row) ? row : [row]))
      : [[outcome]];
    const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
    if (width === 0) return notAvailable('There is nothing to show');
    const only = onlyCell(rows);
    if (only instanceof CellError) return only;
    return fitToMessage(rows.map((row) => excelRow(row, width, features)));
  } catch (problem) {
    return notAvailable('The result could not be written: please report this', problem);
  }
}

function onlyCell(outcome: unknown): unknown {
  if (!Array.isArray(outcome) || outcome.length !== 1) return undefined;
  const [row] = outcome as unknown[];
  return Array.isArray(row) && row.length === 1 ? row[0] : undefined;
}

/** All rows get equal length; holes and missing ends are blank. */
function excelRow(row: readonly unknown[], width: number, features: ReturnedTypes): ExcelCell[] {
  const cells = new Array<ExcelCell>(width);
  for (let column = 0; column < width; column += 1) cells[column] = excelCell(row[column], features);
  return cells;
}

/**
 * A cell as Excel accepts it. Any other value becomes a valid one or an error with a message: a single value that
 * cannot be written as JSON would delay the results of all other cells for a minute.
 * @internal
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
    default:
      return cell === null ? '' : excelObject(cell, features);
  }
}

/** Excel refuses results with longer texts. */
const MAX_TEXT_LENGTH = 32_767;

function excelObject(cell: unknown, features: ReturnedTypes): ExcelCell {
  if (cell instanceof CellError) return excelError(cell, features);
  if (!isFormatted(cell)) return excelError(unshowable(cell), features);
  const { value, format } = cell;
  if (cell instanceof MarkedNumber) return markedCell(cell, features);
  if (features.formattedAs === 'plain' || typeof value !== 'number' || !Number.isFinite(value))
    return excelCell(typeof value === 'object' ? undefined : value, features);
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

const tooLong = (text: string): CellError =>
  new CellError('#VALUE!', `The text has ${text.length.toLocaleString('en')} characters; a cell holds 32,767`);

function unshowable(value: unknown): CellError {
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1).toLowerCase();
  return notAvailable(`The result is of a kind that no cell can show (${kind}); please report this`);
}

/**
 * Codes that a function may return in a CustomFunctions.Error. Excel can read the others in it, but not return them.
 */
const RETURNABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['#VALUE!', '#N/A', '#DIV/0!', '#NUM!', '#NULL!']);

/** Codes of a value that is still pending. */
const PENDING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['#GETTING_DATA', '#BUSY!', '#CONNECT!']);

/** Of a code such as #GETTING_DATA: GettingData. */
const errorTypeOf = (code: ErrorCode): string =>
  code.toLowerCase().replace(/[^a-z]+(\w?)/g, (_, first: string) => first.toUpperCase());

/** A cell's error, to stand in an array or to be returned. */
function excelError(error: CellError, features: ReturnedTypes): ExcelError {
  const { code } = error;
  if (RETURNABLE.has(code) || !features.hasErrorValues) return customFunctionsError(error);
  return { type: 'Error', basicType: 'Error', basicValue: code, errorType: errorTypeOf(code) };
}

/** The closest CustomFunctions.Error: the same code, else #N/A for a pending value, else #VALUE!. */
export function customFunctionsError({ code, message }: CellError): ThrowableError {
  const nearest = RETURNABLE.has(code) ? code : PENDING.has(code) ? '#N/A' : '#VALUE!';
  const explanation = message === '' && nearest !== code ? `The argument is ${code}` : message;
  const OfficeError = CustomFunctions.Error as unknown as new (code: ErrorCode, message: string) => ThrowableError;
  return new OfficeError(nearest, explanation);
}
