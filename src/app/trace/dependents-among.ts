import { a1WithSheet, type Block, overlaps, parseA1 } from '../../core/sheet/a1';
import { referencesIn } from '../formulas/read-formula';

interface CellFormula {
  /** One cell. */
  readonly cell: Block;
  readonly formula: string;
}

/**
 * The cells among these formulas that depend on one of the blocks, directly or through each other; for hosts whose
 * engine cannot tell.
 *
 * @param levels how many steps the chain is followed
 */
export function dependentsAmong(
  formulas: readonly CellFormula[],
  blocks: readonly Block[],
  levels = Number.POSITIVE_INFINITY,
): Block[] {
  let rest = formulas
    .map(({ cell, formula }) => ({
      cell,
      references: referencesIn(formula).flatMap(({ text }) => parseA1(text, cell.sheet) ?? []),
    }))
    .filter(({ references }) => references.length > 0);
  const dependents: Block[] = [];
  let level = blocks;
  for (let depth = 0; level.length > 0 && depth < levels; depth++) {
    const isNext = ({ references }: { readonly references: readonly Block[] }): boolean =>
      references.some((reference) => level.some((block) => overlaps(block, reference)));
    const next = rest.filter(isNext).map(({ cell }) => cell);
    const reached = new Set(next.map(a1WithSheet));
    rest = rest.filter(({ cell }) => !reached.has(a1WithSheet(cell)));
    dependents.push(...next);
    level = next;
  }
  return dependents;
}
