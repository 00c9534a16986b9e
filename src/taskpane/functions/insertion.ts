import { readBlock } from '../../app/workbook/block-contents';
import { CellError } from '../../core/errors';
import { blocksIn, withoutOwnSheet } from '../../app/workbook/formulas';
import { type Cell, isFormatted } from '../../core/cell';
import type { FormulaInCell, Workbook, CellContent, CellWriting, WrittenBlock } from '../../app/host';
import { type Block, cellOf, isSingleCell, MAX_COLUMNS, MAX_ROWS, overlaps, runsOf } from '../../core/sheet';
import type { Outcome } from '../../functions/evaluate/invoke';

/** A formula that is about to be inserted. */
export interface Insertion {
  readonly formula: string;
  /** The cells that its result will fill, from the formula's cell on. */
  readonly block: Block;
  /** True if the result may be smaller than the block: only its beginning is known. */
  readonly isLargest: boolean;
  /** The block's cells that are not blank. */
  readonly filled: readonly Block[];
  /**
   * Formulas outside the block whose results reach into it. Part of a result cannot be cleared, so they are removed as
   * well.
   */
  readonly spilling: readonly FormulaInCell[];
  /** The column widths that the result needs, in characters. */
  readonly widths: readonly number[];
  /** The block's cells that the formula refers to: it would refer to itself, and never have a value. */
  readonly own: readonly Block[];
}

/** How many columns to the right of a formula's references are tried. */
const MAX_TRIES = 30;

/**
 * A place for a formula that would refer to itself: blank cells beside its references. Undefined if there is no such
 * place nearby.
 */
export async function targetBeside(workbook: Workbook, { formula, block }: Insertion): Promise<Block | undefined> {
  const named = blocksIn(formula, block.sheet).filter(
    ({ sheet, columns }) => sheet === block.sheet && columns < MAX_COLUMNS,
  );
  const right = Math.max(0, ...named.map(({ column, columns }) => column + columns));
  const row = Math.min(block.row, ...named.map((one) => one.row));
  for (let column = right; column < Math.min(right + MAX_TRIES, MAX_COLUMNS - block.columns); column++) {
    const target = { ...block, row, column };
    if (blocksIn(formula, block.sheet).some((one) => overlaps(one, target))) continue;
    const isFree = filledBlocks(target, await readBlock(workbook, target)).length === 0;
    if (isFree && (await workbook.spillsInto(target)).length === 0) return cellOf(block.sheet, row, column);
  }
  return undefined;
}

/** The known part of a formula's result. */
export interface KnownResult {
  readonly outcome: Outcome | undefined;
  /** How many rows more than the outcome it may have; undefined if the outcome is all of it. */
  readonly moreRows?: number | undefined;
}

const IN_A_TABLE =
  'A table shows no result of several cells, and would fill its column with the formula: select a cell beside the table';

/**
 * Checks the first cell of the target, and those that the result may fill, before anything is written. Rejects if a
 * table is among them.
 */
export async function planInsertion(
  workbook: Workbook,
  formula: string,
  { outcome, moreRows = 0 }: KnownResult,
  { sheet, row, column }: Block,
): Promise<Insertion> {
  const { rows, columns } = outcomeSize(outcome);
  const block = {
    sheet,
    row,
    column,
    rows: Math.min(rows + moreRows, MAX_ROWS - row),
    columns: Math.min(columns, MAX_COLUMNS - column),
  };
  const tables = isSingleCell(block) ? [] : (await workbook.outline()).tables;
  if (tables.some((table) => overlaps(table, block))) throw new Error(IN_A_TABLE);
  return {
    formula: withoutOwnSheet(formula, sheet),
    block,
    isLargest: moreRows > 0,
    filled: filledBlocks(block, await readBlock(workbook, block)),
    spilling: await workbook.spillsInto(block),
    widths: columnWidths(outcome),
    own: blocksIn(formula, sheet).filter((one) => overlaps(one, block)),
  };
}

/** Clears the cells in the way, writes the formula and selects it. */
export async function insert(workbook: Workbook, insertion: Insertion): Promise<void> {
  const { formula, block, filled, spilling, widths } = insertion;
  const cell = cellOf(block.sheet, block.row, block.column);
  const inTheWay = [...spilling.map(({ cell: anchor }) => anchor), ...filled];
  // The formula first: if it is refused, everything else is still there.
  const cleared = inTheWay.flatMap((one) => (overlaps(one, cell) ? withoutFirstCell(one) : [one]));
  await workbook.write([{ block: cell, cells: [[{ formula }]], widths }, ...cleared.map(blankOf)]);
  await workbook.select(cell);
}

const withoutFirstCell = (block: Block): Block[] =>
  [
    { ...block, rows: 1, column: block.column + 1, columns: block.columns - 1 },
    { ...block, row: block.row + 1, rows: block.rows - 1 },
  ].filter(({ rows, columns }) => rows * columns > 0);

function blankOf(block: Block): WrittenBlock {
  const row: readonly CellWriting[] = Array.from({ length: block.columns }, () => ({ value: '' }));
  return { block, cells: Array.from({ length: block.rows }, () => row) };
}

export const outcomeSize = (outcome: Outcome | undefined): { readonly rows: number; readonly columns: number } =>
  outcome === undefined || outcome instanceof CellError
    ? { rows: 1, columns: 1 }
    : { rows: outcome.length, columns: outcome[0]?.length ?? 1 };

/** Longer texts may be cut, and later rows are about as long as the first ones. */
const [MAX_WIDTH, MAX_ROWS_READ] = [40, 500];
/** The number of digits that Excel shows of a number without a format. */
const GENERAL_CHARACTERS = 11;

/** The column widths that a result needs, in characters; empty if the result is not known. @internal */
export function columnWidths(outcome: Outcome | undefined): readonly number[] {
  if (outcome === undefined || outcome instanceof CellError) return [];
  const rows = outcome.slice(0, MAX_ROWS_READ);
  return (rows[0] ?? []).map((_, column) =>
    Math.min(MAX_WIDTH, Math.max(...rows.map((row) => charactersOf(row[column] ?? '')))),
  );
}

function charactersOf(cell: Cell): number {
  if (cell instanceof CellError) return cell.code.length;
  if (typeof cell === 'number') return Math.min(String(cell).length, GENERAL_CHARACTERS);
  if (!isFormatted(cell)) return String(cell).length;
  const { value, format } = cell;
  if (/[ymdhs]/i.test(format.replace(/"[^"]*"|\\./g, ''))) return format.replace(/[\\"]/g, '').length;
  const decimals = /\.([0#?]+)/.exec(format)?.[1]?.length ?? 0;
  const extra = format.replace(/[#0,.?]/g, '').replace(/[\\"]/g, '').length;
  return (
    value.toLocaleString('en-US', { maximumFractionDigits: decimals, minimumFractionDigits: decimals }).length + extra
  );
}

/** The nonblank cells of a block, as few rectangles. `cells` are the block's contents. @internal */
export const filledBlocks = ({ sheet, row, column }: Block, cells: readonly (readonly CellContent[])[]): Block[] =>
  runsOf(
    cells.flatMap((inRow, down) =>
      inRow.flatMap(({ formula, value }, across) =>
        formula === '' && value === '' ? [] : [cellOf(sheet, row + down, column + across)],
      ),
    ),
  );
