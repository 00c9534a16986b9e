import {
  BaseFunction,
  type BaseReferenceObject,
  type BaseValueObject,
  ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  IFunctionService,
  Lexer,
} from '@univerjs/preset-sheets-core';
import { type FormulaToken, isCalled, isOperator, tokensIn } from '../../app/workbook/formulas';
import { referTo } from '../engine/cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** What stands for the blank between two references while a formula is calculated. */
const FUNCTION = 'INTERSECTION.OF';

/**
 * Mends: the engine knows no blank between two references, which stands for the cells that both have: `=SUM(A:A A1:A3)`
 * and `=Sales March` are #REF!.
 *
 * Can go when "a blank between references stands for the cells that they share" of
 * test/unit/workbench/univer-patches/functions.test.ts passes without it.
 */
export function readIntersections(sheet: Spreadsheet): void {
  sheet.serviceOf(IFunctionService).registerExecutors(new Intersection(FUNCTION));
  const lexer = sheet.serviceOf(Lexer);
  const build = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (formula, transformSuffix) => build(withIntersectionCalls(formula), transformSuffix);
}

class Intersection extends BaseFunction {
  override needsReferenceObject = true;

  override calculate(one: FunctionVariantType, other: FunctionVariantType): BaseValueObject {
    const error = [one, other].find((operand) => operand.isError());
    if (error) return error as BaseValueObject;
    if (!one.isReferenceObject() || !other.isReferenceObject()) return ErrorValueObject.create(ErrorType.NULL);
    const [first, second] = [one as BaseReferenceObject, other as BaseReferenceObject];
    const [own, others] = [first.getRangePosition(), second.getRangePosition()];
    const shared = {
      startRow: Math.max(own.startRow, others.startRow),
      endRow: Math.min(own.endRow, others.endRow),
      startColumn: Math.max(own.startColumn, others.startColumn),
      endColumn: Math.min(own.endColumn, others.endColumn),
    };
    const isShared =
      first.getUnitId() === second.getUnitId() &&
      first.getSheetId() === second.getSheetId() &&
      shared.startRow <= shared.endRow &&
      shared.startColumn <= shared.endColumn;
    // The engine takes references as results too.
    return (isShared ? referTo(first, shared) : ErrorValueObject.create(ErrorType.NULL)) as BaseValueObject;
  }
}

/** "SUM(A:A A1:A3)" → "SUM(INTERSECTION.OF(A:A,A1:A3))" */
function withIntersectionCalls(formula: string): string {
  if (!/[^\s,;(=+*/^&<>-]\s+[^\s,;)=+*/^&<>-]/.test(formula)) return formula;
  const tokens = tokensIn(formula);
  const words = tokens.map(({ text }) => text);
  tokens.forEach((_, index) => {
    if (!isIntersection(tokens, index)) return;
    const [start, end] = [startOfOperand(tokens, index - 1), endOfOperand(tokens, index + 1)];
    words[start] = `${FUNCTION}(${words[start]!}`;
    words[index] = ',';
    words[end] = `${words[end]!})`;
  });
  return words.join('');
}

const isReference = ({ type }: FormulaToken): boolean => type.startsWith('range') || type === 'structured';

function isIntersection(tokens: readonly FormulaToken[], index: number): boolean {
  const [before, blank, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!before || !next || (blank!.type !== 'whitespace' && blank!.type !== 'newline')) return false;
  const ends = isReference(before) || isOperator(before, ')') || isOperator(before, '#');
  return ends && (isReference(next) || isCalled(next) || isOperator(next, '('));
}

/** Where the operand begins that ends here; intersections that stand before belong to it. */
function startOfOperand(tokens: readonly FormulaToken[], end: number): number {
  let start = end;
  if (isOperator(tokens[start]!, '#')) start--;
  if (isOperator(tokens[start]!, ')')) {
    for (let depth = 1; depth > 0 && start > 0;) {
      start--;
      if (isOperator(tokens[start]!, ')')) depth++;
      if (isOperator(tokens[start]!, '(')) depth--;
    }
    if (start > 0 && isCalled(tokens[start - 1]!)) start--;
  }
  const before = tokens[start - 1];
  const isJoined = before !== undefined && (isOperator(before, ':') || isIntersection(tokens, start - 1));
  return isJoined && start >= 2 ? startOfOperand(tokens, start - 2) : start;
}

/** Where the operand ends that begins here. */
function endOfOperand(tokens: readonly FormulaToken[], start: number): number {
  let end = isCalled(tokens[start]!) ? start + 1 : start;
  if (isOperator(tokens[end]!, '('))
    for (let depth = 1; depth > 0 && end < tokens.length - 1;) {
      end++;
      if (isOperator(tokens[end]!, '(')) depth++;
      if (isOperator(tokens[end]!, ')')) depth--;
    }
  const next = tokens[end + 1];
  if (next && isOperator(next, '#')) return end + 1;
  return next && isOperator(next, ':') && tokens[end + 2] ? endOfOperand(tokens, end + 2) : end;
}
