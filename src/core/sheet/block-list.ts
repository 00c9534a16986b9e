import { a1, type Block, parseA1, quoteSheet } from './a1';

/** Instead of a block whose cells were deleted. */
const DELETED = '#REF!';

/**
 * Blocks → "Model!$B$2+'My sheet'!$C$3:$D$4": the formula of a name that refers to them and is never calculated. Plus
 * signs join them, because the sign for a union is different in every language.
 */
export const formulaOfBlocks = (blocks: readonly (Block | undefined)[]): string =>
  blocks.map((block) => (block ? absolute(block) : DELETED)).join('+');

/** The blocks in such a formula; undefined for one whose cells were deleted. */
export const blocksOfFormula = (formula: string): (Block | undefined)[] =>
  (formula.replace(/^=/, '').match(/(?:'(?:[^']|'')*'|[^'+])+/g) ?? []).map((one) => parseA1(one, ''));

/** A relative name would depend on the cell that uses it. */
const absolute = (block: Block): string =>
  `${quoteSheet(block.sheet)}!${a1(block).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')}`;
