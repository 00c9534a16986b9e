import { type FormulaToken, isOperator, tokensIn } from '../../app/workbook/formulas';

/** What stands for a value by itself: the engine reads "@TRUE" and "@Rates" as names, and knows neither. */
const SINGLE = new Set(['string', 'number', 'bool', 'range_named']);

/** A formula with parentheses around names and constants behind @, where the engine takes one value: "@(TRUE)". */
export function withOneValueOperands(formula: string): string {
  if (!formula.includes('@')) return formula;
  const tokens = tokensIn(formula);
  const words = tokens.map(({ text }) => text);
  tokens.forEach((token, index) => {
    const end = isOperator(token, '@') ? endOfOperand(tokens, index + 1) : undefined;
    if (end === undefined) return;
    words[index + 1] = `(${words[index + 1]!}`;
    words[end] = `${words[end]!})`;
  });
  return words.join('');
}

/** The last token of a name or constant that begins here; undefined if something else does. */
function endOfOperand(tokens: readonly FormulaToken[], start: number): number | undefined {
  const first = tokens[start];
  if (!first) return undefined;
  if (SINGLE.has(first.type)) return start;
  if (!isOperator(first, '{')) return undefined;
  const end = tokens.findIndex((token, index) => index > start && isOperator(token, '}'));
  return end < 0 ? undefined : end;
}
