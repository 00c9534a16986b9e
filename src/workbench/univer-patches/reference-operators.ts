import {
  ArrayValueObject,
  BaseFunction,
  type BaseReferenceObject,
  type BaseValueObject,
  ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  IFormulaRuntimeService,
  IFunctionService,
  LexerNode,
  PrefixNodeFactory,
  SuffixNodeFactory,
} from '@univerjs/preset-sheets-core';
import { formulaAt } from '../engine/cell-contents';
import { referTo } from '../engine/cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { INTERSECTION, VALUES } from '../engine/readable-formulas';

type Operator = (operand: FunctionVariantType) => FunctionVariantType;

/**
 * Mends: behind @ the engine takes a cell's value instead of a reference, refuses a blank one, and even @A1 is #VALUE!.
 * As in Excel, @ takes one value here: the first of an array, such as the result of a function, and of a range the cell
 * in the formula's own row or column. That cell stays a reference, so that SUM adds nothing for a text and a blank cell
 * is 0. The engine parses A1#, but returns #VALUE! for it: here it refers to the spill of A1. And it knows no blank between
 * two references, which stands for the cells that both have: `=SUM(A:A A1:A3)` and `=Sales March` are #REF!.
 *
 * Can go when these pass without it: test/unit/workbench/engine/adapter.test.ts, "gives one value behind @: the first of a
 * result, the same row of a range" and "gives a cell behind @ in an argument: its text counts as nothing, its blank as 0";
 * test/browser/workbench-spills.test.ts, "a reference to a spill"; and "a blank between references stands for the cells
 * that they share" of test/unit/workbench/univer-patches/functions.test.ts.
 */
export function mendReferenceOperators(sheet: Spreadsheet): void {
  sheet.serviceOf(IFunctionService).registerExecutors(new Intersection(INTERSECTION), new Values(VALUES));
  const nodeOf = (factory: PrefixNodeFactory | SuffixNodeFactory, operator: string): Record<string, Operator> => {
    const mark = new LexerNode();
    mark.setToken(operator);
    return Object.getPrototypeOf(factory.checkAndCreateNodeType(mark)) as Record<string, Operator>;
  };
  nodeOf(sheet.serviceOf(PrefixNodeFactory), '@')._handlerAT = (operand) => {
    if (!operand.isReferenceObject()) return operand instanceof ArrayValueObject ? operand.getFirstCell() : operand;
    const { currentRow, currentColumn } = sheet.serviceOf(IFormulaRuntimeService);
    return cellBeside(operand as BaseReferenceObject, currentRow, currentColumn);
  };
  nodeOf(sheet.serviceOf(SuffixNodeFactory), '#')._handlerPound = (operand) => {
    if (operand.isError()) return operand;
    if (!operand.isReferenceObject()) return ErrorValueObject.create(ErrorType.REF);
    const reference = operand as BaseReferenceObject;
    if (reference.isCell() && hasFormula(sheet, reference)) return spillOf(reference);
    // The engine asks what is calculated which cells it depends on: this one may have a formula later.
    return Object.assign(new ErrorValueObject(ErrorType.REF), { toUnitRange: () => reference.toUnitRange() });
  };
}

function cellBeside(reference: BaseReferenceObject, row: number, column: number): FunctionVariantType {
  const { startRow, endRow, startColumn, endColumn } = reference.getRangePosition();
  const at = startRow === endRow ? startRow : row;
  const across = startColumn === endColumn ? startColumn : column;
  const isInside = at >= startRow && at <= endRow && across >= startColumn && across <= endColumn;
  const isBlock = startRow !== endRow && startColumn !== endColumn;
  if (!isInside || isBlock) return ErrorValueObject.create(ErrorType.VALUE);
  return referTo(reference, { startRow: at, endRow: at, startColumn: across, endColumn: across });
}

function hasFormula(sheet: Spreadsheet, reference: BaseReferenceObject): boolean {
  const { startRow: row, startColumn: column } = reference.getRangePosition();
  return formulaAt(sheet, { unitId: reference.getUnitId(), sheetId: reference.getSheetId(), row, column }) !== '';
}

/** The cell alone where its formula has one value, or an error. */
function spillOf(reference: BaseReferenceObject): FunctionVariantType {
  const { startRow: row, startColumn: column } = reference.getRangePosition();
  const isNew = reference.getCurrentRuntimeSheetData()?.getValue(row, column) !== undefined;
  const spills = isNew
    ? reference.getCurrentRuntimeActiveArrayFormulaRange()
    : reference.getCurrentActiveArrayFormulaRange();
  const range = spills?.[row]?.[column];
  if (!range || reference.getFirstCell().isError()) return reference;
  return referTo(reference, range);
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

class Values extends BaseFunction {
  override calculate(values: BaseValueObject): BaseValueObject {
    return values;
  }
}
