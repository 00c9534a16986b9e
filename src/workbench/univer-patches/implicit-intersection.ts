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
import type { Spreadsheet } from '../sheet/spreadsheet';
import { withOneValueOperands } from './one-value-operands';
import { referTo } from '../engine/cell-position';

/** The part of the engine that calculates what stands behind an @. */
interface OneValueNode {
  _handlerAT(operand: FunctionVariantType): FunctionVariantType;
}

/**
 * Mends: behind @ the engine takes a cell's value instead of a reference, refuses a blank one, and even @A1 is #VALUE!;
 * a name or a constant there is #NAME?. As in Excel, @ takes one value here: the first of an array, such as the result
 * of a function, and of a range the cell in the formula's own row or column. That cell stays a reference, so that SUM
 * adds nothing for a text and a blank cell is 0.
 *
 * Can go when test/browser/workbench.test.ts, "gives one value behind @: the first of a result, the same row of a range"
 * and "gives a cell behind @ in an argument: its text counts as nothing, its blank as 0", pass without it.
 */
export function readImplicitIntersections(sheet: Spreadsheet): void {
  const mark = new LexerNode();
  mark.setToken('@');
  const node = Object.getPrototypeOf(sheet.serviceOf(PrefixNodeFactory).checkAndCreateNodeType(mark)) as OneValueNode;
  node._handlerAT = (operand) => {
    if (!operand.isReferenceObject()) return firstOf(operand);
    const { currentRow, currentColumn } = sheet.serviceOf(IFormulaRuntimeService);
    return cellBeside(operand as BaseReferenceObject, currentRow, currentColumn);
  };
  const lexer = sheet.serviceOf(Lexer);
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
