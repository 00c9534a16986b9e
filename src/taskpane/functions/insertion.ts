import type { SpillingCell, Workbook } from '../../app/workbook';
import { blocksIn } from '../../app/formulas/read-formula';
import { type Block, cellOf, MOST_COLUMNS, MOST_ROWS, overlaps } from '../../core/sheet/a1';
import { CellError } from '../../core/errors';
import type { Outcome } from '../../functions/evaluate/invoke';
import { columnWidths } from './column-widths';
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
  /** How wide its columns must be to show the result, in characters. */
  readonly widths: readonly number[];
  /** The cells among those that the formula names: it would refer to itself, and never have a value. */
  readonly own: readonly Block[];
}

/** More columns than this are not tried to the right of what a formula names. */
const MOST_TRIES = 30;

/** Where a formula that would refer to itself can stand: beside the cells that it names, where nothing is. Undefined where no such place is near. */
export async function placeBeside(workbook: Workbook, { formula, block }: Insertion): Promise<Block | undefined> {
  const named = blocksIn(formula, block.sheet).filter(
    ({ sheet, columns }) => sheet === block.sheet && columns < MOST_COLUMNS,
  );
  const right = Math.max(0, ...named.map(({ column, columns }) => column + columns));
  const row = Math.min(block.row, ...named.map((one) => one.row));
  for (let column = right; column < Math.min(right + MOST_TRIES, MOST_COLUMNS - block.columns); column++) {
    const place = { ...block, row, column };
    if (blocksIn(formula, block.sheet).some((one) => overlaps(one, place))) continue;
    const isFree = filledBlocks(place, await workbook.read(place)).length === 0;
    if (isFree && (await workbook.spillsInto(place)).length === 0) return cellOf(block.sheet, row, column);
  }
  return undefined;
}

/**
 * Looks at the selected cell, and at those that the result will fill, before anything is written.
 *
 * @param outcome what the formula gives, where that is known
 * @param place instead of the selected cell
 */
export async function planInsertion(
  workbook: Workbook,
  formula: string,
  outcome: Outcome | undefined,
  place?: Block,
): Promise<Insertion> {
  const { sheet, row, column } = place ?? (await workbook.selection());
  const { rows, columns } = sizeOf(outcome);
  const block = {
    sheet,
    row,
    column,
    rows: Math.min(rows, MOST_ROWS - row),
    columns: Math.min(columns, MOST_COLUMNS - column),
  };
  return {
    formula,
    block,
    filled: filledBlocks(block, await workbook.read(block)),
    spilling: await workbook.spillsInto(block),
    widths: columnWidths(outcome),
    own: blocksIn(formula, sheet).filter((one) => overlaps(one, block)),
  };
}

/** Whether something is lost by it. */
export const replaces = ({ filled, spilling }: Insertion): boolean => filled.length > 0 || spilling.length > 0;

/** Empties what stands in the way, writes the formula and goes to it. */
export async function insert(workbook: Workbook, insertion: Insertion): Promise<void> {
  const { formula, block, filled, spilling, widths } = insertion;
  const cell = cellOf(block.sheet, block.row, block.column);
  const write = async (): Promise<void> => {
    for (const one of [...spilling.map(({ cell: anchor }) => anchor), ...filled]) await workbook.clear(one);
    await workbook.write(cell, [[{ formula }]]);
    // On a protected sheet the formula may be allowed and a width not.
    await workbook.widen?.(block, widths).catch(() => undefined);
  };
  await (workbook.asOneStep?.(write) ?? write());
  await workbook.select(cell);
}

export const sizeOf = (outcome: Outcome | undefined): { readonly rows: number; readonly columns: number } =>
  outcome === undefined || outcome instanceof CellError
    ? { rows: 1, columns: 1 }
    : { rows: outcome.length, columns: outcome[0]?.length ?? 1 };
