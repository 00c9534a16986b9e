import { type FormulaToken, isCalled, isOperator, tokensIn } from '../../app/workbook/formulas';

const opens = (token: FormulaToken): boolean => isOperator(token, '(') || isOperator(token, '{');
const closes = (token: FormulaToken): boolean => isOperator(token, ')') || isOperator(token, '}');
export const isSpace = ({ type }: FormulaToken): boolean => type === 'whitespace' || type === 'newline';

/** Start of the operand that ends here: a call, or what stands in brackets, is one operand, and its # belongs to it. */
export function startOfOperand(tokens: readonly FormulaToken[], end: number): number {
  const last = end > 0 && isOperator(tokens[end]!, '#') ? end - 1 : end;
  let depth = 0;
  for (let index = last; index >= 0; index--) {
    if (closes(tokens[index]!)) depth++;
    if (opens(tokens[index]!)) depth--;
    if (depth === 0) return index > 0 && index < last && isCalled(tokens[index - 1]!) ? index - 1 : index;
  }
  return Math.max(last, 0);
}

/** End of the operand that begins here. */
export function endOfOperand(tokens: readonly FormulaToken[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    if (opens(tokens[index]!)) depth++;
    if (closes(tokens[index]!)) depth--;
    const next = tokens[index + 1];
    const isCallee = isCalled(tokens[index]!) && next !== undefined && isOperator(next, '(');
    if (depth === 0 && !isCallee) return next !== undefined && isOperator(next, '#') ? index + 1 : index;
  }
  return tokens.length - 1;
}

/** A formula of which some words are others. */
export function rewritten(
  formula: string,
  change: (words: string[], token: FormulaToken, index: number, tokens: readonly FormulaToken[]) => void,
): string {
  const tokens = tokensIn(formula);
  const words = tokens.map(({ text }) => text);
  tokens.forEach((token, index) => change(words, token, index, tokens));
  return words.join('');
}
