import {
  type BaseReferenceObject,
  ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  IFormulaCurrentConfigService,
  IFormulaDependencyGenerator,
  SetFormulaCalculationStartMutation,
  UnionNodeFactory,
} from '@univerjs/preset-sheets-core';
import { referTo } from '../engine/cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { type FormulaPart, KIND } from './branches-not-taken';
import { onCalculated } from './kept-changes';

/** What the engine's search for the cells of a formula keeps to itself. */
interface CellSearch {
  /** Whether it calculates a part to find its cells, instead of looking at the parts within it. Asked for each. */
  _isPreCalculateNode(part: FormulaPart): boolean;
  /** Finds parts whose cells are known once the cells within them are calculated, such as OFFSET and INDIRECT. */
  _nodeTraversalReferenceFunction(whole: FormulaPart, found: FormulaPart[]): void;
  /** Whether a formula is calculated each time, such as one with NOW. */
  _detectForcedRecalculationNode(formula: unknown, whole: FormulaPart | null): boolean;
}

/** The part of a formula between the two ends of a range, with what it keeps to itself. */
interface RangePart extends FormulaPart {
  _unionFunction(one: FunctionVariantType, other: FunctionVariantType): FunctionVariantType;
}

/**
 * Mends: a function at an end of a range, or behind @ or before #, is calculated before the cells that it reads, which
 * the engine does not follow: `=SUM(A3:INDEX(A3:A5,A1))` kept its value when A1 changed. Here its cells are followed, and
 * the range is found once they are calculated, as that of OFFSET is. It reaches from the first cell of both ends to the
 * last, which the engine does for single cells alone: `=SUM(INDEX(A1:C9,,1):INDEX(A1:C9,,2))` was #NAME?. And an error at
 * an end is that of the range. And where OFFSET and INDIRECT find other cells than before, as a row was inserted above or
 * a sheet was renamed, they are calculated again.
 */
export function followCalculatedRanges(sheet: Spreadsheet): void {
  const search = sheet.serviceOf(IFormulaDependencyGenerator) as unknown as CellSearch;
  const [isCalculatedFirst, findParts] = [
    search._isPreCalculateNode.bind(search),
    search._nodeTraversalReferenceFunction.bind(search),
  ];
  search._isPreCalculateNode = (part) => isCalculatedFirst(part) && !hasFunction(part);
  search._nodeTraversalReferenceFunction = (whole, found) => {
    if (isRange(whole) && hasFunction(whole)) found.push(whole);
    else findParts(whole, found);
  };

  // Since the last calculation has begun, and for the one that runs.
  let [isMoved, areOthers] = [false, false];
  sheet.commands.onCommandExecuted(({ id }) => (isMoved ||= MOVES.test(id)));
  sheet.commands.beforeCommandExecuted(({ id }) => {
    if (id !== SetFormulaCalculationStartMutation.id) return;
    areOthers ||= isMoved;
    isMoved = false;
  });
  onCalculated(sheet, (isStopped) => (areOthers &&= isStopped));
  // To the engine, a sheet that was just deleted is one of blank cells.
  Object.assign(sheet.serviceOf(IFormulaCurrentConfigService), { _mergeNameMap: () => undefined });
  // What OFFSET finds is not known before its LAMBDA is called.
  const findInLambdas = (part: FormulaPart, found: FormulaPart[]): void => {
    for (const one of part.getChildren())
      if (one.nodeType === KIND.lambda && one.getChildren().length < 2)
        search._nodeTraversalReferenceFunction(one, found);
      else findInLambdas(one, found);
  };
  const isForced = search._detectForcedRecalculationNode.bind(search);
  search._detectForcedRecalculationNode = (formula, whole) => {
    const found: FormulaPart[] = [];
    if (areOthers && whole) search._nodeTraversalReferenceFunction(whole, found);
    if (whole) findInLambdas(whole, found);
    return found.length > 0 || isForced(formula, whole);
  };

  const part = Object.getPrototypeOf(sheet.serviceOf(UnionNodeFactory).create(':')) as RangePart;
  // oxlint-disable-next-line typescript/unbound-method -- called on the part below
  const { _unionFunction } = part;
  part._unionFunction = function (one, other) {
    const isWritten = this.getChildren().every(({ nodeType }) => nodeType === KIND.reference);
    return isWritten ? _unionFunction.call(this, one, other) : between(one, other);
  };
}

/** After these other cells may be where OFFSET and INDIRECT find them. */
const MOVES =
  /^(?:sheet\.mutation\.(?:insert-|remove-(?:rows|col|sheet)|move-|set-worksheet-name)|formula\.mutation\.(?:set|remove)-defined-name)/;

/** All cells from the first one of both to the last one. */
function between(one: FunctionVariantType, other: FunctionVariantType): FunctionVariantType {
  const error = [one, other].find((end) => end.isError());
  if (error) return error;
  if (!one.isReferenceObject() || !other.isReferenceObject()) return ErrorValueObject.create(ErrorType.VALUE);
  const [first, second] = [one as BaseReferenceObject, other as BaseReferenceObject];
  if (first.getUnitId() !== second.getUnitId() || first.getSheetId() !== second.getSheetId())
    return ErrorValueObject.create(ErrorType.VALUE);
  const [own, others] = [first.getRangePosition(), second.getRangePosition()];
  return referTo(first, {
    startRow: Math.min(own.startRow, others.startRow),
    endRow: Math.max(own.endRow, others.endRow),
    startColumn: Math.min(own.startColumn, others.startColumn),
    endColumn: Math.max(own.endColumn, others.endColumn),
  });
}

const isRange = (part: FormulaPart): boolean =>
  part.nodeType === KIND.range || (part.nodeType === KIND.suffix && part.getToken() === '#');

const hasFunction = (part: FormulaPart): boolean =>
  part.getChildren().some((one) => one.nodeType === KIND.function || hasFunction(one));
