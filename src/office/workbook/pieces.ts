import type { Block } from '../../core/sheet/a1';
import { isTooLarge } from './refusal';
import { rangeOf } from './run';

/** This many ordinary formulas stay far below the 5 MB of a message. */
const CELLS_PER_MESSAGE = 30_000;

/**
 * Loads properties of blocks of any size in as few messages as Excel allows: if an answer is too large, the next
 * messages ask for half as much.
 */
export async function loadInPieces<Whole extends Block>(
  context: Excel.RequestContext,
  blocks: readonly Whole[],
  properties: string,
  take: (range: Excel.Range, piece: Whole) => void | Promise<void>,
): Promise<void> {
  let waiting = blocks;
  let maxCells = CELLS_PER_MESSAGE;
  while (waiting.length > 0) {
    const [batch, rest] = firstPieces(waiting, maxCells);
    const ranges = batch.map((piece) => rangeOf(context, piece).load(properties));
    try {
      await context.sync();
    } catch (error) {
      if (!isTooLarge(error) || maxCells === 1) throw error;
      maxCells = Math.ceil(maxCells / 2);
      continue;
    }
    for (const [index, range] of ranges.entries()) await take(range, batch[index]!);
    waiting = rest;
  }
}

/**
 * As many blocks as have this many cells together, and the rest. A single larger block is divided between rows, a long
 * row within.
 *
 * @internal
 */
export function firstPieces<Whole extends Block>(
  blocks: readonly Whole[],
  maxCells: number,
): readonly [first: Whole[], rest: readonly Whole[]] {
  const first: Whole[] = [];
  let room = maxCells;
  for (const [index, block] of blocks.entries()) {
    const size = block.rows * block.columns;
    if (size <= room) {
      first.push(block);
      room -= size;
      continue;
    }
    if (first.length > 0) return [first, blocks.slice(index)];
    const [piece, ...others] = divide(block, maxCells);
    return [[piece], [...others, ...blocks.slice(index + 1)]];
  }
  return [first, []];
}

function divide<Whole extends Block>(block: Whole, maxCells: number): readonly [Whole, ...Whole[]] {
  const rows = Math.max(1, Math.floor(maxCells / block.columns));
  const columns = Math.min(block.columns, maxCells);
  const piece = { ...block, rows: Math.min(rows, block.rows), columns };
  return [
    piece,
    ...(columns < block.columns
      ? [{ ...piece, column: block.column + columns, columns: block.columns - columns }]
      : []),
    ...(piece.rows < block.rows ? [{ ...block, row: block.row + piece.rows, rows: block.rows - piece.rows }] : []),
  ];
}
