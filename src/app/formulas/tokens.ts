import { tokenize } from '@borgar/fx';

/** A part of a formula: a function's name, an operator, a text, a reference and so on. */
export interface FormulaToken {
  /** As the library names it: "func", "operator", "range", "range_named", "structured", "string", "number", "bool" … */
  readonly type: string;
  readonly text: string;
  /** Where it begins in the formula. */
  readonly start: number;
}

/** The parts of a formula in English, with or without its equals sign; joined they are the formula. Nothing is too broken to be read. */
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
