import {
  type BaseReferenceObject,
  ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  Lexer,
  LexerNode,
  SuffixNodeFactory,
} from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { referTo } from '../engine/cell-position';

/** The part of the engine that calculates what stands before a #. */
interface SpillNode {
  _handlerPound(operand: FunctionVariantType): FunctionVariantType;
}

/** A spill by itself, behind nothing but signs; the sheet is quoted if it has to be. */
const ALONE = /^=([@+-]*)((?:'(?:[^']|'')+'!|[\p{L}\p{N}_.]+!)?\$?[A-Z]{1,3}\$?\d{1,7}#)$/iu;

/**
 * Mends: the engine parses A1#, but returns #VALUE! for it, and reads a formula that is nothing but A1# as A1, unless
 * parentheses stand around it. Here it refers to the spill of A1.
 *
 * Can go when test/browser/workbench-spills.test.ts, "a reference to a spill", passes without it.
 */
export function readSpillReferences(sheet: Spreadsheet): void {
  const mark = new LexerNode();
  mark.setToken('#');
  const node = Object.getPrototypeOf(sheet.serviceOf(SuffixNodeFactory).checkAndCreateNodeType(mark)) as SpillNode;
  node._handlerPound = (operand) => {
    if (operand.isError()) return operand;
    const reference = operand as BaseReferenceObject;
    return operand.isReferenceObject() && reference.isCell() && hasFormula(sheet, reference)
      ? spillOf(reference)
      : ErrorValueObject.create(ErrorType.REF);
  };
  const lexer = sheet.serviceOf(Lexer);
  const build = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (formula, transformSuffix) => build(formula.trim().replace(ALONE, '=$1($2)'), transformSuffix);
}

function hasFormula(sheet: Spreadsheet, reference: BaseReferenceObject): boolean {
  const { startRow, startColumn } = reference.getRangePosition();
  const [sheetId, unitId] = [reference.getSheetId(), reference.getUnitId()];
  return sheet.formulas.getFormulaStringByCell(startRow, startColumn, sheetId, unitId) !== null;
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
