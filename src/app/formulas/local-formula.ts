import { type FormulaToken, isOperator, tokensIn } from './tokens';

/** The list separator of formulas in files and in a workbook's `write`. */
export const ENGLISH = ',';

/** A workbook's formula as this user types it. */
export const localFormula = (formula: string, listSeparator: string): string =>
  withSeparator(formula, ENGLISH, listSeparator);

/** Replaces the separator between arguments, and the decimal mark that belongs to it. Arrays stay unchanged. */
export function withSeparator(formula: string, from: string, to: string): string {
  if (from === to) return formula;
  let depth = 0;
  return tokensIn(formula)
    .map((token, index, all) => {
      if (isOperator(token, '{')) depth++;
      if (isOperator(token, '}')) depth--;
      if (depth > 0) return token.text;
      if (isOperator(token, from)) return to;
      if (isOperator(token, decimalMarkBeside(from)) && startsWithDigit(all[index + 1])) return decimalMarkBeside(to);
      return token.type === 'number' ? token.text.replace(decimalMarkBeside(from), decimalMarkBeside(to)) : token.text;
    })
    .join('');
}

const startsWithDigit = (token: FormulaToken | undefined): boolean => /^\d/.test(token?.text ?? '');

const decimalMarkBeside = (separator: string): string => (separator === ENGLISH ? '.' : ',');
