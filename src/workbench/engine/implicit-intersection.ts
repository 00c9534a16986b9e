import {
  ArrayValueObject,
  type BaseReferenceObject,
  type FunctionVariantType,
  LexerNode,
  PrefixNodeFactory,
} from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** The part of the engine that calculates what stands behind an @. */
interface OneValueNode {
  _handlerAT(operand: FunctionVariantType): FunctionVariantType;
}

/**
 * Makes @ take one value as Excel does: the first of an array, such as the result of a function, and of a range the cell
 * in the formula's own row or column. The engine knows the latter alone, and even @A1 is #VALUE! there.
 */
export function readImplicitIntersections(sheet: Spreadsheet): void {
  const mark = new LexerNode();
  mark.setToken('@');
  const node = Object.getPrototypeOf(sheet.get(PrefixNodeFactory).checkAndCreateNodeType(mark)) as OneValueNode;
  const intersect = Object.getOwnPropertyDescriptor(node, '_handlerAT')!.value as OneValueNode['_handlerAT'];
  node._handlerAT = function takeOne(this: OneValueNode, operand) {
    if (!operand.isReferenceObject()) return firstOf(operand);
    return (operand as BaseReferenceObject).isCell() ? operand : intersect.call(this, operand);
  };
}

const firstOf = (value: FunctionVariantType): FunctionVariantType =>
  value instanceof ArrayValueObject ? value.getFirstCell() : value;
