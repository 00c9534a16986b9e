import type { CellContent } from '../../app/workbook';
import type { Block } from '../../core/sheet/a1';

/** The nonblank cells of a block, as rectangles joined row by row. `cells` are the block's contents. */
export function filledBlocks(block: Block, cells: readonly (readonly CellContent[])[]): Block[] {
  const blocks: Block[] = [];
  /** The last block of each width and place, by its number. */
  const lastAt = new Map<string, number>();
  cells.forEach((row, down) => {
    for (const [start, end] of filledRuns(row)) {
      const run: Block = {
        sheet: block.sheet,
        row: block.row + down,
        column: block.column + start,
        rows: 1,
        columns: end - start,
      };
      const place = `${run.column} ${run.columns}`;
      const above = blocks[lastAt.get(place) ?? -1];
      if (above && above.row + above.rows === run.row) blocks[lastAt.get(place)!] = { ...above, rows: above.rows + 1 };
      else lastAt.set(place, blocks.push(run) - 1);
    }
  });
  return blocks;
}

/** [first, after the last] of each run of nonblank cells. */
function filledRuns(row: readonly CellContent[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((cell, index) => {
    if (cell.formula === '' && cell.value === '') return;
    const last = runs.at(-1);
    if (last?.[1] === index) last[1]++;
    else runs.push([index, index + 1]);
  });
  return runs;
}
