import { type Block, columnName, parseA1, quoteSheet } from '../../core/sheet/a1';
import type { Reference } from './read-formula';

/** A reference and where its cells are now; undefined if they were deleted. */
interface MovedReference extends Reference {
  readonly block: Block | undefined;
}

/**
 * The formula with its references updated to where their cells are now, as the spreadsheet would have written it when
 * moving them.
 */
export function moveReferences(formula: string, references: readonly MovedReference[], sheet: string): string {
  let moved = formula;
  for (const { text, start, block } of [...references].sort((one, other) => other.start - one.start)) {
    moved =
      moved.slice(0, start) + (block ? moveReference(text, block, sheet) : '#REF!') + moved.slice(start + text.length);
  }
  return moved;
}

function moveReference(text: string, block: Block, sheet: string): string {
  const before = parseA1(text, sheet);
  const isThere =
    before?.sheet === block.sheet &&
    before.row === block.row &&
    before.column === block.column &&
    before.rows === block.rows &&
    before.columns === block.columns;
  if (isThere) return text;
  const cells = text.slice(text.lastIndexOf('!') + 1);
  const [first, last = first] = cells.split(':') as [string, string?];
  const begin = corner(first, block.row, block.column);
  const end = corner(last, block.row + block.rows - 1, block.column + block.columns - 1);
  const isRange = cells.includes(':') || begin !== end;
  return `${text.includes('!') ? `${quoteSheet(block.sheet)}!` : ''}${begin}${isRange ? `:${end}` : ''}`;
}

/** Keeps the dollar signs. */
function corner(before: string, row: number, column: number): string {
  const [, beforeColumn = '', beforeRow = ''] = /^(\$?)[A-Z]+(\$?)/i.exec(before) ?? [];
  return `${beforeColumn}${columnName(column)}${beforeRow}${row + 1}`;
}
