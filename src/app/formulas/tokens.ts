import { tokenize } from '@borgar/fx';

/** A part of a formula: a function name, an operator, a text, a reference and so on. */
export interface FormulaToken {
  /** The library's name: "func", "operator", "range", "range_named", "structured", "string", "number", "bool" … */
  readonly type: string;
  readonly text: string;
  /** Start within the formula. */
  readonly start: number;
}

/**
 * The parts of a formula in English, with or without its equals sign; joined, they give the formula. Reads even broken
 * formulas.
 */
export function tokensIn(formula: string): readonly FormulaToken[] {
  let start = 0;
  return tokenize(formula).map(({ type, value }) => {
    const token = { type, text: value, start };
    start += value.length;
    return token;
  });
}

export const isOperator = ({ type, text }: FormulaToken, operator: string): boolean =>
  type === 'operator' && text === operator;

export const isCalled = ({ type }: FormulaToken): boolean => type === 'func';
