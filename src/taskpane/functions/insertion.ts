import type { FormulaCell, Workbook } from '../../app/workbook';
import { cellOf, overlaps } from '../../core/a1';
import type { Block } from '../../core/a1';
import { CellError } from '../../core/errors';
import type { Outcome } from '../../functions/invoke';
import { filledBlocks } from './filled-cells';

/** A formula on its way into the workbook. */
export interface Insertion {
  readonly formula: string;
  /** From the formula's cell, what its result will fill. */
  readonly block: Block;
  /** Where something stands already. */
  readonly filled: readonly Block[];
  /** Formulas outside the block whose results reach into it. A part of a result cannot be emptied, so they go as well. */
  readonly spilling: readonly FormulaCell[];
}

const [ROWS_OF_SHEET, COLUMNS_OF_SHEET] = [1_048_576, 16_384];

/**
 * Looks at the selected cell, and at those that the result will fill, before anything is written.
 *
 * @param outcome what the formula gives, where that is known
 */
export async function planInsertion(workbook: Workbook, formula: string, outcome: Outcome | undefined): Promise<Insertion> {
  const { sheet, row, column } = await workbook.selection();
  const { rows, columns } = sizeOf(outcome);
  const block = { sheet, row, column, rows: Math.min(rows, ROWS_OF_SHEET - row), columns: Math.min(columns, COLUMNS_OF_SHEET - column) };
  const filled = filledBlocks(block, await workbook.read(block));
  // Going through all formulas of a large workbook takes time: only where something stands.
  return { formula, block, filled, spilling: filled.length > 0 ? await formulasInto(block, workbook) : [] };
}

/** Empties what stands in the way, writes the formula and goes to it. */
export async function insert(workbook: Workbook, { formula, block, filled, spilling }: Insertion): Promise<void> {
  const cell = cellOf(block.sheet, block.row, block.column);
  for (const one of [...spilling.map(({ cell: anchor }) => anchor), ...filled]) await workbook.clear(one);
  await workbook.write(cell, [[{ formula }]]);
  await workbook.select(cell);
}

const formulasInto = async (block: Block, workbook: Workbook): Promise<FormulaCell[]> =>
  (await workbook.formulas()).filter(({ cell, spill }) => overlaps(spill, block) && !overlaps(cell, block));

export const sizeOf = (outcome: Outcome | undefined): { readonly rows: number; readonly columns: number } =>
  (outcome === undefined || outcome instanceof CellError ? { rows: 1, columns: 1 } : { rows: outcome.length, columns: outcome[0]?.length ?? 1 });
