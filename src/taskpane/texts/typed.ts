import type { Culture } from '../../app/host';
import {
  decimalMarkBeside,
  ENGLISH,
  type FormulaToken,
  isOperator,
  replaceOutsideArrays,
  separates,
  tokensIn,
  withListSeparator,
  withSeparator,
} from '../../app/workbook/formulas';

/** A workbook's formula as this user types it. */
export const localFormula = (formula: string, listSeparator: string): string =>
  withSeparator(formula, ENGLISH, listSeparator);

/**
 * A typed expression in English; undefined if a number in it can be read in two ways, if it mixes separators, or if its
 * commas cannot be separators.
 */
export function englishFormula(expression: string, culture: Culture): string | undefined {
  const read = culture.readFormula?.(expression);
  if (read !== undefined) return read;
  if (!writesPoint(culture)) {
    // Copied from English: "TODAY(),0" has no decimal comma.
    if (hasCommaBetween(expression)) return separates(expression, ';') ? undefined : expression;
    return hasUnclearNumber(expression) ? undefined : withSeparator(expression, ';', ENGLISH);
  }
  // Excel tells only the decimal mark. With a decimal point both list separators are usual: ";" in Switzerland.
  const english = withListSeparator(expression, ';', ENGLISH);
  const isReadable = english === expression ? !hasCommaOutside(expression) : !separates(expression, ENGLISH);
  return isReadable ? english : undefined;
}

/** Whether a comma is in no brackets, where it separates nothing: "MD.QUOTE(A1)*1,5". */
export function hasCommaOutside(expression: string): boolean {
  let depth = 0;
  return tokensIn(expression).some((token) => {
    if (token.type === 'operator') depth += /^[({]$/.test(token.text) ? 1 : /^[)}]$/.test(token.text) ? -1 : 0;
    return depth === 0 && isOperator(token, ENGLISH);
  });
}

/** Whether a comma outside arrays separates: before a decimal comma is a number or an operator, after it a digit. */
function hasCommaBetween(expression: string): boolean {
  let [isAfterValue, isFound] = [false, false];
  replaceOutsideArrays(expression, (token, next) => {
    const { type, text } = token;
    isFound ||= isOperator(token, ENGLISH) && (isAfterValue || !/^\d/.test(next?.text ?? ''));
    isAfterValue = type !== 'number' && (type !== 'operator' || /[)}]/.test(text));
    return text;
  });
  return isFound;
}

const writesPoint = ({ listSeparator }: Culture): boolean => decimalMarkBeside(listSeparator) === '.';

/** "10.000" where the decimal mark is a comma: ten thousand for the user, ten in a stored formula. */
const hasUnclearNumber = (expression: string): boolean =>
  replaceOutsideArrays(expression, (token, next) => (isGroupedByPoints(token, next) ? '' : token.text)) !== expression;

const isGroupedByPoints = ({ type, text }: FormulaToken, next: FormulaToken | undefined): boolean =>
  type === 'number' &&
  text.includes('.') &&
  (GROUPED.test(text) || next?.type === 'number' || (next !== undefined && isOperator(next, ENGLISH)));

const GROUPED = /^[1-9]\d{0,2}\.\d{3}$/;

/** A number of a formula as this user types it alone, such as "12,5". */
export const localNumber = (number: string, culture: Culture): string => number.replace('.', decimalMark(culture));

const decimalMark = ({ listSeparator, numberMarks }: Culture): string =>
  numberMarks?.decimal ?? decimalMarkBeside(listSeparator);

/** Marks that separate thousands in some languages and are a decimal mark in none. */
const GROUP_MARKS = [' ', "'", '’'];

/**
 * A typed number in the form of formulas, such as "1234.5". The separators of the culture decide. Any other number is
 * read only if it has a single meaning. Undefined if it is no number, or has two meanings.
 */
export function englishNumber(typed: string, culture: Culture): string | undefined {
  // Also turns full-width digits into plain ones, and spaces of every width into one.
  const text = typed.trim().normalize('NFKC').replaceAll('−', '-');
  const marks = culture.numberMarks;
  const own = marks && readNumber(text, marks.decimal, marks.thousands.normalize('NFKC'));
  if (own !== undefined) return own;
  const [byPoint, byComma] = [readNumber(text, '.', ','), readNumber(text, ',', '.')];
  if (byPoint !== undefined && byComma !== undefined) return byPoint === byComma ? byPoint : undefined;
  // From a user with a decimal point, "1,50" may be a mistyped "1,500".
  return byPoint ?? (decimalMark(culture) === '.' ? undefined : byComma);
}

/** All thousands must be separated by the same mark. */
function readNumber(text: string, decimal: string, thousands: string): string | undefined {
  const [number = '', sign = '', rest = '', power = ''] = /^([+-]?)([^eE]*)((?:[eE][+-]?\d+)?)$/.exec(text) ?? [];
  const [whole = '', fraction = '', ...others] = rest.split(decimal);
  if (number === '' || others.length > 0 || !/^\d*$/.test(fraction) || whole + fraction === '') return undefined;
  const mark = [thousands, ...GROUP_MARKS].find((one) => one !== '' && one !== decimal && whole.includes(one));
  const groups = mark === undefined ? [whole] : whole.split(mark);
  const isGrouped = groups.every((group, index) => (index === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(group));
  if (mark === undefined ? !/^\d*$/.test(whole) : !isGrouped) return undefined;
  const english = `${sign}${groups.join('') || '0'}${fraction === '' ? '' : `.${fraction}`}${power}`;
  return Number.isFinite(Number(english)) ? english : undefined;
}
