import {
  ArrayValueObject,
  type BaseReferenceObject,
  ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  IFormulaRuntimeService,
  Lexer,
  LexerNode,
  PrefixNodeFactory,
} from '@univerjs/preset-sheets-core';
import { withOneValueOperands } from './one-value-operands';
import { referTo } from './ranges';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** The part of the engine that calculates what stands behind an @. */
interface OneValueNode {
  _handlerAT(operand: FunctionVariantType): FunctionVariantType;
}

/**
 * Makes @ take one value as Excel does: the first of an array, such as the result of a function, and of a range the cell
 * in the formula's own row or column. That cell stays a reference, so that SUM adds nothing for a text and a blank cell
 * is 0. The engine takes its value instead, refuses a blank one, and even @A1 is #VALUE! there; a name or a constant
 * behind @ is #NAME?.
 */
export function readImplicitIntersections(sheet: Spreadsheet): void {
  const mark = new LexerNode();
  mark.setToken('@');
  const node = Object.getPrototypeOf(sheet.get(PrefixNodeFactory).checkAndCreateNodeType(mark)) as OneValueNode;
  node._handlerAT = (operand) => {
    if (!operand.isReferenceObject()) return firstOf(operand);
    const { currentRow, currentColumn } = sheet.get(IFormulaRuntimeService);
    return cellBeside(operand as BaseReferenceObject, currentRow, currentColumn);
  };
  const lexer = sheet.get(Lexer);
  const build = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (formula, transformSuffix) => build(withOneValueOperands(formula), transformSuffix);
}

const firstOf = (value: FunctionVariantType): FunctionVariantType =>
  value instanceof ArrayValueObject ? value.getFirstCell() : value;

function cellBeside(reference: BaseReferenceObject, row: number, column: number): FunctionVariantType {
  const { startRow, endRow, startColumn, endColumn } = reference.getRangePosition();
  const at = startRow === endRow ? startRow : row;
  const across = startColumn === endColumn ? startColumn : column;
  const isInside = at >= startRow && at <= endRow && across >= startColumn && across <= endColumn;
  const isBlock = startRow !== endRow && startColumn !== endColumn;
  if (!isInside || isBlock) return ErrorValueObject.create(ErrorType.VALUE);
  return referTo(reference, { startRow: at, endRow: at, startColumn: across, endColumn: across });
}
