import type { SpillingCell, Workbook } from '../../app/workbook';
import { cellOf } from '../../core/a1';
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
  readonly spilling: readonly SpillingCell[];
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
  return { formula, block, filled: filledBlocks(block, await workbook.read(block)), spilling: await workbook.spillsInto(block) };
}

/** Whether something is lost by it. */
export const replaces = ({ filled, spilling }: Insertion): boolean => filled.length > 0 || spilling.length > 0;

/** Empties what stands in the way, writes the formula and goes to it. */
export async function insert(workbook: Workbook, { formula, block, filled, spilling }: Insertion): Promise<void> {
  const cell = cellOf(block.sheet, block.row, block.column);
  for (const one of [...spilling.map(({ cell: anchor }) => anchor), ...filled]) await workbook.clear(one);
  await workbook.write(cell, [[{ formula }]]);
  await workbook.select(cell);
}

export const sizeOf = (outcome: Outcome | undefined): { readonly rows: number; readonly columns: number } =>
  (outcome === undefined || outcome instanceof CellError ? { rows: 1, columns: 1 } : { rows: outcome.length, columns: outcome[0]?.length ?? 1 });
