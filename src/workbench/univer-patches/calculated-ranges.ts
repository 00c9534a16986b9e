import { IFormulaDependencyGenerator } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { type FormulaPart, KIND } from './branches-not-taken';

/** What the engine's search for the cells of a formula keeps to itself. */
interface CellSearch {
  /** Whether it calculates a part to find its cells, instead of looking at the parts within it. Asked for each. */
  _isPreCalculateNode(part: FormulaPart): boolean;
  /** Finds parts whose cells are known once the cells within them are calculated, such as OFFSET and INDIRECT. */
  _nodeTraversalReferenceFunction(whole: FormulaPart, found: FormulaPart[]): void;
}

/**
 * Mends: a function at an end of a range, or behind @ or before #, is calculated before the cells that it reads, which
 * the engine does not follow: `=SUM(A3:INDEX(A3:A5,A1))` kept its value when A1 changed. Here its cells are followed, and
 * the range is found once they are calculated, as that of OFFSET is.
 *
 * Can go when test/unit/workbench/univer-patches/calculated-ranges.test.ts passes without it.
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
}

const isRange = (part: FormulaPart): boolean =>
  part.nodeType === KIND.range || (part.nodeType === KIND.suffix && part.getToken() === '#');

const hasFunction = (part: FormulaPart): boolean =>
  part.getChildren().some((one) => one.nodeType === KIND.function || hasFunction(one));
