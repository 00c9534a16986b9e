import { IFormulaDependencyGenerator } from '@univerjs/preset-sheets-core';
import { afterMessages } from '../../core/waiting';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** For so long the page may answer nobody. */
const TURN_MS = 50;

/** A formula, as the engine's search has it. */
interface ReadFormula {
  readonly addressFunctionNodes: readonly unknown[];
}

/** What the engine's search for what is to be calculated keeps to itself. */
interface ReferenceSearch {
  generate(isForModel?: boolean): Promise<unknown>;
  /** The references of one formula. Asked for one after the other. */
  _getRangeListByNode(formula: unknown): Promise<unknown>;
  /** The references of formulas with OFFSET, INDEX or INDIRECT, once those of all formulas are known. */
  _calculateListByFunctionRefNode(formulas: readonly ReadFormula[]): Promise<void>;
  readonly _dependencyManagerService: { addDependencyRTreeCache(formula: ReadFormula): void };
}

/**
 * Mends: the engine reads all formulas of a workbook in one turn, in which the page answers nobody: several seconds for a
 * large file. Here it lets others in between. And it no longer prepares to find the cells of OFFSET, INDEX and INDIRECT
 * where no formula has them.
 *
 * Can go when test/unit/workbench/univer-patches/long-turns.test.ts, "lets others in while the formulas of a large workbook
 * are read, and calculates the same", passes without it.
 */
export function readFormulasInTurns(sheet: Spreadsheet): void {
  const search = sheet.serviceOf(IFormulaDependencyGenerator) as unknown as ReferenceSearch;
  const known = search._dependencyManagerService;
  const [generate, read] = [search.generate.bind(search), search._getRangeListByNode.bind(search)];
  const readSpecial = search._calculateListByFunctionRefNode.bind(search);
  const add = known.addDependencyRTreeCache.bind(known);
  let sinceMs = 0;
  let found: ReadFormula[] = [];

  const letOthersIn = async (): Promise<void> => {
    if (performance.now() - sinceMs <= TURN_MS) return;
    await new Promise<void>((resolve) => {
      afterMessages(() => true, resolve);
    });
    sinceMs = performance.now();
  };

  search.generate = (isForModel) => {
    [sinceMs, found] = [performance.now(), []];
    return generate(isForModel);
  };
  search._getRangeListByNode = async (formula) => {
    await letOthersIn();
    return read(formula);
  };
  known.addDependencyRTreeCache = (formula) => found.push(formula);
  search._calculateListByFunctionRefNode = async (formulas) => {
    for (const formula of found) {
      add(formula);
      await letOthersIn();
    }
    if (formulas.some(({ addressFunctionNodes }) => addressFunctionNodes.length > 0)) await readSpecial(formulas);
  };
}
