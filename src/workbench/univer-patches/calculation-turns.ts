import { IFormulaDependencyGenerator } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { Turns } from '../engine/turns';

/** What the engine's search for formulas that are to be calculated keeps to itself. */
interface FormulaSearch {
  /** The cells to which a formula refers. */
  _getRangeListByNode(formula: unknown): Promise<unknown>;
  /** What functions such as OFFSET refer to, when all formulas have been read. */
  _calculateListByFunctionRefNode(formulas: unknown): Promise<void>;
}

/**
 * Mends: before the engine calculates, it reads all formulas at once, during which the page answers nobody: 30,000 take
 * more than a second. Here it reads them in turns.
 *
 * Can go when "20,000 formulas are read in turns, between which the page answers" of
 * test/unit/workbench/univer-patches/functions.test.ts passes without it.
 */
export function readFormulasInTurns(sheet: Spreadsheet): void {
  const search = sheet.serviceOf(IFormulaDependencyGenerator) as unknown as FormulaSearch;
  const read = search._getRangeListByNode.bind(search);
  const readMoved = search._calculateListByFunctionRefNode.bind(search);
  const turns = new Turns();
  search._getRangeListByNode = async (formula) => {
    const cells = await read(formula);
    await turns.next();
    return cells;
  };
  search._calculateListByFunctionRefNode = async (formulas) => {
    await turns.next();
    await readMoved(formulas);
    await turns.next();
  };
}
